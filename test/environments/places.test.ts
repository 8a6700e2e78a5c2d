import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { coppice, created } from "../cli/support.js";
import { createRepo, openRepo } from "../support/repo.js";
import { asProcess, inProcess, life } from "./life.js";

test("a submodule, below a directory with a line feed, quotes and an emoji in its name: a whole life", async () => {
  const sub = createRepo({ name: "sub" });
  const top = createRepo({ name: '--line\nfeed, it\'s "quoted" $(x) 🙂 日本' });
  top.git("submodule", "add", "--quiet", sub.dir, "sub");
  await life({ repo: openRepo(join(top.dir, "sub")), cli: inProcess });
});

test("a git directory that lies elsewhere: the main worktree moves along; from another one, where git does not know its place, nothing does", async () => {
  const repo = createRepo();
  repo.git("init", "--quiet", "--separate-git-dir", join(dirname(repo.dir), "elsewhere.git"));
  const task = openRepo(await created(repo, "task/a"));
  const before = task.commit("Work", { "new.txt": "new\n" });
  const refused = await coppice(task.dir, ["merge", "task/a"]);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/^error\[INVALID_STATE\] main is checked out in the main worktree, and /m);
  expect(repo.git("merge-base", "main", before)).toBe(repo.git("rev-parse", "main"));
  expect((await coppice(repo.dir, ["merge", "task/a"])).code).toBe(0);
  expect(repo.read("new.txt")).toBe("new\n");
  expect(repo.git("status", "--porcelain")).toBe("");
});

test("no place for temporary files: the merge is made in the repository's own, and nothing is left there", async () => {
  const repo = createRepo();
  openRepo(await created(repo, "task/a")).commit("Work", { "new.txt": "new\n" });
  const cli = asProcess({ ...process.env, TMPDIR: join(repo.dir, "missing") });
  expect(await cli(repo.dir, ["merge", "task/a"])).toMatchObject({ code: 0 });
  const left = readdirSync(join(repo.dir, ".git/coppice"));
  expect(left.filter((name) => name.startsWith("coppice-merge-"))).toEqual([]);
});
