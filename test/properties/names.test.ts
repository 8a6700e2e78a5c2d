import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { directoryKey, directoryName, uniqueDirectoryName } from "../../src/lifecycle/names.js";

const settings = { seed: 20260131, numRuns: 2_000 } as const;
const piece = fc.constantFrom(
  "/",
  "\\",
  ":",
  ".",
  "-",
  " ",
  "\t",
  "#",
  "con",
  "NUL",
  ".txt",
  "a",
  "A",
  "\u00e9",
  "e\u0301",
  "\u{1f680}",
  "\ud800",
  "\u0130",
);
/** Texts of any length, rich in what names must not have. */
const anyName = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc
    .tuple(fc.array(piece, { maxLength: 4 }), fc.integer({ min: 60, max: 260 }), piece)
    .map(([pieces, length, last]) => pieces.join("") + last.repeat(length)),
);

const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

function checkName(name: string): void {
  expect(name).not.toBe("");
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name.isWellFormed()).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be gone
  expect(name).not.toMatch(/[/\\:*?"<>|#\s\u0000-\u001f\u007f]/);
  expect(name).not.toMatch(/^[.-]|[.-]$|--/);
  expect(name).not.toMatch(device);
}

describe("directory names of any text", () => {
  test("are names that every file system takes, and stay as they are when named again", () => {
    fc.assert(
      fc.property(anyName, (text) => {
        const name = directoryName(text);
        checkName(name);
        expect(directoryName(name)).toBe(name);
      }),
      settings,
    );
  });

  test("of many branches: are all different, also without case and Unicode form, and come out the same again", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { minLength: 2, maxLength: 12 }), (branches) => {
        const place = (): string[] => {
          const taken: string[] = [];
          for (const branch of branches) taken.push(uniqueDirectoryName(branch, taken));
          return taken;
        };
        const names = place();
        for (const name of names) checkName(name);
        expect(new Set(names.map(directoryKey)).size).toBe(branches.length);
        expect(place()).toEqual(names);
      }),
      { ...settings, numRuns: 500 },
    );
  });

  test("of one branch: do not depend on the order of what is there", () => {
    const things = fc.tuple(anyName, fc.array(anyName, { maxLength: 6 })).chain(([branch, others]) => {
      const taken = [branch, ...others].map(directoryName);
      const shuffled = fc.shuffledSubarray(taken, { minLength: taken.length, maxLength: taken.length });
      return fc.record({ branch: fc.constant(branch), taken: fc.constant(taken), shuffled });
    });
    fc.assert(
      fc.property(things, ({ branch, taken, shuffled }) => {
        expect(uniqueDirectoryName(branch, shuffled)).toBe(uniqueDirectoryName(branch, taken));
      }),
      settings,
    );
  });
});
