import { describe, expect, test } from "vitest";
import { nearest } from "../../src/config/nearest.js";

describe("nearest", () => {
  const keys = ["taskBranches", "worktreeRoot", "merge", "base", "setup"];
  test.each([
    ["taskBranchs", "taskBranches"],
    ["bsae", "base"],
    ["merg", "merge"],
    ["WORKTREEROOT", "worktreeRoot"],
  ])("%s: %s is meant", (word, wanted) => {
    expect(nearest(word, keys)).toBe(wanted);
  });

  test("nothing is alike: nothing is offered", () => {
    expect(nearest("colour", keys)).toBeUndefined();
    expect(nearest("", keys)).toBeUndefined();
    expect(nearest("base", [])).toBeUndefined();
  });

  test("two are as near: the one that begins alike is offered", () => {
    expect(nearest("task-branch", ["base-branch", "task-branches"])).toBe("task-branches");
    expect(nearest("task-branch", ["task-branches", "base-branch"])).toBe("task-branches");
  });

  test("two neighbours are swapped: that is one slip, not two", () => {
    expect(nearest("ab", ["ba"])).toBe("ba");
    expect(nearest("ab", ["cd"])).toBeUndefined();
  });
});
