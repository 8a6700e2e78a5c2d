import { expect, test } from "vitest";
import { commitProblem, usableTitle } from "../../src/engine/commit-words.js";
import { taskProblem } from "../../src/engine/task-words.js";
import { eventSchema } from "../../src/lifecycle/events.js";
import { illFormed } from "../../src/lifecycle/ill-formed.js";

test.each([
  ["Work", undefined, undefined],
  ["Work", "Ada <ada@example.com>", undefined],
  ["", undefined, "the commit message is empty"],
  [" \n\t", undefined, "the commit message is empty"],
  ["a\0b", undefined, "the commit message holds a NUL character"],
  ["é".repeat(32_769), undefined, "the commit message is longer than 64 KiB"],
  ["Work", "Ada", "the author is not written as 'Name <address>'"],
  ["Work", "Ada <a@b> <c@d>", "the author is not written as 'Name <address>'"],
  ["Work", "A\0 <a@b>", "the author is not written as 'Name <address>'"],
])("a commit's words %#: %j by %j, %j", (message, author, what) => {
  expect(commitProblem(message, author)?.what).toBe(what);
});

test.each([
  [{ status: "in_progress" }, undefined],
  [{ status: "in review", title: "Title", id: "T-1" }, undefined],
  [{ status: "in-progress" }, "the status 'in-progress' is none that pruning knows"],
  [{ status: "Verified" }, "the status 'Verified' is none that pruning knows"],
  [{ status: " " }, "the task's status is empty"],
  [{ status: "x", title: "" }, "the task's title is empty"],
  [{ status: "x", id: "y".repeat(256) }, "the task's id is longer than 255 characters"],
])("a task's words: %j, %j", (words, what) => {
  expect(taskProblem(words)?.what).toBe(what);
});

test("the first title that a commit can be called by", () => {
  expect(usableTitle([null, undefined, " ", "\0", "Log\0in"])).toBe("Log in");
  expect(usableTitle([null, ""])).toBeUndefined();
});

test.each([
  [{ type: "TASK", id: "T", status: "" }, "status must not be empty"],
  [{ type: "TASK", id: "T", status: "x".repeat(256) }, "status must have at most 255 characters"],
  [{ type: "TASK", id: 5, status: "x" }, "id must be string"],
  [{ type: "MODIFY", filesChanged: [], total: 1 }, "filesChanged must have at least 1 entry"],
  [{ type: "NOTHING" }, "type is not as it has to be"],
])("an event that is not well-formed: %j, %j", (event, reason) => {
  expect(illFormed(eventSchema.safeParse(event).error?.issues ?? [])).toBe(reason);
});
