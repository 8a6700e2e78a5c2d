import { describe, expect, test } from "vitest";
import { encode, maxLineBytes } from "../../src/journal/entry.js";
import { cutText, fitEntry, fitEvent } from "../../src/journal/fit.js";
import { type Entry, entrySchema } from "../../src/lifecycle/entry.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { actor, oid, op } from "./support.js";

/** The way an event takes into the journal. */
const journaled = (event: LifecycleEventInput): Entry =>
  fitEntry(
    entrySchema.parse({
      t: "019c143a30000000-0123456789abcdef",
      v: 1,
      at: "2026-01-31T12:00:00.000Z",
      by: actor(),
      event: fitEvent(event),
    }),
  );
const bytes = (entry: Entry): number => Buffer.byteLength(encode(entry), "utf8");
const failure = (details: object, message = "It failed."): LifecycleEventInput => ({
  type: "ERROR",
  op: op(1),
  code: "MERGE_CONFLICT",
  message,
  details,
  operation: "merge",
  recoverable: true,
});

describe("cutText", () => {
  test("a cut inside a character of two units: the character goes whole", () => {
    expect(cutText("ab😀", 3)).toBe("ab");
    expect(cutText("ab😀", 4)).toBe("ab😀");
  });
});

describe("fitEvent and fitEntry", () => {
  test("an error with a detail that the schema does not name: not journaled", () => {
    expect(journaled(failure({ exitCode: 1, secret: "x" })).event).toMatchObject({ details: {} });
  });

  test("a small event: nothing is cut", () => {
    const event: LifecycleEventInput = { type: "COMMIT", op: op(1), message: "Fix it" };
    expect(journaled(event).event).toEqual(event);
  });

  for (const [what, message] of Object.entries({
    "plain letters": "x".repeat(200_000),
    "letters of three bytes": "語".repeat(60_000),
    "characters that JSON escapes": "\u0001".repeat(60_000),
  })) {
    test(`a commit message of ${what}: cut as little as needed, its length kept`, () => {
      const entry = journaled({ type: "COMMIT", op: op(1), message });
      expect(bytes(entry)).toBeLessThanOrEqual(maxLineBytes);
      expect(bytes(entry)).toBeGreaterThan(maxLineBytes - 10);
      expect(entry.event).toMatchObject({ messageLength: message.length });
    });
  }

  test("many changed files with long names: the list is cut, the total kept", () => {
    const filesChanged = Array.from({ length: 300 }, (_, index) => `${"d/".repeat(1000)}${index}`);
    const entry = journaled({ type: "MODIFY", filesChanged, total: 300 });
    expect(bytes(entry)).toBeLessThanOrEqual(maxLineBytes);
    expect(entry.event).toMatchObject({ total: 300 });
    expect(entry.event.type === "MODIFY" && entry.event.filesChanged.length).toBeGreaterThan(20);
  });

  test("many files in a resolution: the list is cut, the total kept", () => {
    const files = Array.from({ length: 150 }, (_, index) => `${"é".repeat(2000)}${index}`);
    const entry = journaled({
      type: "RESOLVE_CONFLICT",
      op: op(1),
      resolution: "ours",
      files,
      headOid: oid("b"),
    });
    expect(bytes(entry)).toBeLessThanOrEqual(maxLineBytes);
    expect(entry.event).toMatchObject({ total: 150 });
  });

  test("a huge conflict: previews go before files, and the totals stay", () => {
    const file = (index: number) => ({
      path: `src/file-${index}.ts`,
      kind: "content" as const,
      count: 2,
      preview: { ours: "語".repeat(250), theirs: "語".repeat(250) },
      autoResolvable: false,
    });
    const conflictFiles = Array.from({ length: 250 }, (_, index) => file(index));
    const { event } = journaled(failure({ conflictFiles }));
    expect(bytes(journaled(failure({ conflictFiles })))).toBeLessThanOrEqual(maxLineBytes);
    const kept = event.type === "ERROR" ? event.details : {};
    expect(kept.conflictTotal).toBe(250);
    expect(kept.conflictFiles?.length).toBe(200);
    expect(kept.conflictFiles?.[0]?.preview.ours.length).toBeGreaterThan(5);
  });

  test("details at every schema limit: the line still fits", () => {
    const long = "語".repeat(4096);
    const details = Object.fromEntries(
      [
        "branch",
        "blockedBy",
        "base",
        "state",
        "event",
        "operation",
        "step",
        "found",
        "key",
        "file",
        "reason",
      ].map((key) => [key, long]),
    );
    const entry = journaled(
      failure({ ...details, files: Array(200).fill(long), commands: Array(50).fill(long) }),
    );
    expect(bytes(entry)).toBeLessThanOrEqual(maxLineBytes);
    expect(entry.event).toMatchObject({ code: "MERGE_CONFLICT", message: "It failed." });
  });

  test("an error's output: never journaled, and its texts lose paths and secrets", () => {
    const { event } = journaled(
      failure(
        { output: "secret stderr", reason: "cannot open /home/ann/repo/.env" },
        "fatal: https://ann:hunter2@example.com/x.git at /home/ann",
      ),
    );
    expect(event).toMatchObject({
      message: "fatal: https://example.com/x.git at <path>",
      details: { reason: "cannot open <path>" },
    });
    expect(JSON.stringify(event)).not.toContain("secret stderr");
  });

  test("a reason longer than the schema takes: cut instead of refused", () => {
    expect(journaled({ type: "LOCK", reason: "r".repeat(5000) }).event).toEqual({
      type: "LOCK",
      reason: "r".repeat(1024),
    });
  });
});
