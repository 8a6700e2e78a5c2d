import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

test("what was archived: a table and a document, and each way back, Coppice's and plain git's", async () => {
  const repo = createRepo();
  expect((await done(repo.dir, "archive")).stdout).toBe("nothing is archived\n");
  const tips = new Map<string, string>();
  for (const branch of ["task/a", "task/b"]) {
    const path = (await done(repo.dir, "create", branch, "--print", "path")).stdout.trim();
    writeFileSync(join(path, "work.txt"), `${branch}\n`);
    await done(repo.dir, "commit", branch, "-m", "Work");
    tips.set(branch, repo.git("rev-parse", branch));
    if (branch === "task/b") writeFileSync(join(path, "new.txt"), "new\n");
    await done(repo.dir, "remove", branch, "--force");
  }
  const refs = repo.git("for-each-ref", "--format=%(refname)", "refs/coppice/archive/").split("\n");
  const at = refs.map((ref) => ref.slice(ref.lastIndexOf("/") + 1));
  const listed = (await done(repo.dir, "archive")).stdout.split("\n");
  expect(listed[0]).toMatch(/^branch +at +age +until +tip +changes$/);
  expect(listed.slice(1, 3).sort()).toEqual([
    expect.stringMatching(
      new RegExp(
        `^task/a  ${at[0]}  .* \\d{4}-\\d\\d-\\d\\d  ${tips.get("task/a")?.slice(0, 7)}\\w* +commits$`,
      ),
    ),
    expect.stringMatching(
      new RegExp(
        `^task/b  ${at[1]}  .* \\d{4}-\\d\\d-\\d\\d  ${tips.get("task/b")?.slice(0, 7)}\\w* +1 untracked$`,
      ),
    ),
  ]);
  const documented = [
    { branch: "task/a", ref: refs[0], tip: tips.get("task/a"), changes: null, unsaved: [], problem: null },
    {
      branch: "task/b",
      tip: tips.get("task/b"),
      changes: { staged: 0, unstaged: 0, untracked: 1, ignored: 0 },
    },
  ];
  const all = expect.arrayContaining(documented.map((one) => expect.objectContaining(one)));
  expect((await done(repo.dir, "archive", "--json")).json()).toEqual({ archives: all });

  // As the README has it.
  repo.git("branch", "again/a", refs[0] ?? "");
  repo.git("branch", "again/b", `${refs[1]}^1`);
  expect(repo.git("rev-parse", "again/a", "again/b").split("\n")).toEqual([...tips.values()]);
  const tar = execFileSync("git", ["archive", `${refs[1]}:untracked`], { cwd: repo.dir });
  expect(tar.toString("latin1")).toContain("new.txt");

  expect((await coppice(repo.dir, ["restore", "task/b", "--at", "1999"])).code).toBe(1);
  const back = (await done(repo.dir, "restore", "task/b", "--json")).json();
  const path = join(repo.dir, ".worktrees", "task-b");
  expect(back).toMatchObject({ branch: "task/b", status: "dirty", path, archive: { ref: refs[1] } });
  expect(readFileSync(join(path, "new.txt"), "utf8")).toBe("new\n");
});
