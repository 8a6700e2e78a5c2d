import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { decodePath, decodePaths, displayPath, encodePath, nativePath } from "../../src/git/paths.js";

const bytes = (...parts: (string | number)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part, "utf8"))),
  );

test.each([
  ["plain", bytes("a/b c.txt")],
  ["beyond ASCII", bytes("é/😀")],
  ["Latin-1", bytes("caf", 0xe9, "/x")],
  ["cut characters", bytes("a", 0xf0, 0x9f, "b", 0xc3)],
  ["an encoded surrogate", bytes(0xed, 0xb3, 0xbf)],
  ["nothing but stray bytes", bytes(0xff, 0xfe, 0x80)],
])("a path that is %s: comes back byte for byte", (_what, path) => {
  const text = decodePath(path);
  expect(encodePath(text).equals(path)).toBe(true);
  expect(Buffer.from(nativePath(text)).equals(path)).toBe(true);
  expect(displayPath(text)).toBe(path.toString("utf8"));
});

test("two paths that look alike when shown: stay two", () => {
  const [one, other] = decodePaths(bytes("f", 0xfe, "\0", "f", 0xff, "\0"));
  expect(one).not.toBe(other);
  expect(displayPath(one ?? "")).toBe(displayPath(other ?? ""));
});

test("an output of fields: each once, whether the last is ended or not", () => {
  expect(decodePaths(bytes("a\0b\0"))).toEqual(["a", "b"]);
  expect(decodePaths(bytes("a\0b"))).toEqual(["a", "b"]);
  expect(decodePaths(bytes())).toEqual([]);
});
