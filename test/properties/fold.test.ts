import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encode } from "../../src/journal/entry.js";
import { extend, fold, type Journal, type Line, linesOf } from "../../src/journal/fold.js";
import type { Entry } from "../../src/lifecycle/entry.js";
import { transitions } from "../../src/lifecycle/machine.js";
import { recordSchema } from "../../src/lifecycle/record.js";
import { type Life, life, partedLives } from "./lives.js";

const line = (text: string): Line => ({ text, pending: false });
const linesFor = (entries: readonly Entry[]): Line[] =>
  entries.map((entry) => line(encode(entry).slice(0, -1)));
const foldLife = ({ id, entries }: Life): Journal => fold(id, linesFor(entries));

/** The same lines in another order, some of them more than once. */
const scrambled = (lines: readonly Line[]): fc.Arbitrary<Line[]> => {
  if (lines.length === 0) return fc.constant([]);
  const all = fc.shuffledSubarray([...lines], { minLength: lines.length });
  return fc
    .tuple(all, fc.array(fc.constantFrom(...lines), { maxLength: 10 }))
    .chain(([every, again]) =>
      fc.shuffledSubarray([...every, ...again], { minLength: every.length + again.length }),
    );
};

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }).map((text) => text.replaceAll("\n", "")),
  fc.json({ maxDepth: 20 }),
  fc.constantFrom(
    "",
    "   ",
    "\0",
    "{}",
    "[[[[[[[[",
    '{"__proto__":{"polluted":true}}',
    '{"t":"019c143a30000000-0123456789abcdef","v":2}',
    '{"t":"ffffffffffffffff-ffffffffffffffff","v":1}',
    `{"t":"${"9".repeat(70_000)}"}`,
    "\ud800",
  ),
);

/** Keys that name nothing known, wrong types, and bits of real lines. */
const damaged = (entries: readonly Entry[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...entries.map((entry) => encode(entry).slice(0, -1))), fc.nat(), fc.nat())
    .map(([text, from, length]) => {
      const start = from % text.length;
      return text.slice(0, start) + text.slice(start + 1 + (length % 40));
    });

describe("fold", () => {
  test("the lives that are generated: every row of the table is reached, and most events take effect", () => {
    const reached = new Set<string>();
    let effective = 0;
    let all = 0;
    for (const { rows } of fc.sample(life(), { numRuns: 800, seed: 2 })) {
      for (const row of rows) {
        all += 1;
        if (row !== undefined) effective += 1;
        if (typeof row === "string") reached.add(row);
      }
    }
    expect([...reached].sort()).toEqual([...new Set(transitions().map(({ number }) => number))].sort());
    expect(effective / all).toBeGreaterThan(0.5);
  });

  test("a life in the order in which it was written: each entry does what it did then", () => {
    fc.assert(
      fc.property(life(), (it) => {
        const journal = foldLife(it);
        expect(journal.entries.map(({ superseded }) => superseded)).toEqual(
          it.rows.map((row) => row === undefined),
        );
        expect(recordSchema.parse(journal.record)).toEqual(journal.record);
        expect(journal.lastStamp).toBe(it.entries.at(-1)?.t);
      }),
    );
  });

  test("the same lines shuffled and repeated: the same journal", () => {
    const scenario = life().chain((it) => fc.tuple(fc.constant(it), scrambled(linesFor(it.entries))));
    fc.assert(
      fc.property(scenario, ([it, lines]) => {
        expect(fold(it.id, lines)).toEqual(foldLife(it));
      }),
    );
  });

  test("lines that come to a journal later: going on from its fold gives what folding all gives, or says no", () => {
    let went = 0;
    const scenario = life().chain((one) =>
      fc.tuple(fc.constant(one), fc.nat(one.entries.length), fc.boolean()).chain(([it, cut, shuffled]) => {
        const lines = linesFor(it.entries);
        return fc.tuple(fc.constant(it), fc.constant(cut), shuffled ? scrambled(lines) : fc.constant(lines));
      }),
    );
    fc.assert(
      fc.property(scenario, ([{ id }, cut, lines]) => {
        const extended = extend(fold(id, lines.slice(0, cut)), lines.slice(cut));
        if (extended === undefined) return;
        went += 1;
        expect(extended).toEqual(fold(id, lines));
      }),
    );
    expect(went).toBeGreaterThan(20);
  });

  test("two clones that acted at once: both come to the same record, in whatever order they exchange lines", () => {
    const scenario = partedLives().chain((lives) => {
      const lines = linesFor([...lives.one.entries, ...lives.two.entries]);
      return fc.tuple(fc.constant(lives), scrambled(lines), fc.nat(lines.length));
    });
    fc.assert(
      fc.property(scenario, ([{ one, two }, lines, cut]) => {
        const together = fold(one.id, linesFor([...one.entries, ...two.entries]));
        expect(fold(two.id, lines)).toEqual(together);
        // Exchanged in two portions, each folded in between.
        const half = fold(one.id, lines.slice(0, cut));
        expect(fold(one.id, [...linesOf(half), ...lines.slice(cut)])).toEqual(together);
      }),
    );
  });

  test("lines that are no entries among them: reported, and the record is the same", () => {
    const scenario = life().chain((it) =>
      fc.tuple(fc.constant(it), fc.array(fc.oneof(hostile, damaged(it.entries)), { maxLength: 8 })),
    );
    fc.assert(
      fc.property(scenario, ([it, strange]) => {
        const journal = fold(it.id, [...strange.map(line), ...linesFor(it.entries)]);
        const clean = foldLife(it);
        const unread = strange.filter((text) => journal.unreadable.includes(text));
        // A damaged line may still be an entry: then it is read as one.
        if (unread.length === strange.filter((text) => text.trim() !== "").length) {
          expect(journal.record).toEqual(clean.record);
          expect(journal.entries).toEqual(clean.entries);
        }
        expect(journal.unreadable).toEqual([...new Set(unread)].sort());
      }),
    );
  });

  test("any lines at all: folded without throwing, every line that is not blank is kept somewhere", () => {
    const scenario = life(5).chain((it) =>
      fc.tuple(fc.constant(it), fc.array(hostile), fc.array(damaged(it.entries))),
    );
    fc.assert(
      fc.property(scenario, ([it, strange, broken]) => {
        const journal = fold(it.id, [...strange, ...broken].map(line));
        const kept = new Set([...linesOf(journal)].map(({ text }) => text));
        const stamps = new Set(journal.entries.map(({ entry }) => entry.t));
        for (const text of [...strange, ...broken]) {
          if (text.trim() === "" || kept.has(text)) continue;
          expect([...stamps].some((stamp) => text.includes(stamp))).toBe(true);
        }
      }),
    );
  });
});
