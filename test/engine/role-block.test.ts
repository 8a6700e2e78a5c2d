import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roleLine, roleLinesIn, withRoleLines } from "../../src/engine/role-block.js";

const clone = "0123456789abcdef";
const other = "fedcba9876543210";
const texts = [
  "",
  "\n",
  "*.o",
  "*.o\n",
  "# mine\r\n*.o\r\n",
  "a\n\n\n",
  "\u00ff\u0000b",
  "# >>> coppice roles 0123456789ab\n",
  "# >>> coppice roles 0123456789ab\n/half\nmine\n# <<< coppice roles 0123456789ab\n",
  "# <<< coppice roles 0123456789ab",
];

describe("the lines of role files in a text of somebody else", () => {
  test("put in, changed and taken out: every byte is back, whatever the text was", () => {
    for (const text of texts) {
      const one = withRoleLines(text, clone, ["/CLAUDE.md"]);
      expect([text, one.startsWith(text), roleLinesIn(one, clone)]).toEqual([text, true, ["/CLAUDE.md"]]);
      expect(withRoleLines(one, clone, ["/CLAUDE.md"])).toBe(one);
      const two = withRoleLines(one, clone, ["/a", "/b"]);
      expect(roleLinesIn(two, clone)).toEqual(["/a", "/b"]);
      expect([text, withRoleLines(two, clone, [])]).toEqual([text, text]);
    }
  });

  test("any bytes: the same", () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((data) => Buffer.from(data).toString("latin1"));
    const pieces = fc.constantFrom(
      "\n",
      "\r\n",
      "/x",
      "# >>> coppice roles 0123456789ab",
      "# <<< coppice roles 0123456789ab",
    );
    const text = fc.array(fc.oneof(bytes, pieces), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (mine) => {
        // A whole block of this clone is Coppice's own, however it came there.
        fc.pre(roleLinesIn(mine, clone) === undefined);
        const put = withRoleLines(mine, clone, ["/a"]);
        expect(roleLinesIn(put, clone)).toEqual(["/a"]);
        expect(withRoleLines(put, clone, [])).toBe(mine);
      }),
    );
  });

  test("somebody wrote behind it, or another clone shares the file: theirs stays, line by line", () => {
    const put = withRoleLines("*.o", clone, ["/a"]);
    expect(withRoleLines(`${put}*.log\n`, clone, [])).toBe("*.o\n*.log\n");
    const shared = withRoleLines(put, other, ["/b"]);
    expect([roleLinesIn(shared, clone), roleLinesIn(shared, other)]).toEqual([["/a"], ["/b"]]);
    const rest = withRoleLines(shared, clone, []);
    expect([roleLinesIn(rest, clone), roleLinesIn(rest, other)]).toEqual([undefined, ["/b"]]);
    const crlf = put.replaceAll("\n", "\r\n");
    expect(roleLinesIn(crlf, clone)).toEqual(["/a"]);
  });

  test("names that gitignore would read otherwise: written so that they mean themselves", () => {
    const names: readonly (readonly [string, string])[] = [
      ["CLAUDE.md", "/CLAUDE.md"],
      ["#a!b", "/#a!b"],
      ["a*b?[c]\\d", "/a\\*b\\?\\[c\\]\\\\d"],
      ["end  ", "/end\\ \\ "],
      ["é", Buffer.from("/é").toString("latin1")],
    ];
    for (const [name, line] of names) expect(roleLine(name)).toBe(line);
  });
});
