import { expect, test } from "vitest";
import { isTaskBranch } from "../../src/config/task-branches.js";

const matches = (pattern: string, branch: string): boolean =>
  isTaskBranch({ taskBranches: [pattern] }, branch);

test.each([
  ["task/**", "task/a", true],
  ["task/**", "task/a/b", true],
  ["task/**", "tasks/a", false],
  ["task/**", "my/task/a", false],
  ["task/*", "task/a", true],
  ["task/*", "task/a/b", false],
  ["*/fix", "a/fix", true],
  ["*/fix", "a/b/fix", false],
  ["t?", "t1", true],
  ["t?", "t/", false],
  ["a.b", "axb", false],
  ["a+(b)$|{c}", "a+(b)$|{c}", true],
  ["wip-*", "wip-ä🌱", true],
])("the pattern %s and the branch %s: %s", (pattern, branch, expected) => {
  expect(matches(pattern, branch)).toBe(expected);
});

test("several patterns: one that matches is enough", () => {
  expect(isTaskBranch({ taskBranches: ["task/**", "agent/*"] }, "agent/7")).toBe(true);
});

test("a great many brackets that nothing closes: text, and told at once", () => {
  expect(matches("[".repeat(300_000), "task/a")).toBe(false);
  expect(matches(`${"[".repeat(300)}]`, `${"[".repeat(44)}[`)).toBe(true);
});
