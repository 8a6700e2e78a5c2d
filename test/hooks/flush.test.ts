import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { takeObserveLock } from "../../src/engine/observation-files.js";
import {
  adopted,
  committed,
  journalOf,
  leaveObservation,
  plainCommit,
  plainWorktree,
  waitingIn,
} from "../engine/observation-support.js";
import { run } from "../engine/support.js";
import { hookProgram } from "../support/hook-program.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";

const { node, program } = hookProgram();

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Start {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  readonly before?: readonly string[];
  readonly program?: string;
}

function start(args: readonly string[], options: Start = {}): ChildProcess {
  return spawn(node, [...(options.before ?? []), options.program ?? program, ...args], {
    cwd: options.cwd ?? createTempDir(),
    env: { ...process.env, ...options.env },
  });
}

async function ended(child: ChildProcess, input = ""): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
  });
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

const hooks = (args: readonly string[], options: Start = {}): Promise<Ended> =>
  ended(start(args, options), options.input);

const commonOf = (repo: TestRepo): string => join(repo.dir, ".git");
const silent: Ended = { code: 0, stdout: "", stderr: "" };

/** A module that is loaded before the program. */
const preload = (code: string): string[] => ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
const oldNode = preload(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.19.0" } })',
);

test("flush: what hooks saw is in the notes ref when it ends, and nothing is printed", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  expect(await hooks(["flush", commonOf(repo)])).toEqual(silent);
  expect(waitingIn(repo)).toEqual([]);
  const [note = ""] = repo.git("notes", "--ref=coppice", "list").split("\n");
  expect(repo.git("cat-file", "blob", note.slice(0, 40))).toContain('"type":"COMMIT"');
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed]);
});

test("L22, flush with the variables that git gives a hook: no other worktree's index is touched", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  const other = join(dirname(repo.dir), "other");
  repo.git("worktree", "add", "--quiet", "--detach", other);
  const index = join(repo.gitIn(other, "rev-parse", "--absolute-git-dir"), "index");
  const before = readFileSync(index);
  const env = {
    GIT_DIR: dirname(index),
    GIT_INDEX_FILE: index,
    GIT_WORK_TREE: other,
    GIT_PREFIX: "",
  };
  expect(await hooks(["flush", commonOf(repo)], { env, cwd: other })).toEqual(silent);
  expect(readFileSync(index).equals(before)).toBe(true);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed]);
});

test("flush while another process is at it: leaves at once, and that one looks once more", async () => {
  const repo = createRepo();
  plainWorktree(repo, "task/x");
  const lock = await takeObserveLock(commonOf(repo), 0);
  expect(await hooks(["flush", commonOf(repo)])).toEqual(silent);
  expect(waitingIn(repo)).toHaveLength(1);
  expect(existsSync(join(commonOf(repo), "coppice/clone"))).toBe(false);
  lock?.release();
});

test("five at once: everything is told, once", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  for (const name of ["one", "two", "three"]) plainCommit(repo, path, name);
  await Promise.all(Array.from({ length: 5 }, () => hooks(["flush", commonOf(repo)])));
  expect(waitingIn(repo)).toEqual([]);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, ...committed, ...committed]);
});

test("killed at any moment: the next flush tells what is left, once", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  for (const name of ["one", "two"]) plainCommit(repo, path, name);
  const spool = join(commonOf(repo), "coppice/spool");
  // As soon as it has journaled something.
  const code = `import { watch } from "node:fs"; watch(${JSON.stringify(spool)}, (_, name) => {
    if (name?.endsWith(".line")) process.kill(process.pid, "SIGKILL");
  }).unref();`;
  for (let kill = 0; kill < 3; kill += 1) {
    const child = start(["flush", commonOf(repo)], { before: preload(code) });
    await ended(child);
  }
  expect(await hooks(["flush", commonOf(repo)])).toEqual(silent);
  const told = await journalOf(repo, "task/x");
  expect(told.filter((event) => event === "COMMIT")).toHaveLength(2);
  expect(told.filter((event) => event === "CREATE")).toHaveLength(1);
  expect(existsSync(path)).toBe(true);
});

test("the terminal is closed, or Ctrl-C is pressed: flush goes on", async () => {
  const repo = createRepo();
  plainWorktree(repo, "task/x");
  const code = `const timer = setInterval(() => {
    if (process.listenerCount("SIGINT") === 0) return;
    clearInterval(timer);
    for (const signal of ["SIGHUP", "SIGINT"]) process.kill(process.pid, signal);
  }, 1)`;
  expect((await hooks(["flush", commonOf(repo)], { before: preload(code) })).code).toBe(0);
  expect(waitingIn(repo)).toEqual([]);
});

test("flush tells hooks that it has looked: they start another one from then on", async () => {
  const repo = createRepo();
  plainWorktree(repo, "task/x");
  const pending = join(commonOf(repo), "coppice/flush.pid");
  writeFileSync(pending, `${process.pid}\n`);
  await hooks(["flush", commonOf(repo)]);
  expect(existsSync(pending)).toBe(false);
});

test("a repository that is gone, or none: nothing is said, and the exit code is 0", async () => {
  expect(await hooks(["flush", join(createTempDir(), "gone")])).toEqual(silent);
  const none = createTempDir();
  mkdirSync(join(none, "coppice/spool"), { recursive: true });
  writeFileSync(join(none, "coppice/spool/post-commit.1.1.obs"), "\0end\0");
  expect(await hooks(["flush", none])).toEqual(silent);
});

test("COPPICE_DEBUG: what went wrong is in a log of the git directory", async () => {
  const repo = createRepo();
  leaveObservation(repo, { hook: "post-commit", gitDir: createTempDir(), head: "", oid: "" });
  await hooks(["flush", commonOf(repo)], { env: { COPPICE_DEBUG: "1" } });
  expect(readFileSync(join(commonOf(repo), "coppice/hooks.log"), "utf8")).toContain("names no worktree");
});

test("settings of installed hooks follow the config with the next flush", async () => {
  const repo = createRepo();
  const { writeHookSettings } = await import("../../src/engine/hooks-settings.js");
  await run(repo.dir, async (engine) => writeHookSettings(engine, { program: hookProgram() }));
  repo.git("config", "coppice.hooks.failClosed", "true");
  plainWorktree(repo, "task/x");
  await hooks(["flush", commonOf(repo)]);
  const settings = readFileSync(join(commonOf(repo), "coppice/hooks/settings"), "utf8");
  expect(settings).toContain("coppice_fail_closed=1");
  expect(settings).toContain(program);
});

test.each([[[]], [["nonsense"]], [["flush"]]])("the words %j: a line says how it is used", async (args) => {
  const { code, stderr } = await hooks(args);
  expect([code, stderr.split("\n").length]).toEqual([2, 2]);
  expect(stderr).toContain("usage: hooks.js flush");
});

test("a Node that is too old: a line says so; a push passes, unless the config closes it", async () => {
  const repo = createRepo();
  plainWorktree(repo, "task/x");
  const flushed = await hooks(["flush", commonOf(repo)], { before: oldNode });
  expect(flushed).toMatchObject({
    code: 0,
    stderr: "coppice: Node 20 or newer is needed, this is 18.19.0\n",
  });
  const pushed = (): Promise<Ended> => hooks(["pre-push", "origin", "x"], { before: oldNode, cwd: repo.dir });
  expect(await pushed()).toMatchObject({
    code: 0,
    stderr: "coppice: Node 20 or newer is needed, this is 18.19.0; the push is not judged\n",
  });
  mkdirSync(join(commonOf(repo), "coppice/hooks"), { recursive: true });
  writeFileSync(join(commonOf(repo), "coppice/hooks/settings"), "coppice_fail_closed=1\n");
  expect((await pushed()).code).toBe(3);
});

test("a part of the program is missing: a line says so, from a linked worktree too", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  const broken = createTempDir();
  cpSync(dirname(dirname(program)), broken, { recursive: true });
  const [, part = ""] = /import\("([^"]*pre-push[^"]*)"\)/.exec(readFileSync(program, "utf8")) ?? [];
  rmSync(join(broken, "hooks", part));
  const pushed = (): Promise<Ended> =>
    hooks(["pre-push", "origin", "x"], { program: join(broken, "hooks/main.js"), cwd: path });
  const open = await pushed();
  expect([open.code, open.stderr.split("\n").length]).toEqual([0, 2]);
  mkdirSync(join(commonOf(repo), "coppice/hooks"), { recursive: true });
  writeFileSync(join(commonOf(repo), "coppice/hooks/settings"), "coppice_fail_closed=1\n");
  expect((await pushed()).code).toBe(3);
});
