import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeOrder } from "../../src/engine/order.js";

const none = new Set<string>();

test("nothing conflicts: the order that was asked for", () => {
  expect(mergeOrder({ branches: ["b", "a", "c"], conflictsWithBase: none, conflicts: [] })).toEqual([
    "b",
    "a",
    "c",
  ]);
});

test("one branch conflicts with two that get along: the two go first", () => {
  const order = mergeOrder({
    branches: ["hub", "x", "y"],
    conflictsWithBase: none,
    conflicts: [
      ["hub", "x"],
      ["hub", "y"],
    ],
  });
  expect(order).toEqual(["x", "y", "hub"]);
});

test("a branch that conflicts with base: last", () => {
  expect(mergeOrder({ branches: ["a", "b"], conflictsWithBase: new Set(["a"]), conflicts: [] })).toEqual([
    "b",
    "a",
  ]);
});

test("any graph: every branch once, and those before the first conflicting one get along", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
    .filter(([one, two]) => one !== two);
  fc.assert(
    fc.property(fc.array(pair), fc.subarray(names), (conflicts, bad) => {
      const order = mergeOrder({ branches: names, conflictsWithBase: new Set(bad), conflicts });
      expect([...order].sort()).toEqual(names);
      const clashes = (branch: string, before: readonly string[]): boolean =>
        bad.includes(branch) ||
        conflicts.some(
          ([one, two]) =>
            (one === branch && before.includes(two)) || (two === branch && before.includes(one)),
        );
      const first = order.findIndex((branch, index) => clashes(branch, order.slice(0, index)));
      const taken = first < 0 ? order : order.slice(0, first);
      expect(taken.every((branch, index) => !clashes(branch, taken.slice(0, index)))).toBe(true);
    }),
  );
});
