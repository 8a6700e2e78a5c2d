import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type MergeOutcome, merge } from "../../src/engine/merge.js";
import { withBaseLock } from "../../src/engine/record-lock.js";
import { resolve } from "../../src/engine/resolve.js";
import { createBareRemote, createTempDir, openRepo, snapshot } from "../support/repo.js";
import { commitAt, edit, leaveMain, mergeOne, project, task } from "./merge-support.js";
import { notes, recordIn, run } from "./support.js";

/** main checked out in the main worktree with something in progress there. */
const operations: readonly [string, (repo: ReturnType<typeof project>) => void][] = [
  [
    "cherry-pick",
    (repo) => {
      repo.git("branch", "other", "HEAD~1");
      repo.git("switch", "--quiet", "other");
      repo.commit("Other", { "src/a.txt": "other\n" });
      repo.git("switch", "--quiet", "main");
      repo.commit("Main", { "src/a.txt": "main\n" });
      expect(() => repo.git("cherry-pick", "other")).toThrow();
    },
  ],
  [
    "merge",
    (repo) => {
      repo.git("branch", "other", "HEAD~1");
      repo.git("switch", "--quiet", "other");
      repo.commit("Other", { "src/a.txt": "other\n" });
      repo.git("switch", "--quiet", "main");
      repo.commit("Main", { "src/a.txt": "main\n" });
      expect(() => repo.git("merge", "--quiet", "other")).toThrow();
    },
  ],
  [
    "rebase",
    (repo) => {
      repo.git("branch", "other", "HEAD~1");
      repo.git("switch", "--quiet", "other");
      repo.commit("Other", { "src/a.txt": "other\n" });
      repo.git("switch", "--quiet", "main");
      repo.commit("Main", { "src/a.txt": "main\n" });
      expect(() => repo.git("rebase", "--quiet", "other")).toThrow();
    },
  ],
  [
    "revert",
    (repo) => {
      repo.commit("One", { "src/a.txt": "one\n" });
      repo.commit("Two", { "src/a.txt": "two\n" });
      expect(() => repo.git("revert", "--no-edit", "HEAD~1")).toThrow();
    },
  ],
  [
    "bisect",
    (repo) => {
      repo.commit("One", { "x.txt": "1\n" });
      repo.commit("Two", { "x.txt": "2\n" });
      repo.git("bisect", "start", "HEAD", "HEAD~2");
    },
  ],
];

test.each(operations)("L13: a %s where base is checked out: refused, naming it", async (name, begin) => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  begin(repo);
  const main = repo.git("rev-parse", "main");
  const before = snapshot(repo.dir);
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({
    status: "refused",
    error: { code: "INVALID_STATE", details: { operation: name } },
  });
  expect(repo.git("rev-parse", "main")).toBe(main);
  expect(snapshot(repo.dir)).toEqual(before);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
});

test("base checked out in another linked worktree: that one moves, the main one does not", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  leaveMain(repo);
  const other = join(repo.dir, "..", "base");
  repo.git("worktree", "add", "--quiet", other, "main");
  edit(other, "src/b.txt", "edited\n");
  const before = snapshot(repo.dir);
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  expect(openRepo(other).read("a.txt")).toBe("a\n");
  expect(repo.gitIn(other, "status", "--porcelain")).toBe("M src/b.txt");
  expect(snapshot(repo.dir)).toEqual(before);
});

test("base checked out in two worktrees: refused", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  repo.git("worktree", "add", "--quiet", "--force", join(repo.dir, "..", "second"), "main");
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "BRANCH_CHECKED_OUT" },
  });
});

test("a bare repository: merged, its branch moves", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  a.tree.git("push", "--quiet", ".", "HEAD:refs/heads/copy");
  const bare = join(repo.dir, "..", "bare.git");
  repo.git("clone", "--quiet", "--bare", repo.dir, bare);
  const inBare = openRepo(bare);
  const b = await task(inBare, "task/b", { "b.txt": "b\n" });
  const outcome = await mergeOne(bare, "task/b");
  expect(outcome).toMatchObject({ status: "merged", removed: true });
  expect(inBare.git("show", "main:b.txt")).toBe("b");
  expect(existsSync(b.tree.dir)).toBe(false);
});

test("base behind its upstream: fetched, and moved over both in one step", async () => {
  const repo = project();
  const bare = createBareRemote(repo);
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  const other = join(repo.dir, "..", "other");
  repo.git("clone", "--quiet", bare, other);
  const upstream = openRepo(other).commit("Upstream goes on", { "up.txt": "up\n" });
  repo.gitIn(other, "push", "--quiet");
  const head = a.tree.git("rev-parse", "HEAD");
  const outcome = await mergeOne(repo.dir, "task/a", { strategy: "squash" });
  expect(outcome.status).toBe("merged");
  const made = commitAt(repo, "main");
  expect(made.parents).toEqual([upstream]);
  // The squash holds the task's change alone.
  expect(repo.git("diff", "--name-only", "main~1", "main")).toBe("a.txt");
  expect(repo.read("up.txt")).toBe("up\n");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(head).not.toBe(made.oid);
});

test("the remote is away: a warning, and what is known of it is used", async () => {
  const repo = project();
  const bare = createBareRemote(repo);
  await task(repo, "task/a", { "a.txt": "a\n" });
  repo.git("remote", "set-url", "origin", `${bare}-away`);
  const report = notes();
  expect((await mergeOne(repo.dir, "task/a", {}, { report })).status).toBe("merged");
  expect(report.warnings.join("\n")).toContain("could not be fetched from origin");
});

test("base and upstream have both moved: BASE_DIVERGED, nothing changed", async () => {
  const repo = project();
  const bare = createBareRemote(repo);
  await task(repo, "task/a", { "a.txt": "a\n" });
  const other = join(repo.dir, "..", "other");
  repo.git("clone", "--quiet", bare, other);
  openRepo(other).commit("Upstream goes on", { "up.txt": "up\n" });
  repo.gitIn(other, "push", "--quiet");
  const main = repo.commit("Base goes on too", { "down.txt": "down\n" });
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "BASE_DIVERGED" },
  });
  expect(repo.git("rev-parse", "main")).toBe(main);
});

test("--push: base is over there, too", async () => {
  const repo = project();
  const bare = createBareRemote(repo);
  repo.git("push", "--quiet", "origin", "main");
  await task(repo, "task/a", { "a.txt": "a\n" });
  expect(await mergeOne(repo.dir, "task/a", { push: true })).toMatchObject({
    status: "merged",
    problem: null,
  });
  expect(repo.gitIn(bare, "rev-parse", "main")).toBe(repo.git("rev-parse", "main"));
});

test("--push, but the remote has moved since it was seen: merged here, PUSH_REJECTED told", async () => {
  const repo = project({ config: { merge: { fetch: false } } });
  const bare = createBareRemote(repo);
  await task(repo, "task/a", { "a.txt": "a\n" });
  const other = join(repo.dir, "..", "other");
  repo.git("clone", "--quiet", bare, other);
  openRepo(other).commit("Upstream goes on", { "up.txt": "up\n" });
  repo.gitIn(other, "push", "--quiet");
  const there = repo.gitIn(bare, "rev-parse", "main");
  const outcome = await mergeOne(repo.dir, "task/a", { push: true });
  expect(outcome).toMatchObject({ status: "merged", removed: true, problem: { code: "PUSH_REJECTED" } });
  expect(repo.gitIn(bare, "rev-parse", "main")).toBe(there);
});

test("--into: another branch than base", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  repo.git("branch", "release");
  const main = repo.git("rev-parse", "main");
  expect(await mergeOne(repo.dir, "task/a", { into: "release" })).toMatchObject({
    status: "merged",
    target: "release",
  });
  expect(repo.git("show", "release:a.txt")).toBe("a");
  expect(repo.git("rev-parse", "main")).toBe(main);
});

test("--into a branch that does not exist, or itself: refused", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  for (const into of ["nowhere", "task/a"]) {
    expect(await mergeOne(repo.dir, "task/a", { into })).toMatchObject({
      status: "refused",
      error: { code: "INVALID_STATE" },
    });
  }
});

test("base that only the remote has: made here by the first merge", async () => {
  const repo = project();
  createBareRemote(repo);
  repo.git("push", "--quiet", "origin", "main:release");
  repo.git("fetch", "--quiet", "origin");
  await task(repo, "task/a", { "a.txt": "a\n" }, { base: "origin/release" });
  expect((await recordIn(repo.dir, "task/a")).base).toBe("release");
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  expect(repo.git("show", "release:a.txt")).toBe("a");
});

test("unmerged files where base is checked out, from a stash: refused, naming them", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  edit(repo.dir, "src/a.txt", "stashed\n");
  repo.git("stash", "--quiet");
  repo.commit("Base", { "src/a.txt": "base\n" });
  expect(() => repo.git("stash", "pop", "--quiet")).toThrow();
  const before = snapshot(repo.dir);
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["src/a.txt"] } },
  });
  expect(snapshot(repo.dir)).toEqual(before);
});

test("the task's directory was deleted by hand: refused, as nobody can tell what was in it", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  rmSync(a.tree.dir, { recursive: true });
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "WORKTREE_NOT_FOUND" },
  });
});

test("a SHA-256 repository: merged, rebased, resolved", async () => {
  const parent = createTempDir();
  execFileSync("git", ["init", "--quiet", "--object-format=sha256", "-b", "main", "repo"], { cwd: parent });
  const repo = openRepo(join(parent, "repo"));
  repo.commit("Start", { "src/a.txt": "one\n", "coppice.config.json": '{"worktreeRoot":"../{repo}-trees"}' });
  await task(repo, "task/a", { "src/a.txt": "task\n" });
  await task(repo, "task/b", { "b.txt": "b\n" });
  repo.commit("Base", { "src/a.txt": "base\n" });
  expect((await mergeOne(repo.dir, "task/b", { strategy: "rebase" })).status).toBe("merged");
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
  const outcome = await run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "ours" }));
  expect(outcome.status).toBe("merged");
  expect(repo.git("show", "main:src/a.txt")).toBe("task");
  repo.git("fsck", "--strict");
});

test("names with spaces, quotes and letters of all kinds: nothing is split or executed", async () => {
  const repo = project({ name: "my repo $(touch pwned) 'ü'" });
  const branch = "task/it's-$(touch_pwned)-ü";
  const a = await task(repo, branch, { 'a b/ü "q".txt': "a\n", "src/a.txt": "task\n" });
  repo.commit("Base", { "src/a.txt": "base\n" });
  expect((await mergeOne(repo.dir, branch)).status).toBe("conflict");
  const outcome = await run(repo.dir, (engine) => resolve(engine, branch, { resolution: "theirs" }));
  expect(outcome.status).toBe("merged");
  expect(repo.read('a b/ü "q".txt')).toBe("a\n");
  expect(existsSync(a.tree.dir)).toBe(false);
});

test("as many others land their work as agents may merge at once: computed anew each time, and merged in the end", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  leaveMain(repo);
  let others = 0;
  const [outcome] = await run(repo.dir, (engine) => {
    const { git } = engine.repo;
    const original = git.run.bind(git);
    vi.spyOn(git, "run").mockImplementation((cwd, args, options) => {
      if (args[0] === "update-ref" && others < 6) {
        others += 1;
        const oid = repo.git("commit-tree", "-p", "main", "-m", `Other ${others}`, "main^{tree}");
        repo.git("update-ref", "refs/heads/main", oid);
      }
      return original(cwd, args, options);
    });
    return merge(engine, ["task/a"]);
  });
  expect(outcome).toMatchObject({ status: "merged" });
  expect(repo.git("log", "-1", "--format=%s", "main^1")).toBe("Other 6");
});

test("another process moves base, and its files, while a merge waits for it: no edits, and both are in", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n", "same.txt": "one\n" });
  const [outcome] = await run(repo.dir, async (engine) => {
    const asked = (): boolean => engine.repo.git.trace.some(({ args }) => args.includes("merge-tree"));
    let merging: Promise<MergeOutcome[]> | undefined;
    await withBaseLock(engine, async () => {
      merging = merge(engine, ["task/a"]);
      await expect.poll(asked).toBe(true);
      repo.commit("Others", { "a.txt": "a\n", "b.txt": "b\n" });
    });
    return merging ?? [];
  });
  expect(outcome).toMatchObject({ status: "merged" });
  expect([repo.read("b.txt"), repo.read("same.txt")]).toEqual(["b\n", "one\n"]);
  expect(repo.git("status", "--porcelain")).toBe("");
});

test("an upstream that no refspec keeps here: told, and base is merged into as it stands", async () => {
  const repo = project();
  createBareRemote(repo);
  await task(repo, "task/a", { "a.txt": "a\n" });
  repo.git("config", "remote.origin.fetch", "+refs/heads/other:refs/remotes/origin/other");
  const report = notes();
  const [outcome] = await run(repo.dir, (engine) => merge(engine, ["task/a"]), { report });
  expect(outcome?.status).toBe("merged");
  expect(report.warnings).toEqual([
    "no refspec of origin keeps main in this clone: what it has of it there is not compared",
  ]);
});

test("base follows a URL with a password in it: pushed there or not, the password is told to nobody", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  repo.git("config", "branch.main.remote", "https://me:hunter22@127.0.0.1:1/x.git");
  repo.git("config", "branch.main.merge", "refs/heads/main");
  const report = notes();
  const outcome = await mergeOne(repo.dir, "task/a", { push: true }, { report });
  expect(outcome).toMatchObject({ status: "merged", problem: { code: "PUSH_REJECTED" } });
  const told = JSON.stringify([outcome, report]);
  expect(told).toContain("https://127.0.0.1:1/x.git");
  expect(told).not.toContain("hunter22");
});
