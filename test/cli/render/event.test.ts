import { describe, expect, test } from "vitest";
import { eventText } from "../../../src/cli/render/event.js";
import { eventSchema } from "../../../src/lifecycle/events.js";

const text = (event: unknown): string => eventText(eventSchema.parse(event));
const op = "0123456789abcdef";
const [head, made] = ["a".repeat(40), "b".repeat(40)];

describe("what the log says of an entry", () => {
  test("a merge: which commit, into what, how; and whether worktree and branch stay", () => {
    const merge = { type: "MERGE", op, target: "main", headOid: head };
    expect(text(merge)).toBe("aaaaaaaaaa into main (merge)");
    expect(text({ ...merge, strategy: "squash", keep: true })).toBe("aaaaaaaaaa into main (squash, keep)");
  });

  test("an operation's end: what it made, of what", () => {
    const end = { type: "INIT_COMPLETE", op };
    expect(text(end)).toBe("");
    expect(text({ ...end, sha: head })).toBe("commit aaaaaaaaaa");
    expect(text({ ...end, sha: head, mergeOid: made })).toBe("merged as bbbbbbbbbb from aaaaaaaaaa");
  });

  test("a setup's end: only the steps that did something", () => {
    const end = { type: "INIT_COMPLETE", op };
    expect(text({ ...end, envCopied: true, depsInstalled: true })).toBe(
      "env files copied, dependencies installed",
    );
    expect(text({ ...end, envCopied: false })).toBe("");
  });
});
