import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBareRemote, createRepo, openRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

/** Where a worktree and its work are, and what that leaves a person to do. */

test("a worktree of another clone: show says where it is, and nothing advises what that clone alone can do", async () => {
  const repo = createRepo();
  const bare = createBareRemote(repo);
  await done(repo.dir, "create", "task/a", "--no-setup");
  openRepo(join(repo.dir, ".worktrees", "task-a")).commit("Work", { "a.txt": "a\n" });
  await done(repo.dir, "submit", "task/a");
  const other = createRepo();
  other.git("remote", "add", "origin", bare);
  other.git("fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/coppice");

  expect((await done(other.dir, "show", "task/a")).stdout).toContain("directory in another clone\n");
  const path = await coppice(other.dir, ["path", "task/a"]);
  expect([path.code, path.stderr]).toEqual([
    1,
    "error[WORKTREE_NOT_FOUND] The worktree of task/a is in another clone.\nhint: Run the command in the clone that made it.\n",
  ]);
  const create = await coppice(other.dir, ["create", "task/a"]);
  expect([create.code, create.stderr]).toEqual([
    3,
    "error[WORKTREE_EXISTS] task/a has a worktree in another clone: it is active.\n" +
      "hint: Go on with it in the clone that made it, or here on a branch of another name.\n",
  ]);
});

test("work that is in base while the worktree is kept: list says so, until there is more", async () => {
  const repo = createRepo();
  await done(repo.dir, "create", "task/a", "--no-setup");
  const tree = openRepo(join(repo.dir, ".worktrees", "task-a"));
  tree.commit("Work", { "a.txt": "a\n" });
  await done(repo.dir, "merge", "task/a", "--keep");
  const state = async () => (await done(repo.dir, "list", "--columns", "state")).stdout;
  expect(await state()).toBe("state\nactive (landed)\n");
  tree.commit("More", { "a.txt": "b\n" });
  expect(await state()).toBe("state\nactive\n");
  repo.git("branch", "release");
  await done(repo.dir, "merge", "task/a", "--keep", "--into", "release");
  expect(await state()).toBe("state\nactive (landed in release)\n");
});

test("a directory that is gone, and a branch that is not the record's: list marks them, show says what to do", async () => {
  const repo = createRepo();
  await done(repo.dir, "create", "task/a", "--no-setup");
  await done(repo.dir, "create", "task/b", "--no-setup");
  rmSync(join(repo.dir, ".worktrees", "task-a"), { recursive: true });
  openRepo(join(repo.dir, ".worktrees", "task-b")).git("switch", "--quiet", "--create", "other");

  const { stdout } = await done(repo.dir, "list", "--columns", "branch,state");
  expect(stdout).toMatch(/task\/a +active \(missing\)/);
  expect(stdout).toMatch(/task\/b +active!/);
  expect(stdout).toMatch(/\n!: coppice show <worktree> says what does not fit\n$/);
  expect((await done(repo.dir, "list", "--columns", "branch")).stdout).not.toContain("!");
  expect((await done(repo.dir, "show", "task/a")).stdout).toContain(
    "next      Bring the directory back, or coppice remove task/a.\n",
  );
});
