import { expect, test } from "vitest";
import { PrunePasses } from "../../src/engine/prune-passes.js";
import { type Entry, entrySchema } from "../../src/lifecycle/entry.js";
import type { LifecycleEventInput, PassMark } from "../../src/lifecycle/events.js";
import { applied, elsewhere, errorEvent, here, inState, op } from "../lifecycle/support.js";

const removed = "01".repeat(8);

/** What entries of worktrees that were all `active` tell: `number` of an operation, event, minute, clone. */
function told(
  entries: readonly (readonly [number, LifecycleEventInput, number, string?])[],
): (string | number)[] {
  const passes = new PrunePasses();
  const records = new Map<number, ReturnType<typeof inState>>();
  return entries.flatMap(([of, event, minute, clone = here], at) => {
    const before = records.get(of) ?? inState("active");
    const { record } = applied(before, event, { minute, clone });
    records.set(of, record);
    const entry: Entry = entrySchema.parse({
      t: `${"0".repeat(16)}-${removed}`,
      v: 1,
      at: `2026-01-31T12:${String(minute).padStart(2, "0")}:00.000Z`,
      by: { name: "Ada", door: "cli", clone },
      event,
    });
    return passes.saw(before, record, entry).map((one) => `${at}: ${"count" in one ? one.count : one.type}`);
  });
}

const mark = (id: number, left: number): { pass: PassMark } => ({ pass: { id: op(id), left } });
const prune = (of: number, pass?: { pass: PassMark }) =>
  ({ type: "PRUNE", op: op(of), reason: "stale", ...pass }) as const;
const force = (of: number, pass: { pass: PassMark }) =>
  ({ type: "REMOVE", op: op(of), force: true, ...pass }) as const;
const end = (of: number) => ({ type: "INIT_COMPLETE", op: op(of) }) as const;
const dirty: LifecycleEventInput = { type: "MODIFY", filesChanged: ["a.txt"], total: 1 };

test.each<readonly [string, Parameters<typeof told>[0], readonly string[]]>([
  [
    "two that went: told with the second's end",
    [
      [1, prune(1, mark(9, 1)), 0],
      [1, end(1), 0],
      [2, force(2, mark(9, 0)), 1],
      [3, dirty, 1],
      [2, end(2), 1],
    ],
    ["4: 2"],
  ],
  [
    "the last one fails: told with its error, without it",
    [
      [1, prune(1, mark(9, 1)), 0],
      [1, end(1), 0],
      [2, prune(2, mark(9, 0)), 1],
      [2, errorEvent(2, "remove"), 1],
    ],
    ["3: 1"],
  ],
  [
    "none went: nothing is told",
    [
      [1, prune(1, mark(9, 0)), 0],
      [1, errorEvent(1, "remove"), 0],
    ],
    [],
  ],
  [
    "the last one was never begun: told with the next run of that clone, not with another's work",
    [
      [1, prune(1, mark(9, 1)), 0],
      [1, end(1), 0],
      [3, dirty, 1],
      [4, prune(4, mark(7, 0)), 2, elsewhere],
      [2, prune(2, mark(8, 0)), 3],
      [2, end(2), 3],
    ],
    ["4: 1", "5: 1"],
  ],
  [
    "the last one was never begun: told with an entry long after",
    [
      [1, prune(1, mark(9, 2)), 0],
      [1, end(1), 0],
      [3, dirty, 5],
      [4, dirty, 11],
    ],
    ["3: 1"],
  ],
  [
    "entries that name no run: those of one clone that follow one another are one",
    [
      [1, prune(1), 0, elsewhere],
      [2, prune(2), 0, elsewhere],
      [1, end(1), 0, elsewhere],
      [2, end(2), 1, elsewhere],
      [5, prune(5), 20, elsewhere],
    ],
    ["4: 2"],
  ],
])("%s", (_, entries, expected) => {
  expect(told(entries)).toEqual(expected);
});
