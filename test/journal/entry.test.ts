import { describe, expect, test } from "vitest";
import { decode, encode, maxLineBytes } from "../../src/journal/entry.js";
import { formatOf, recordIdOf } from "../../src/journal/id.js";
import { type Entry, entrySchema } from "../../src/lifecycle/entry.js";
import { createRepo } from "../support/repo.js";
import { actor, createEvent } from "./support.js";

const stamp = "019c143a30000000-0123456789abcdef";
const entryOf = (event: unknown): Entry =>
  entrySchema.parse({ t: stamp, v: 1, at: "2026-01-31T12:00:00.000Z", by: actor(), event });

describe("encode", () => {
  test("an entry: one compact line that begins with its stamp and ends in a line feed", () => {
    const line = encode(entryOf({ type: "LOCK", reason: "two\nlines\u2028" }));
    expect(line).toBe(
      `{"t":"${stamp}","v":1,"at":"2026-01-31T12:00:00.000Z","by":{"name":"Coppice Test","door":"cli",` +
        `"clone":"00000000000000aa"},"event":{"type":"LOCK","reason":"two\\nlines\u2028"}}\n`,
    );
  });

  test("any event, encoded and decoded: the same entry", () => {
    for (const event of [createEvent(), { type: "DISCARD" }, { type: "LOCK", reason: "\ud800 \0 é" }]) {
      const entry = entryOf(event);
      expect(decode(encode(entry).slice(0, -1))).toEqual({ kind: "entry", entry });
    }
  });
});

describe("decode: hostile lines", () => {
  const valid = encode(entryOf({ type: "DISCARD" })).trimEnd();
  const cases: Record<string, [line: string, reason: string]> = {
    "nothing but text": ["hello", "not JSON"],
    "an entry cut off": [valid.slice(0, -3), "not JSON"],
    "a NUL byte": [`${valid}\0`, "not JSON"],
    "a number": ["7", "not an entry"],
    null: ["null", "not an entry"],
    "an array": ["[]", "not an entry"],
    "a later version": [valid.replace('"v":1', '"v":2'), "unknown version"],
    "a version that is no number": [valid.replace('"v":1', '"v":"1"'), "not an entry"],
    "no version": [valid.replace('"v":1,', ""), "not an entry"],
    "an unknown event": [valid.replace("DISCARD", "EXPLODE"), "not an entry"],
    "an event that is a list": [valid.replace(/\{"type":"DISCARD"\}/, '["DISCARD"]'), "not an entry"],
    "an unknown door": [valid.replace('"cli"', '"window"'), "not an entry"],
    "a date that does not exist": [valid.replace("2026-01-31", "2026-13-31"), "not an entry"],
    "a stamp in capitals": [valid.replace(stamp, stamp.toUpperCase()), "not an entry"],
    "a stamp after the year 9999": [valid.replace("019c143a3000", "ffffffffffff"), "not an entry"],
    "a key that names the prototype": [`{"__proto__":${valid}}`, "not an entry"],
    "deep nesting": [`${"[".repeat(30_000)}${"]".repeat(30_000)}`, "not an entry"],
    "deep nesting inside an event": [
      valid.replace('"DISCARD"', `${"[".repeat(20_000)}${"]".repeat(20_000)}`),
      "not an entry",
    ],
    "a line longer than 64 KiB": [valid.replace("Coppice Test", "x".repeat(maxLineBytes)), "too long"],
    "ten million brackets": ["[".repeat(10_000_000), "too long"],
  };
  for (const [situation, [line, reason]] of Object.entries(cases)) {
    test(`${situation}: ${reason}`, () => {
      expect(decode(line)).toEqual({ kind: "unreadable", reason });
    });
  }

  test("a prototype key inside an event: read without it, and no object has been changed", () => {
    const line = valid.replace('"type":"DISCARD"', '"type":"DISCARD","__proto__":{"polluted":true}');
    const decoded = decode(line);
    expect(decoded.kind === "entry" && Object.keys(decoded.entry.event)).toEqual(["type"]);
    expect("polluted" in {}).toBe(false);
  });

  test("unknown fields of a later release: the entry is read without them", () => {
    const line = valid.replace('"type":"DISCARD"', '"type":"DISCARD","mood":"good"');
    expect(decode(line)).toEqual({ kind: "entry", entry: entryOf({ type: "DISCARD" }) });
  });

  test("an error with a detail of a later release: the entry is read without it", () => {
    const error = (details: object) => ({
      type: "ERROR",
      op: "0123456789abcdef",
      code: "COMMIT_FAILED",
      message: "It failed.",
      details,
      operation: "commit",
      recoverable: true,
    });
    const line = encode(entryOf(error({ exitCode: 1 }))).trimEnd();
    const later = line.replace('"exitCode":1', '"exitCode":1,"mood":{"how":"bad"}');
    expect(decode(later)).toEqual({ kind: "entry", entry: entryOf(error({ exitCode: 1 })) });
    expect(decode(line.replace('"exitCode":1', '"exitCode":"one"'))).toMatchObject({ kind: "unreadable" });
  });
});

describe("recordIdOf", () => {
  for (const format of ["sha1", "sha256"] as const) {
    test(`a line in a ${format} repository: the id is the oid that git gives the blob`, () => {
      const repo = createRepo({ empty: true });
      repo.git("init", "--quiet", `--object-format=${format}`, `../${format}`);
      const line = `${encode(entryOf(createEvent())).trimEnd()} é\n`;
      repo.write("line", line);
      const id = recordIdOf(line, format);
      expect(repo.gitIn(`${repo.dir}/../${format}`, "hash-object", `${repo.dir}/line`)).toBe(id);
      expect(formatOf(id)).toBe(format);
    });
  }
});
