import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import {
  type MessageInput,
  mergeMessage,
  subjectOf,
  trailerOf,
  withTrailers,
} from "../../src/engine/message.js";
import { branchNameSchema, recordIdSchema } from "../../src/lifecycle/ids.js";

const id = recordIdSchema.parse("a".repeat(40));
const input: MessageInput = {
  id,
  branch: branchNameSchema.parse("task/a"),
  target: branchNameSchema.parse("main"),
  strategy: "merge",
  task: null,
  title: null,
  template: undefined,
  commits: [],
  coAuthors: [],
};

/** What git itself finds at the end of a message. */
const trailersOf = (message: string): string[] =>
  execFileSync("git", ["interpret-trailers", "--parse"], { input: message, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);

test("merge without a template: names branch and base and carries the record", () => {
  expect(mergeMessage(input)).toBe(`Merge task/a into main\n\nCoppice-Worktree: ${id}\n`);
});

test("merge of a task with a title: title in the body, task in the trailers", () => {
  const message = mergeMessage({ ...input, task: "T-7", title: "Add\nlogin" });
  expect(message).toBe(`Merge task/a into main\n\nAdd login\n\nCoppice-Worktree: ${id}\nTask: T-7\n`);
  expect(trailersOf(message)).toEqual([`Coppice-Worktree: ${id}`, "Task: T-7"]);
});

test("template: its names are filled in once, an unknown one stays", () => {
  const message = mergeMessage({
    ...input,
    title: "{branch} tricks",
    template: "chore: {title} ({branch} -> {base}) {other}",
  });
  expect(subjectOf(message)).toBe("chore: {branch} tricks (task/a -> main) {other}");
});

test("template that comes out empty: the default message", () => {
  expect(subjectOf(mergeMessage({ ...input, template: "{title}" }))).toBe("Merge task/a into main");
});

test("squash of one commit: that commit's message, trailers joined to its own", () => {
  const message = mergeMessage({
    ...input,
    strategy: "squash",
    commits: ["Fix it\n\nBecause.\n\nSigned-off-by: A <a@example.org>\n"],
  });
  expect(message).toBe(`Fix it\n\nBecause.\n\nSigned-off-by: A <a@example.org>\nCoppice-Worktree: ${id}\n`);
  expect(trailersOf(message)).toHaveLength(2);
});

test("squash of several commits: their subjects, the title as subject", () => {
  const message = mergeMessage({
    ...input,
    strategy: "squash",
    title: "Add login",
    commits: ["One\n", "Two\n\nwith a body\n"],
    coAuthors: ["B <b@example.org>"],
  });
  expect(message).toBe(
    `Add login\n\n* One\n* Two\n\nCo-authored-by: B <b@example.org>\nCoppice-Worktree: ${id}\n`,
  );
});

test.each([
  ["a subject that looks like a trailer", "fix: it"],
  ["a body that looks like one but is prose", "Fix\n\nnote: this\nis prose and\ngoes on"],
  ["a last paragraph with a continued trailer", "Fix\n\nReviewed-by: A\n  <a@example.org>"],
  ["a cherry-picked commit", "Fix\n\nSome text\n(cherry picked from commit abc)"],
  ["windows line ends", "Fix\r\n\r\nBody\r\n"],
  ["blank lines all over", "\n\nFix\n\n\n\nBody  \n\n\n"],
])("%s: git finds the added trailer", (_, message) => {
  const result = withTrailers(message, [["Coppice-Worktree", id]]);
  expect(trailersOf(result)).toContain(`Coppice-Worktree: ${id}`);
  expect(trailerOf(result, "coppice-worktree")).toBe(id);
});

test("a trailer that stands there: not repeated", () => {
  const once = withTrailers("Fix", [["Task", "1"]]);
  expect(withTrailers(once, [["Task", "1"]])).toBe(once);
});

test("no trailer paragraph: none found", () => {
  expect(trailerOf("Task: 1\n", "Task")).toBeUndefined();
});
