import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isPlainIndex } from "../../src/git/index-flags.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";

const files = {
  "a.txt": "a\n",
  "a-rather-long-folder/a-rather-long-name.txt": "b\n",
  "a-rather-long-folder/another-name.txt": "c\n",
  "ä.txt": "d\n",
};

/** Whether the index is plain, before and after git was told to do something to it. */
function told(repo: TestRepo, ...commands: readonly (readonly string[])[]): boolean[] {
  const index = join(repo.dir, ".git", "index");
  copyFileSync(index, `${index}.before`);
  const answers = commands.map((command) => {
    repo.git(...command);
    return isPlainIndex(readFileSync(index), "sha1");
  });
  copyFileSync(`${index}.before`, index);
  return answers;
}

test("what git status does not tell of: entries with marks, submodules, unmerged and split ones, and what was remembered", () => {
  const repo = createRepo({ files });
  const { git } = repo;
  const plain = [
    ["update-index", "--force-write-index"],
    ["update-index", "--index-version=4"],
    ["read-tree", "HEAD"],
  ];
  expect(told(repo, ...plain)).toEqual([true, true, true]);
  for (const command of [
    ["update-index", "--assume-unchanged", "a.txt"],
    ["update-index", "--skip-worktree", "ä.txt"],
    ["update-index", "--index-version=4", "--skip-worktree", "ä.txt"],
    ["update-index", "--add", "--cacheinfo", `160000,${git("rev-parse", "HEAD")},module`],
    ["update-index", "--split-index"],
    ["update-index", "--force-untracked-cache"],
    ["-c", "core.fsmonitor=/bin/false", "update-index", "--fsmonitor"],
  ]) {
    expect([command, told(repo, command)]).toEqual([command, [false]]);
  }
  repo.write("new.txt", "");
  expect(told(repo, ["add", "--intent-to-add", "new.txt"])).toEqual([false]);
  repo.write("a.txt", "ours\n");
  git("stash", "--quiet");
  repo.commit("Theirs", { "a.txt": "theirs\n" });
  expect(() => git("stash", "pop")).toThrow();
  const index = readFileSync(join(repo.dir, ".git", "index"));
  expect(isPlainIndex(index, "sha1")).toBe(false);
});

test("what is no index, is cut off, or of another format: not plain; an empty one and one of sha256: plain", () => {
  const repo = createRepo({ files });
  const index = readFileSync(join(repo.dir, ".git", "index"));
  expect(isPlainIndex(index, "sha1")).toBe(true);
  for (const length of [0, 11, 40, 100, index.length - 21, index.length - 1]) {
    expect([length, isPlainIndex(index.subarray(0, length), "sha1")]).toEqual([length, false]);
  }
  expect(isPlainIndex(Buffer.alloc(200, 1), "sha1")).toBe(false);
  const other = createTempDir();
  mkdirSync(other, { recursive: true });
  const long = openRepo(other);
  long.git("init", "--quiet", "--object-format=sha256");
  long.git("read-tree", "--empty");
  expect(isPlainIndex(readFileSync(join(other, ".git", "index")), "sha256")).toBe(true);
  long.write("one.txt", "x\n");
  long.git("add", "one.txt");
  const bytes = readFileSync(join(other, ".git", "index"));
  expect([isPlainIndex(bytes, "sha256"), isPlainIndex(bytes, "sha1")]).toEqual([true, false]);
});
