import { describe, expect, test } from "vitest";
import { joinNotes, splitLines } from "../../src/journal/lines.js";

describe("splitLines", () => {
  test("blank lines and a missing last line feed: the lines alone", () => {
    expect(splitLines(Buffer.from("a\n\n  \nb\n\nc"))).toEqual(["a", "b", "c"]);
  });

  test("bytes that are not UTF-8: lines that differ stay different", () => {
    const lines = splitLines(Buffer.from([0x61, 0xff, 0x0a, 0x61, 0xfe, 0x0a]));
    expect(new Set(lines).size).toBe(2);
    expect(lines.map((line) => [...Buffer.from(line, "latin1")])).toEqual([
      [0x61, 0xff],
      [0x61, 0xfe],
    ]);
  });

  test("a replacement character that was written as such: read as it is", () => {
    expect(splitLines(Buffer.from("\uFFFD\n"))).toEqual(["\uFFFD"]);
  });
});

describe("joinNotes", () => {
  test("a note without a last line feed before another: they do not run together", () => {
    expect(joinNotes([Buffer.from("a"), Buffer.alloc(0), Buffer.from("b\n")]).toString()).toBe("a\nb\n");
  });
});
