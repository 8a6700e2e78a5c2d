import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { createdIn } from "../engine/support.js";
import { hookProgram } from "../support/hook-program.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import { withHooks } from "./support.js";

interface Place {
  readonly repo: TestRepo;
  readonly path: string;
  readonly log: string;
  /** Runs the hook as git does in a linked worktree. */
  push(options?: { env?: NodeJS.ProcessEnv; answers?: string }): { code: number | null; stderr: string };
  /** The same, in a process group of its own, without waiting. */
  start(): ChildProcess;
  /** What git was asked since, without its options. */
  asked(): string[];
}

/** @param script what a `git` does that stands before the real one */
async function place(script = ""): Promise<Place> {
  const repo = createRepo();
  await withHooks(repo);
  repo.git("config", "coppice.guard.push", "state");
  const { path } = await createdIn(repo, { branch: "task/a" });
  const tree = openRepo(path);
  const gitDir = tree.git("rev-parse", "--absolute-git-dir");
  const oid = tree.git("rev-parse", "HEAD");
  const tools = createTempDir();
  const log = join(tools, "log");
  const real = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
  writeFileSync(
    join(tools, "git"),
    `#!/bin/sh\nprintf '%s\\n' "$*" >>'${log}'\n${script}\nexec '${real}' "$@"\n`,
    { mode: 0o755 },
  );
  return {
    repo,
    path,
    log,
    push: ({ env = {}, answers } = {}) => {
      writeFileSync(log, "");
      const { status, stderr } = spawnSync(join(repo.dir, ".git/coppice/hooks/pre-push"), ["origin", "x"], {
        cwd: path,
        env: { ...process.env, GIT_DIR: gitDir, PATH: [tools, process.env.PATH].join(delimiter), ...env },
        input: `refs/heads/task/a ${oid} refs/heads/task/a ${"0".repeat(40)}\n`,
        stdio: ["pipe", "pipe", "pipe", ...(answers === undefined ? [] : [openSync(answers, "r")])],
        encoding: "utf8",
      });
      return { code: status, stderr };
    },
    start: () => {
      const env = { ...process.env, GIT_DIR: gitDir, PATH: [tools, process.env.PATH].join(delimiter) };
      const hook = join(repo.dir, ".git/coppice/hooks/pre-push");
      const child = spawn(hook, ["origin", "x"], { cwd: path, env, detached: true });
      child.stderr.resume();
      child.stdout.resume();
      child.stdin.end(`refs/heads/task/a ${oid} refs/heads/task/a ${"0".repeat(40)}\n`);
      return child;
    },
    asked: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .flatMap((line) => / (config|status) /.exec(line)?.[1] ?? []),
  };
}

const state = (stderr: string): string | undefined => /state: +(.*)/.exec(stderr)?.[1];

test("a push from a managed worktree: git is asked twice, and what it answers decides", async () => {
  const { path, push, asked } = await place();
  expect(push()).toEqual({ code: 0, stderr: "" });
  writeFileSync(join(path, "new.txt"), "x\n");
  const dirty = push();
  expect([dirty.code, state(dirty.stderr)]).toEqual([1, expect.stringContaining("dirty")]);
  expect(asked()).toEqual(["config", "status"]);
});

test("a git that fails while the program starts: it is asked again", async () => {
  // Only the program sets an editor.
  const { path, push, asked } = await place('[ "$GIT_EDITOR" = : ] || exit 128');
  writeFileSync(join(path, "new.txt"), "x\n");
  const dirty = push();
  expect([dirty.code, state(dirty.stderr)]).toEqual([1, expect.stringContaining("dirty")]);
  expect(asked().toSorted()).toEqual(["config", "config", "status", "status"]);
});

test("a git that hangs, and Ctrl-C: nobody waits for it", async () => {
  const pids = join(createTempDir(), "pids");
  const { start } = await place(`echo $$ >>'${pids}'; exec sleep 600`);
  const hook = start();
  const closed = new Promise((resolve) => hook.once("close", resolve));
  await expect.poll(() => readFileSync(pids, { flag: "a+", encoding: "utf8" })).toMatch(/^\d+\n/);
  process.kill(-(hook.pid ?? 0), "SIGINT");
  await closed;
  for (const pid of readFileSync(pids, "utf8").trim().split("\n")) process.kill(Number(pid), "SIGKILL");
});

test("a git that the program itself waits for, and Ctrl-C: it ends with the program, which ends as it would have", async () => {
  const patience = { timeout: 20_000, interval: 10 };
  const pids = join(createTempDir(), "pids");
  const { path, repo } = await place();
  const tools = createTempDir();
  writeFileSync(join(tools, "git"), `#!/bin/sh\necho $$ >>'${pids}'; exec sleep 600\n`, { mode: 0o755 });
  const { node, program } = hookProgram();
  const env = { ...process.env, PATH: [tools, process.env.PATH].join(delimiter) };
  const child = spawn(node, [program, "pre-push", "origin", "x"], { cwd: path, env });
  const closed = new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
  const oid = repo.git("rev-parse", "task/a");
  child.stdin.end(`refs/heads/task/a ${oid} refs/heads/task/a ${"0".repeat(40)}\n`);
  const started = (): string[] =>
    readFileSync(pids, { flag: "a+", encoding: "utf8" }).split("\n").filter(Boolean);
  await expect.poll(() => started().length, patience).toBeGreaterThan(1);
  child.kill("SIGINT");
  expect(await closed).toBe("SIGINT");
  const lives = (pid: string): boolean => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => started().filter(lives), patience).toEqual([]);
});

test("answers that somebody else brings along: not read", async () => {
  const { path, push } = await place();
  writeFileSync(join(path, "new.txt"), "x\n");
  const forged = join(createTempDir(), "answers");
  writeFileSync(forged, ["coppice.guard.push\noff", "", "0", "# branch.head task/a", "", "0", ""].join("\0"));
  for (const more of [{}, { COPPICE_PASS: "guessed" }]) {
    const { code, stderr } = push({ env: { COPPICE_ANSWERS: "3", ...more }, answers: forged });
    expect([code, state(stderr)]).toEqual([1, expect.stringContaining("dirty")]);
  }
});
