import fc from "fast-check";
import { expect, test } from "vitest";
import { visible, visibleJson, visibleLines } from "../../../src/cli/render/visible.js";

test("escape sequences, C1 controls and reordering characters: written out", () => {
  expect(visible("a\u001b]0;title\u0007b")).toBe("a\\x1b]0;title\\x07b");
  expect(visible("\u009b31m")).toBe("\\x9b31m");
  expect(visible("task/\u202eexe.txt")).toBe("task/\\u{202e}exe.txt");
  expect(visible("one\ntwo\ttab\r")).toBe("one\\ntwo\\ttab\\r");
});

test("ordinary text of any script, and emoji: unchanged", () => {
  for (const text of ["task/ünïcode", "任务/一", "משימה", "🚀", "👩‍💻"]) expect(visible(text)).toBe(text);
});

test("several lines: line feeds and tabs stay, other controls do not", () => {
  expect(visibleLines("a\r\n\tb\u001b[2J\rc")).toBe("a\n\tb\\x1b[2J\\rc");
});

test("JSON of any value: the same value, and nothing that a terminal acts on", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (a, b) => {
      const value = { [a]: [b, a + b] };
      const json = visibleJson(JSON.stringify(value, undefined, 2));
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(visibleLines(json)).toBe(json);
    }),
  );
});
