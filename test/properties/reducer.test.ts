import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide } from "../../src/lifecycle/decide.js";
import { errorDetailsSchema } from "../../src/lifecycle/error-schemas.js";
import type { Facts } from "../../src/lifecycle/facts.js";
import { reduce, transitions } from "../../src/lifecycle/machine.js";
import { recordSchema, type WorktreeRecord } from "../../src/lifecycle/record.js";
import { stateProperties } from "../../src/lifecycle/states.js";
import { freeze, recordId } from "../lifecycle/support.js";
import { anyLife, foldPlaced, type Placed, twoClones } from "./events.js";

// A fixed seed: the same lives in every run, so a failure can be looked at again.
const settings = { seed: 20260131, numRuns: 600 } as const;

/** `expect` keeps account of each call, which would be most of the time here: it gets to see what differs. */
function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** What holds of every record, whatever happened to it. */
function checkRecord(record: WorktreeRecord): void {
  same(recordSchema.parse(record), record);
  const { isTransient } = stateProperties(record.status);
  same(record.op !== null, isTransient);
  same(record.lastError !== null, record.status === "error");
  same(record.lastActivity <= record.updatedAt, true);
  same(record.createdAt <= record.updatedAt, true);
  same(new Set(record.ops).size, record.ops.length);
  if (record.op !== null) same(record.ops.includes(record.op.id), true);
  if (record.status === "merging") expect(record.merge).not.toBeNull();
  if (record.status === "removing") expect(record.removal).not.toBeNull();
  if (record.status === "removed") expect(record.removedAt).not.toBeNull();
}

describe("any sequence of events", () => {
  test("reduce: never throws, changes no argument, makes valid records; most events count, every row is reached", () => {
    const rows = new Map<string, number>();
    let all = 0;
    let effective = 0;
    let moves = 0;
    fc.assert(
      fc.property(anyLife, (life) => {
        let record: WorktreeRecord | null = null;
        for (const placed of freeze(life)) {
          const before: string = JSON.stringify(record);
          const reduction = reduce(recordId, freeze(record), placed);
          same(JSON.stringify(record), before);
          same(reduce(recordId, record, placed), reduction);
          all += 1;
          if (reduction.kind === "ignored") continue;
          effective += 1;
          if (reduction.row !== null) {
            moves += 1;
            rows.set(reduction.row, (rows.get(reduction.row) ?? 0) + 1);
          } else same(reduction.record.status, record?.status);
          checkRecord(reduction.record);
          if (record !== null) same(reduction.record.updatedAt >= record.updatedAt, true);
          record = reduction.record;
        }
      }),
      settings,
    );
    expect(all).toBeGreaterThan(5_000);
    expect(effective / all).toBeGreaterThan(0.5);
    expect(moves / all).toBeGreaterThan(0.5);
    const missing = transitions().filter(({ number }) => !rows.has(number));
    expect(missing.map(({ number }) => number)).toEqual([]);
  });

  test("shuffled and doubled: the same record", () => {
    const shuffled = anyLife.chain((life) =>
      fc.record({
        life: fc.constant(life),
        other: fc
          .tuple(
            fc.shuffledSubarray(life, { minLength: life.length, maxLength: life.length }),
            fc.shuffledSubarray(life),
          )
          .map(([whole, again]) => [...whole, ...again]),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ life, other }) => {
        same(foldPlaced(other), foldPlaced(life));
      }),
      settings,
    );
  });

  test("split between two clones: both come to the same record, whoever hears first", () => {
    let parted = 0;
    fc.assert(
      fc.property(twoClones, ([one, other]) => {
        const joined = foldPlaced([...one, ...other]);
        same(foldPlaced([...other, ...one]), joined);
        if (joined !== null) checkRecord(joined);
        const told = new Set(one.map(({ t }: Placed) => t));
        if (other.some(({ t }) => !told.has(t))) parted += 1;
      }),
      settings,
    );
    expect(parted).toBeGreaterThan(settings.numRuns / 2);
  });

  test("decide: never throws whatever the facts; what it accepts is what reduce makes of it", () => {
    const yes = fc.option(fc.boolean(), { nil: undefined });
    const paths = fc.option(fc.constantFrom<readonly string[]>([], ["a.txt"]), { nil: undefined });
    const facts = fc
      .record({
        flags: fc.array(yes, { minLength: 16, maxLength: 16 }),
        unmerged: paths,
        markers: paths,
        conflictsNow: paths,
        changes: fc.option(fc.nat(2), { nil: undefined }),
        force: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
        pending: fc.constantFrom<Facts["operationHere"]>(undefined, null, "rebase"),
        lock: fc.constantFrom<Facts["gitLock"]>(undefined, null, { reason: null }),
        lease: fc.constantFrom<Facts["liveLease"]>(undefined, null, { until: "later", holder: "Ada" }),
      })
      .map(({ flags, changes, force, pending, lock, lease, ...lists }) => {
        const known: [keyof Facts, unknown][] = [
          ...(
            [
              "hasCommit",
              "branchExists",
              "adopt",
              "liveRecord",
              "pathFree",
              "directoryExists",
              "listed",
              "owner",
              "baseDiverged",
              "reachableElsewhere",
              "insideDirectory",
              "stale",
              "orphaned",
              "completed",
            ] as const
          ).map((name, index): [keyof Facts, unknown] => [name, flags[index]]),
          ...Object.entries(lists).map(([name, value]): [keyof Facts, unknown] => [
            name === "unmerged" || name === "markers" ? name : "conflictsNow",
            value,
          ]),
          [
            "uncommitted",
            changes === undefined ? undefined : { files: ["a", "b"].slice(0, changes), total: changes },
          ],
          ["ahead", changes],
          ["baseCheckouts", changes],
          ["forceLevel", force],
          ["operationHere", pending],
          ["operationAtBase", pending],
          ["gitLock", lock],
          ["liveLease", lease],
        ];
        const gathered: Facts = Object.fromEntries(known.filter(([, value]) => value !== undefined));
        return gathered;
      });
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(anyLife, fc.array(facts, { minLength: 1, maxLength: 5 }), (life, gathered) => {
        let record: WorktreeRecord | null = null;
        for (const [index, placed] of life.entries()) {
          const decision = decide(recordId, record, placed, gathered[index % gathered.length] ?? {});
          const reduction = reduce(recordId, record, placed);
          if (decision.kind === "refused") {
            refused += 1;
            same(/undefined|null|\[object/.exec(decision.message), null);
            same(errorDetailsSchema.safeParse(decision.details).success, true);
          } else {
            accepted += 1;
            expect(reduction).toMatchObject({ kind: "applied", record: decision.next });
          }
          if (reduction.kind === "applied") record = reduction.record;
        }
      }),
      settings,
    );
    expect(accepted).toBeGreaterThan(1_000);
    expect(refused).toBeGreaterThan(1_000);
  });
});
