import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GitRunner } from "../../src/git/run.js";
import { createRepo, openRepo, snapshot } from "../support/repo.js";
import { commitAt, edit, gone, leaveMain, mergeOne, project, task } from "./merge-support.js";
import { lifeOf, recordIn } from "./support.js";

test("a clean branch, base checked out nowhere: a two-parent commit, worktree and branch gone", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" }, { task: "T-1", title: "Add a" });
  leaveMain(repo);
  const head = a.tree.git("rev-parse", "HEAD");
  const base = repo.git("rev-parse", "main");
  const before = snapshot(repo.dir);
  const outcome = await mergeOne(repo.dir, "task/a");
  const made = commitAt(repo, "main");
  expect(outcome).toMatchObject({
    status: "merged",
    mergeOid: made.oid,
    removed: true,
    kept: null,
    problem: null,
  });
  expect(made.parents).toEqual([base, head]);
  expect(made.message).toBe(
    `Merge task/a into main\n\nAdd a\n\nCoppice-Worktree: ${a.record.id}\nTask: T-1\n`,
  );
  expect(repo.git("show", "main:a.txt")).toBe("a");
  expect(gone(a)).toBe(true);
  expect(repo.git("branch", "--list", "task/a")).toBe("");
  expect(snapshot(repo.dir)).toEqual(before);
  expect(await lifeOf(repo.dir, "task/a")).toEqual([
    "CREATE>creating",
    "INIT_COMPLETE>initializing",
    "INIT_COMPLETE>active",
    "MODIFY>dirty",
    "COMMIT>committing",
    "INIT_COMPLETE>active",
    "MERGE>merging",
    "INIT_COMPLETE>removing",
    "INIT_COMPLETE>removed",
  ]);
  const record = await recordIn(repo.dir, "task/a");
  expect(record.landed).toMatchObject({ mergeOid: made.oid, headOid: head, target: "main" });
});

test("L11: base checked out in the main worktree, clean: it moves with base and is clean", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n", "src/a.txt": "changed\n" });
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome.status).toBe("merged");
  expect(repo.read("a.txt")).toBe("a\n");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(repo.git("symbolic-ref", "HEAD")).toBe("refs/heads/main");
  expect(commitAt(repo, "HEAD").parents).toHaveLength(2);
  expect(gone(a)).toBe(true);
});

test("L12: edits where base is checked out that do not overlap: they stay exactly as they were", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  edit(repo.dir, "src/a.txt", "edited\n");
  edit(repo.dir, "src/b.txt", "staged\n");
  repo.git("add", "src/b.txt");
  edit(repo.dir, "new.txt", "untracked\n");
  const status = repo.git("status", "--porcelain");
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  expect(repo.git("status", "--porcelain")).toBe(status);
  expect(repo.read("src/a.txt")).toBe("edited\n");
  expect(repo.read("new.txt")).toBe("untracked\n");
  expect(repo.read("a.txt")).toBe("a\n");
});

test.each([
  ["an edited file", (dir: string) => edit(dir, "src/a.txt", "mine\n"), "src/a.txt"],
  ["an untracked file", (dir: string) => edit(dir, "a.txt", "mine\n"), "a.txt"],
])("L12: %s overlaps: refused before anything moved, the file named", async (_, change, file) => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n", "src/a.txt": "changed\n" });
  change(repo.dir);
  const before = snapshot(repo.dir);
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({
    status: "refused",
    error: { code: "WORKTREE_DIRTY", details: { uncommittedFiles: [file], uncommittedTotal: 1 } },
  });
  expect(snapshot(repo.dir)).toEqual(before);
  expect(gone(a)).toBe(false);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
});

test("L12: a file deleted where base is checked out: left deleted, or refused when the merge changes it", async () => {
  const repo = project();
  await task(repo, "task/a", { "src/a.txt": "task\n" });
  await task(repo, "task/b", { "b.txt": "b\n" });
  rmSync(join(repo.dir, "src/a.txt"));
  const before = snapshot(repo.dir);
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["src/a.txt"] } },
  });
  expect(snapshot(repo.dir)).toEqual(before);
  expect((await mergeOne(repo.dir, "task/b")).status).toBe("merged");
  expect(repo.git("status", "--porcelain")).toBe("D src/a.txt");
});

test("base is checked out sparsely: what the merge changes outside is no deletion", async () => {
  const repo = project();
  await task(repo, "task/a", { "src/a.txt": "task\n" });
  repo.git("sparse-checkout", "set", "--no-cone", "/*.json", "/README.md");
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(repo.git("show", "main:src/a.txt")).toBe("task");
});

test.each([
  ["key.secret", "key.secret"],
  ["keys/a/b.secret", "keys/a/b.secret"],
  ["keys.secret/a", "keys.secret"],
  ["keys", "keys/a.secret"],
])("the merge adds %s where an ignored %s is: refused before it begins", async (added, ignored) => {
  const repo = project({ files: { ".gitignore": "*.secret\n" } });
  const a = await task(repo, "task/a");
  edit(a.tree.dir, added, "theirs\n");
  a.tree.git("add", "-f", added);
  a.tree.git("commit", "-qm", "Add a key");
  edit(repo.dir, ignored, "mine\n");
  const before = snapshot(repo.dir);
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "WORKTREE_DIRTY", details: { uncommittedFiles: [ignored] } },
  });
  expect(repo.read(ignored)).toBe("mine\n");
  expect(snapshot(repo.dir)).toEqual(before);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
  rmSync(join(repo.dir, ignored));
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  expect(repo.read(added)).toBe("theirs\n");
});

test("nothing ahead of base: said so, nothing changed", async () => {
  const repo = project();
  await task(repo, "task/a");
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({ status: "already-merged", error: { code: "INVALID_STATE" } });
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
});

test("uncommitted changes: refused with the files; committed first with autoCommit", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  edit(a.tree.dir, "b.txt", "b\n");
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["b.txt"] } },
  });
  expect((await recordIn(repo.dir, "task/a")).status).toBe("dirty");
  const outcome = await mergeOne(repo.dir, "task/a", { autoCommit: true });
  expect(outcome).toMatchObject({ status: "merged", removed: true });
  expect(repo.git("show", "main:b.txt")).toBe("b");
  expect((await lifeOf(repo.dir, "task/a")).slice(-5)).toEqual([
    "MODIFY>dirty",
    "COMMIT>committing",
    "MERGE>merging",
    "INIT_COMPLETE>removing",
    "INIT_COMPLETE>removed",
  ]);
});

test("a submodule's commits are not pushed: refused before base moves; merged when the worktree is kept", async () => {
  const library = createRepo({ name: "library" });
  const repo = project();
  repo.git("submodule", "--quiet", "add", library.dir, "lib");
  repo.commit("Add the library");
  const a = await task(repo, "task/a");
  a.tree.git("submodule", "--quiet", "update", "--init");
  openRepo(join(a.tree.dir, "lib")).commit("Work", { "lib.txt": "lib\n" });
  a.tree.git("commit", "--quiet", "-am", "Use it");
  const main = repo.git("rev-parse", "main");
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: {
      code: "WORKTREE_DIRTY",
      details: { uncommittedFiles: ["lib (commits not pushed)"] },
      suggestedAction: expect.stringContaining("--keep"),
    },
  });
  expect(repo.git("rev-parse", "main")).toBe(main);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
  expect((await mergeOne(repo.dir, "task/a", { keep: true })).status).toBe("merged");
  a.tree.commit("More", { "more.txt": "more\n" });
  openRepo(join(a.tree.dir, "lib")).git("push", "--quiet", "origin", "HEAD:refs/heads/pushed");
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({ status: "merged", removed: true });
});

test("the command runs inside the worktree: kept, and said so", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  const outcome = await mergeOne(a.tree.dir, undefined);
  expect(outcome).toMatchObject({ status: "merged", removed: false, kept: "the command runs inside it" });
  expect(gone(a)).toBe(false);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
});

test("a single merge with base checked out: at most 12 git processes without removal", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  const git = new GitRunner();
  expect((await mergeOne(repo.dir, "task/a", { keep: true }, { git })).status).toBe("merged");
  const commands = git.trace.map(({ args }) => args.join(" "));
  expect(commands.length, commands.join("\n")).toBeLessThanOrEqual(12);
});

test("L22: called from a hook, with another worktree's GIT_DIR and GIT_INDEX_FILE: only the right places change", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  const b = await task(repo, "task/b", { "b.txt": "b\n" });
  const before = snapshot(b.tree.dir);
  const gitDir = b.tree.git("rev-parse", "--absolute-git-dir");
  const git = new GitRunner({
    env: {
      ...process.env,
      GIT_DIR: gitDir,
      GIT_INDEX_FILE: `${gitDir}/index`,
      GIT_WORK_TREE: b.tree.dir,
      GIT_PREFIX: "src/",
    },
  });
  expect((await mergeOne(repo.dir, "task/a", {}, { git })).status).toBe("merged");
  expect(gone(a)).toBe(true);
  expect(snapshot(b.tree.dir)).toEqual(before);
  expect(repo.git("status", "--porcelain")).toBe("");
});
