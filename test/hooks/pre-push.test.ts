import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConfigInput } from "../../src/config/load.js";
import { openEngine, silent } from "../../src/engine/context.js";
import { writeHookSettings } from "../../src/engine/hooks-settings.js";
import { deliverObservations } from "../../src/engine/observations.js";
import { withPass } from "../../src/engine/pass.js";
import { judgePush } from "../../src/engine/push-judge.js";
import { submit, withdraw } from "../../src/engine/submit.js";
import { hookPlace, listConfig } from "../../src/git/hook-place.js";
import { GitRunner } from "../../src/git/run.js";
import { parsePushLines, prePush } from "../../src/hooks/pre-push.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { mergeOne, project, scene as remembered, type Task, task } from "../engine/merge-support.js";
import { run } from "../engine/support.js";
import { hookProgram } from "../support/hook-program.js";
import { createBareRemote, createTempDir, openRepo, type TestRepo } from "../support/repo.js";

interface Pushed {
  readonly code: number | null;
  readonly stderr: string;
  /** What Coppice said. */
  readonly told: string[];
}

/** A real `git push`, through the hook. */
function push(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Pushed {
  const { status, stderr } = spawnSync("git", ["push", ...args], {
    cwd,
    encoding: "utf8",
    // What is recorded of a push is another matter, and nothing is to go on behind a test.
    env: { ...process.env, COPPICE_RECORD: "none", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = stderr.split("\n");
  const start = lines.findIndex((line) => line.startsWith("coppice: "));
  const told = start < 0 ? [] : lines.slice(start).filter((line) => /^(coppice: | {2}\S)/.test(line));
  return { code: status, stderr, told };
}

/** The shims as they are shipped, in the repository's own hooks directory. */
async function installShims(repo: TestRepo): Promise<void> {
  const target = join(repo.dir, ".git", "hooks");
  cpSync(join(import.meta.dirname, "../../hooks"), target, { recursive: true });
  // Nothing but the push is to be seen here.
  for (const name of readdirSync(target)) {
    if (!name.endsWith(".sh") && name !== "pre-push") writeFileSync(join(target, name), "#!/bin/sh\n");
    chmodSync(join(target, name), 0o755);
  }
  await run(repo.dir, async (engine) => writeHookSettings(engine, { program: hookProgram() }));
}

interface Scene {
  readonly repo: TestRepo;
  readonly bare: string;
  readonly a: Task;
}

async function scene(config: ConfigInput = {}): Promise<Scene> {
  const repo = project({ config });
  const a = await remembered(repo, "pushes", async () => {
    createBareRemote(repo);
    repo.commit("Not pushed yet");
    const made = await task(repo, "task/a", { "a.txt": "a\n" });
    await installShims(repo);
    return made;
  });
  return { repo, bare: `${repo.dir}-origin.git`, a };
}

const refsOf = (bare: string): string[] =>
  openRepo(bare).git("for-each-ref", "--format=%(refname)").split("\n");

describe("a strict repository (the default)", () => {
  test("a push of a clean task branch: refused with branch, state, reason and command; submit's pass lets it through", async () => {
    const { repo, bare, a } = await scene();
    for (const [cwd, args] of [
      [a.tree.dir, ["origin", "task/a"]],
      [a.tree.dir, ["origin", "HEAD"]],
      [repo.dir, ["origin", "task/a"]],
    ] as const) {
      const { code, told } = push(cwd, args);
      expect(code).not.toBe(0);
      expect(told).toEqual([
        "coppice: this push to origin is refused, nothing of it was pushed",
        "  branch: task/a",
        "  state:  active, clean",
        "  why:    task branches are pushed by Coppice alone (guard.push is strict)",
        "  do:     coppice submit task/a",
      ]);
    }
    expect(refsOf(bare)).toEqual(["refs/heads/main"]);
    const head = oidSchema.parse(a.tree.git("rev-parse", "HEAD"));
    const engine = await openEngine({ cwd: repo.dir, door: "cli" });
    await engine.repo.close();
    await withPass(engine, [{ ref: "refs/heads/task/a", oid: head }], async (env) => {
      // The same token opens nothing else.
      expect(push(repo.dir, ["origin", "task/a:refs/heads/other"], env).code).not.toBe(0);
      expect(push(repo.dir, ["origin", "task/a"], { COPPICE_PASS: "f".repeat(64) }).code).not.toBe(0);
      expect(push(repo.dir, ["origin", "task/a"], env).code).toBe(0);
    });
    expect(refsOf(bare)).toEqual(["refs/heads/main", "refs/heads/task/a"]);
  });

  test("submit, withdraw and merge --push go through the same hook", async () => {
    const { repo, bare, a } = await scene();
    const count = join(repo.dir, ".git/hooks/pre-push.coppice-kept");
    writeFileSync(
      count,
      '#!/bin/sh\ncat >/dev/null; echo "$PWD" >>"$(git rev-parse --git-common-dir)/ran"\n',
    );
    chmodSync(count, 0o755);
    await run(a.tree.dir, (engine) => submit(engine, undefined));
    await run(repo.dir, (engine) => withdraw(engine, "task/a"));
    expect((await mergeOne(repo.dir, "task/a", { push: true })).status).toBe("merged");
    expect(repo.read(".git/ran").trim().split("\n")).toEqual([a.tree.dir, repo.dir, repo.dir]);
    expect(openRepo(bare).git("rev-parse", "main")).toBe(repo.git("rev-parse", "main"));
  });

  test("from a managed worktree: base, another branch, a tag are refused; our notes pass", async () => {
    const { repo, bare, a } = await scene();
    repo.git("tag", "v1");
    for (const args of [
      ["origin", "main"],
      ["origin", "HEAD:main"],
      ["origin", "main:other"],
      ["origin", "v1"],
    ]) {
      const { code, told } = push(a.tree.dir, args);
      expect({ args, code: code !== 0, lines: told.length }).toEqual({ args, code: true, lines: 5 });
    }
    expect(push(a.tree.dir, ["origin", "main:other"]).told[2]).toBe(
      "  state:  pushed from the worktree of task/a",
    );
    expect(push(a.tree.dir, ["origin", "refs/notes/coppice"]).code).toBe(0);
    expect(refsOf(bare)).toEqual(["refs/heads/main", "refs/notes/coppice"]);
  });

  test("from the main worktree: branches and tags that are no task's are untouched, `task:main` is not", async () => {
    const { repo, bare, a } = await scene();
    repo.git("branch", "feature");
    repo.git("tag", "v1");
    expect(push(repo.dir, ["origin", "main", "feature", "v1"]).code).toBe(0);
    // The shim itself lets these pass: Node and Coppice are not even needed.
    writeFileSync(join(repo.dir, ".git/coppice/hooks/settings"), "coppice_task() { return 1; }\n");
    expect(push(repo.dir, ["origin", ":feature"]).told).toEqual([]);
    await run(repo.dir, async (engine) => writeHookSettings(engine, { program: hookProgram() }));
    const { code, told } = push(repo.dir, ["origin", "task/a:main"]);
    expect(code).not.toBe(0);
    expect(told.at(-1)).toBe("  do:     coppice submit task/a, or coppice merge task/a --push");
    // However it is typed, also where only a commit on the way to it is named.
    a.tree.commit("More", { "more.txt": "more\n" });
    repo.git("tag", "of-task", "task/a");
    for (const typed of [a.tree.git("rev-parse", "HEAD"), "task/a~1", "task/a^{commit}", "of-task"]) {
      expect({ typed, passed: push(repo.dir, ["origin", `${typed}:refs/heads/main`]).code === 0 }).toEqual({
        typed,
        passed: false,
      });
    }
    expect(
      push(repo.dir, ["--dry-run", "origin", "task/a~2:refs/heads/feature", "v1:refs/heads/v1"]).code,
    ).toBe(0);
    // By oid from the managed worktree as well.
    expect(push(a.tree.dir, ["origin", `${a.tree.git("rev-parse", "HEAD")}:main`]).code).not.toBe(0);
    expect(refsOf(bare)).toEqual(["refs/heads/main", "refs/tags/v1"]);
  });

  test("a mixed push: blocked whole, naming what blocks", async () => {
    const { repo, bare } = await scene();
    await task(repo, "task/b", { "b.txt": "b\n" });
    repo.git("branch", "feature");
    const { code, told } = push(repo.dir, ["origin", "feature", "task/a", "task/b"]);
    expect(code).not.toBe(0);
    expect(told.length).toBe(6);
    expect(told[1]).toBe("  branch: task/a");
    expect(told[5]).toBe("  also:   task/b");
    expect(refsOf(bare)).toEqual(["refs/heads/main"]);
  });

  test("two push URLs: the hook runs for each, and both refuse or both pass", async () => {
    const { repo, bare } = await scene();
    const second = join(createTempDir(), "second.git");
    repo.git("clone", "--quiet", "--bare", repo.dir, second);
    openRepo(second).git("branch", "--quiet", "-D", "task/a");
    repo.git("remote", "set-url", "--push", "origin", bare);
    repo.git("remote", "set-url", "--add", "--push", "origin", second);
    expect(push(repo.dir, ["origin", "task/a"]).code).not.toBe(0);
    const head = oidSchema.parse(repo.git("rev-parse", "task/a"));
    await run(repo.dir, (engine) =>
      withPass(engine, [{ ref: "refs/heads/task/a", oid: head }], async (env) => {
        expect(push(repo.dir, ["origin", "task/a"], env).code).toBe(0);
      }),
    );
    for (const dir of [bare, second]) expect(refsOf(dir)).toContain("refs/heads/task/a");
  });

  test("a live record under another name than taskBranches tells: a task branch all the same", async () => {
    const { repo } = await scene();
    await task(repo, "odd-name", { "o.txt": "o\n" });
    const { code, told } = push(repo.dir, ["origin", "odd-name"]);
    expect(code).not.toBe(0);
    expect(told.at(-1)).toBe("  do:     coppice submit odd-name");
  });

  test("a task branch of which nothing is known: forward it passes, its unmerged work is not deleted", async () => {
    const { repo, bare } = await scene();
    repo.git("switch", "--quiet", "-c", "task/plain");
    repo.commit("Work without Coppice", { "p.txt": "p\n" });
    expect(push(repo.dir, ["origin", "task/plain"]).code).toBe(0);
    expect(push(repo.dir, ["origin", ":task/plain"]).told[2]).toBe(
      "  state:  not landed, as far as is known here",
    );
    repo.commit("More", { "p.txt": "q\n" });
    repo.git("commit", "--quiet", "--amend", "-m", "Rewritten");
    expect(push(repo.dir, ["origin", "task/plain"]).code).toBe(0);
    repo.git("commit", "--quiet", "--amend", "-m", "Rewritten again");
    expect(push(repo.dir, ["--force", "origin", "task/plain"]).told[3]).toBe(
      "  why:    it would drop commits that origin has",
    );
    expect(refsOf(bare)).toContain("refs/heads/task/plain");
  });

  test.each([
    ["task/new", "  do:     coppice submit task/new"],
    ["HEAD:main", "  branch: main"],
    ["main:other", "  branch: other"],
    ["main:refs/tags/t", "  tag:    t"],
  ])(
    "from a worktree that plain git added a moment ago, %s: adopted before it is judged",
    async (ref, line) => {
      const { repo } = await scene();
      cpSync(
        join(import.meta.dirname, "../../hooks/post-checkout"),
        join(repo.dir, ".git/hooks/post-checkout"),
      );
      const settings = join(repo.dir, ".git/coppice/hooks/settings");
      const text = repo.read(".git/coppice/hooks/settings");
      // The flush that the hook starts never comes to anything.
      writeFileSync(settings, text.replace(/^coppice_node=.*$/m, "coppice_node=/bin/true"));
      repo.git("worktree", "add", "--quiet", "-b", "task/new", "../new");
      writeFileSync(settings, text);
      const tree = openRepo(join(repo.dir, "../new"));
      tree.git("commit", "--quiet", "--allow-empty", "-m", "Quick");
      const { code, told } = push(tree.dir, ["origin", ref]);
      expect(code).not.toBe(0);
      expect(told).toContain(line);
    },
  );

  test("a worktree whose adoption stands half way in the journal: finished before its branch is judged", async () => {
    const { repo, bare } = await scene({ guard: { push: "state" } });
    cpSync(
      join(import.meta.dirname, "../../hooks/post-checkout"),
      join(repo.dir, ".git/hooks/post-checkout"),
    );
    const settings = join(repo.dir, ".git/coppice/hooks/settings");
    const text = repo.read(".git/coppice/hooks/settings");
    writeFileSync(settings, text.replace(/^coppice_node=.*$/m, "coppice_node=/bin/true"));
    repo.git("worktree", "add", "--quiet", "-b", "task/new", "../new");
    writeFileSync(settings, text);
    await run(repo.dir, async (engine) => {
      engine.journal.append = () => Promise.reject(new Error("the flush ends here"));
      await deliverObservations({ ...engine, report: silent });
      const records = [...(await engine.journal.records()).values()];
      expect(records.find(({ branch }) => branch === "task/new")?.status).toBe("creating");
    });
    const { code, told } = push(join(repo.dir, "../new"), ["origin", "task/new"]);
    expect(told).toEqual([]);
    expect(code).toBe(0);
    expect(refsOf(bare)).toContain("refs/heads/task/new");
  });

  test("deletion only, after the work has landed and before", async () => {
    const { repo, bare } = await scene();
    openRepo(bare).git("fetch", "--quiet", repo.dir, "task/a:task/a");
    expect(push(repo.dir, ["origin", ":task/a"]).code).not.toBe(0);
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
    expect(push(repo.dir, ["origin", ":task/a", "main"]).code).toBe(0);
    expect(refsOf(bare)).toEqual(["refs/heads/main"]);
  });

  test("a bare repository with linked worktrees: judged alike", async () => {
    const { bare } = await scene();
    const home = join(createTempDir(), "hub.git");
    openRepo(bare).git("clone", "--quiet", "--bare", bare, home);
    const hub = openRepo(home);
    cpSync(join(import.meta.dirname, "../../hooks"), join(home, "hooks"), { recursive: true });
    await run(home, async (engine) => writeHookSettings(engine, { program: hookProgram() }));
    const { tree } = await task(hub, "task/h", { "h.txt": "h\n" });
    const { code, told } = push(tree.dir, ["origin", "task/h"]);
    expect(code).not.toBe(0);
    expect(told[2]).toBe("  state:  active, clean");
    expect(push(home, ["origin", "task/h:main"]).code).not.toBe(0);
  });
});

describe("guard.push: state", () => {
  test("active and clean passes, dirty does not; clean again it passes once more", async () => {
    const { a, bare } = await scene({ guard: { push: "state" } });
    expect(push(a.tree.dir, ["origin", "task/a"]).code).toBe(0);
    a.tree.commit("More", { "a.txt": "b\n" });
    a.tree.write("left.txt", "not committed\n");
    const { code, told } = push(a.tree.dir, ["origin", "task/a"]);
    expect(code).not.toBe(0);
    expect(told.slice(1)).toEqual([
      "  branch: task/a",
      "  state:  dirty, 1 uncommitted file",
      "  why:    its worktree has changes that the push would leave out",
      "  do:     coppice commit task/a -m <message>, then coppice submit task/a",
    ]);
    a.tree.git("add", "--all");
    a.tree.git("commit", "--quiet", "--no-verify", "-m", "Nothing is left");
    expect(push(a.tree.dir, ["origin", "task/a"]).code).toBe(0);
    a.tree.git("commit", "--quiet", "--amend", "-m", "Rewritten");
    expect(push(a.tree.dir, ["--force", "origin", "task/a"]).code).not.toBe(0);
    expect(refsOf(bare)).toContain("refs/heads/task/a");
  });

  test("a conflict: refused until base is merged into the branch", async () => {
    const { repo, a } = await scene({ guard: { push: "state" } });
    repo.commit("Another a", { "a.txt": "other\n" });
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    expect(push(a.tree.dir, ["origin", "task/a"]).told[2]).toBe("  state:  conflict, not resolved");
    spawnSync("git", ["merge", "--quiet", "-X", "ours", "main"], { cwd: a.tree.dir });
    expect(push(a.tree.dir, ["origin", "task/a"]).code).toBe(0);
  });

  test("tags pass from a managed worktree, base does not", async () => {
    const { repo, a } = await scene({ guard: { push: "state" } });
    repo.git("tag", "v1");
    expect(push(a.tree.dir, ["origin", "v1"]).code).toBe(0);
    expect(push(a.tree.dir, ["origin", "main"]).code).not.toBe(0);
  });

  test("commits over there that nobody fetched: refused before git finds out", async () => {
    const { a, bare } = await scene({ guard: { push: "state" } });
    expect(push(a.tree.dir, ["origin", "task/a"]).code).toBe(0);
    const other = join(createTempDir(), "other");
    openRepo(bare).git("clone", "--quiet", "--branch", "task/a", bare, other);
    openRepo(other).commit("From elsewhere", { "e.txt": "e\n" });
    openRepo(other).git("push", "--quiet", "origin", "task/a");
    const { code, told } = push(a.tree.dir, ["--force", "origin", "task/a"]);
    expect(code).not.toBe(0);
    expect(told[3]).toBe("  why:    origin has commits of it that are not known here");
  });

  test("our notes and the archive: forward passes, set back or deleted not", async () => {
    const { repo, a } = await scene({ guard: { push: "state" } });
    const notes = "refs/notes/coppice";
    expect(push(a.tree.dir, ["origin", notes, "HEAD:refs/coppice/archive/x"]).code).toBe(0);
    expect(push(a.tree.dir, ["origin", "HEAD~1:refs/coppice/archive/x", "--force"]).code).not.toBe(0);
    expect(push(a.tree.dir, ["origin", `:${notes}`]).code).not.toBe(0);
    repo.git("update-ref", notes, `${notes}~1`);
    expect(push(a.tree.dir, ["--force", "origin", notes]).told[1]).toBe(`  ref:    ${notes}`);
  });

  test("our notes and the archive from the main worktree: judged no differently", async () => {
    const { repo, bare } = await scene();
    const [notes, archive] = ["refs/notes/coppice", "refs/coppice/archive/x"];
    expect(push(repo.dir, ["origin", notes, `main:${archive}`]).code).toBe(0);
    const before = openRepo(bare).git("for-each-ref");
    for (const args of [
      ["origin", `:${notes}`],
      ["origin", `:${archive}`, "main"],
      ["--force", "origin", `${notes}~1:${notes}`],
      ["--force", "origin", `main~1:${archive}`],
      // No commit: nothing of what stands there would be left.
      ["--force", "origin", `${repo.git("rev-parse", "main:README.md")}:${notes}`],
    ]) {
      const { code, told } = push(repo.dir, args);
      expect(code).not.toBe(0);
      expect(told[1]).toBe(`  ref:    ${args.some((arg) => arg.endsWith(notes)) ? notes : archive}`);
    }
    expect(openRepo(bare).git("for-each-ref")).toBe(before);
  });
});

describe("bad input", () => {
  const zero = "0".repeat(40);
  const oid = "1".repeat(40);

  test("lines as git writes them; local names with spaces, 64 digits, deletions", () => {
    const long = "2".repeat(64);
    const text = [
      `refs/heads/a ${oid} refs/heads/a ${zero}`,
      `HEAD@{1 day ago} ${oid} refs/heads/b ${zero}`,
      `(delete) ${zero} refs/heads/c ${oid}`,
      `refs/heads/d ${long} refs/heads/d ${"0".repeat(64)}`,
      "",
    ].join("\n");
    expect(parsePushLines(text)).toEqual({
      lines: [
        { localRef: "refs/heads/a", localOid: oid, remoteRef: "refs/heads/a", remoteOid: undefined },
        { localRef: "HEAD@{1 day ago}", localOid: oid, remoteRef: "refs/heads/b", remoteOid: undefined },
        { localRef: "(delete)", localOid: undefined, remoteRef: "refs/heads/c", remoteOid: oid },
        { localRef: "refs/heads/d", localOid: long, remoteRef: "refs/heads/d", remoteOid: undefined },
      ],
      malformed: [],
    });
  });

  test("lines that are none: told, and the push goes on; the ones that are lines are judged", async () => {
    const { repo } = await scene();
    const judge = (stdin: string) => prePush(["origin", "url"], stdin, {}, repo.dir);
    for (const bad of [
      "nonsense",
      "a b c d",
      `x ${oid} refs/heads/y ${"0".repeat(64)}`,
      `x ${oid} y ${zero}`,
      "\u0000",
    ]) {
      const answer = await judge(`${bad}\n`);
      expect(answer.code).toBe(0);
      expect(answer.stderr).toMatch(/^coppice: .*; the push is not judged\n$/);
    }
    const head = repo.git("rev-parse", "task/a");
    expect((await judge(`nonsense\nHEAD ${head} refs/heads/task/a ${zero}\n`)).code).toBe(3);
    expect(await judge("")).toEqual({ code: 0, stderr: "" });
    expect((await prePush([], `HEAD ${head} refs/heads/task/a ${zero}\n`, {}, repo.dir)).stderr).toContain(
      "push to the remote is refused",
    );
  });

  test("a journal that cannot be read: a warning; with hooks.failClosed the push is refused", async () => {
    const { repo } = await scene();
    const tip = repo.git("rev-parse", "refs/notes/coppice");
    writeFileSync(join(repo.dir, ".git/refs/notes/coppice"), `${"d".repeat(40)}\n`);
    const open = push(repo.dir, ["origin", "task/a"]);
    expect(open.code).toBe(0);
    expect(open.told.join("\n")).toContain("the push is not judged");
    writeFileSync(join(repo.dir, ".git/refs/notes/coppice"), `${tip}\n`);
    repo.git("config", "coppice.hooks.failClosed", "true");
    await run(repo.dir, async (engine) => writeHookSettings(engine, { program: hookProgram() }));
    writeFileSync(join(repo.dir, ".git/refs/notes/coppice"), `${"d".repeat(40)}\n`);
    const closed = push(repo.dir, ["origin", "task/a:task/b"]);
    expect(closed.code).not.toBe(0);
    expect(closed.told.join("\n")).toContain("hooks.failClosed");
  });

  test("outside of a repository, and with the hooks switched off", async () => {
    const dir = createTempDir();
    mkdirSync(join(dir, "empty"));
    const line = `HEAD ${oid} refs/heads/task/a ${zero}\n`;
    expect((await prePush(["origin"], line, {}, join(dir, "empty"))).stderr).toContain("no git repository");
    expect(await prePush(["origin"], line, { COPPICE: "0" }, dir)).toEqual({ code: 0, stderr: "" });
  });

  test("a remote that is a URL with a password: it is not shown", async () => {
    const { repo } = await scene();
    const url = "https://me:secret@example.invalid/x.git";
    const line = `HEAD ${repo.git("rev-parse", "task/a")} refs/heads/task/a ${zero}\n`;
    const { stderr } = await prePush([url, url], line, {}, repo.dir);
    expect(stderr).toContain("https://example.invalid/x.git");
    expect(stderr).not.toContain("secret");
  });

  test("a SHA-256 repository: its zeros and oids are understood", async () => {
    const dir = join(createTempDir(), "long");
    openRepo(join(dir, "..")).git("init", "--quiet", "--object-format=sha256", "-b", "main", dir);
    const repo = openRepo(dir);
    repo.commit("Start", { "README.md": "x\n" });
    const { tree } = await task(repo, "task/l", { "l.txt": "l\n" });
    const [head, none] = [tree.git("rev-parse", "HEAD"), "0".repeat(64)];
    const { code, stderr } = await prePush(["o"], `HEAD ${head} refs/heads/task/l ${none}\n`, {}, tree.dir);
    expect(code).toBe(3);
    expect(stderr).toContain("state:  active, clean");
    expect((await prePush(["o"], `(delete) ${none} refs/heads/task/l ${head}\n`, {}, tree.dir)).code).toBe(3);
  });
});

describe("what it costs", () => {
  test("a push of a task branch starts three git processes at most", async () => {
    const { repo, a } = await scene();
    const git = new GitRunner();
    const place = hookPlace({}, a.tree.dir);
    if (place === undefined) throw new Error("no place");
    const head = oidSchema.parse(a.tree.git("rev-parse", "HEAD"));
    const base = oidSchema.parse(repo.git("rev-parse", "main"));
    const lines = [{ localRef: "HEAD", localOid: head, remoteRef: "refs/heads/task/a", remoteOid: base }];
    const config = listConfig(place, git, Promise.resolve(undefined));
    const push = { place, remote: "origin", lines, objectFormat: "sha1", cwd: a.tree.dir, config } as const;
    expect(await judgePush({ ...push, git })).toContain("coppice submit task/a");
    expect(git.count).toBeLessThanOrEqual(3);
    expect(existsSync(join(repo.dir, ".git/coppice/pass"))).toBe(false);
  });
});
