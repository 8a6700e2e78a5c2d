import fc from "fast-check";
import { expect, test } from "vitest";
import { recordIdOf } from "../../src/journal/id.js";
import { comingLines } from "../../src/journal/limits.js";
import { type NoteAt, NotesTree, portionsOf } from "../../src/journal/notes.js";
import { oidSchema } from "../../src/lifecycle/ids.js";

const first = "y".repeat(200);
const id = recordIdOf(`${first}\n`, "sha1");

test("lines of a note in any order, with some that were known: what is taken is the earliest, and the first line", () => {
  const word = fc.stringMatching(/^[a-z]{0,2}$/);
  const given = fc.record({
    words: fc.array(word, { maxLength: 60 }),
    known: fc.array(fc.stringMatching(/^[a-z]{1,2}$/), { maxLength: 5 }),
    most: fc.integer({ min: -1, max: 12 }),
    at: fc.option(fc.nat(60)),
  });
  fc.assert(
    fc.property(given, ({ words, known, most, at }) => {
      const lines = at === null ? words : [...words.slice(0, at), first, ...words.slice(at)];
      const before = new Map(known.map((line) => [line, Buffer.from(line)]));
      const coming = comingLines(id, Buffer.from(lines.join("\n")), before, most);
      const added = [...new Set(lines)].filter((line) => line !== "" && !before.has(line)).sort();
      const room = Math.max(0, most);
      const earliest = added.slice(0, room);
      const kept =
        at === null || earliest.includes(first)
          ? earliest
          : [...added.slice(0, Math.max(0, room - 1)), first];
      expect([...coming.lines.keys()].sort()).toEqual(kept.sort());
      expect(coming.cut).toBe(added.length > room);
      expect(coming.hasKnown).toBe(known.every((line) => lines.includes(line)));
    }),
  );
});

test("notes of sizes from nothing to more than a portion: in their order, few large ones in memory at once", () => {
  const mega = 1024 * 1024;
  const sizes = [31 * mega, 1, 2 * mega, undefined, 90 * mega, 0, 3];
  const portions = [...portionsOf(sizes, (size) => size)];
  expect(portions).toEqual([[31 * mega, 1], [2 * mega], [undefined], [90 * mega], [0, 3]]);
  expect([...portionsOf(Array<number>(2500).fill(1), (size) => size)].map(({ length }) => length)).toEqual([
    1000, 1000, 500,
  ]);
});

test("a hundred notes of many bytes: no question asks for more than a few of them", async () => {
  const asked: number[] = [];
  const oid = oidSchema.parse("1".repeat(40));
  class Tree extends NotesTree {
    async tip(): Promise<undefined> {
      return undefined;
    }
  }
  const objects = {
    sizesOf: async (names: readonly string[]) => names.map(() => 10 * 1024 * 1024),
    readMany: async (names: readonly string[]) => {
      asked.push(names.length);
      return names.map(() => ({ oid, type: "blob" as const, size: 1, data: Buffer.from("x") }));
    },
  };
  const notes = Array<NoteAt>(100).fill({ id, path: "x", blob: oid });
  let read = 0;
  for await (const _ of new Tree("refs/notes/coppice", () => objects, "sha1").contents(notes)) read += 1;
  expect(read).toBe(100);
  expect(Math.max(...asked)).toBe(3);
});
