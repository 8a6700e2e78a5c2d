import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDirectories } from "../../src/git/file-tree.js";
import { createTempDir } from "../support/repo.js";

test("a directory whose parents are missing: all are made, and a second time changes nothing", () => {
  const dir = join(createTempDir(), "a", "b", "c");
  makeDirectories(dir);
  makeDirectories(dir);
  expect(statSync(dir).isDirectory()).toBe(true);
});

test("a file, or a link that leads nowhere, in the place of a parent: an error, nothing is made", () => {
  const root = createTempDir();
  writeFileSync(join(root, "file"), "");
  symlinkSync(join(root, "nowhere"), join(root, "link"));
  expect(() => makeDirectories(join(root, "file", "x"))).toThrow(/ENOTDIR/);
  expect(() => makeDirectories(join(root, "link", "x"))).toThrow(/EEXIST|ENOENT/);
  expect(existsSync(join(root, "nowhere"))).toBe(false);
});

test("a file system that takes no new directories: an error at once", () => {
  // Where there is no /proc, the parent at the top is missing and may not be made.
  expect(() => makeDirectories("/proc/coppice/worktrees")).toThrow(/ENOENT|EACCES|EPERM|EROFS/);
});
