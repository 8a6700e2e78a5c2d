import { expect, test } from "vitest";
import {
  decidePrune,
  type Guarded,
  type PruneFacts,
  type PruneTerms,
  type PruneVerdict,
  pruneFilters,
  type Work,
} from "../../src/lifecycle/prune.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { applied, branch, freeze, here, oid, recordIn } from "./support.js";

const day = 86_400_000;
const hour = 3_600_000;
const now = Date.parse("2026-03-01T00:00:00.000Z");
const ago = (ms: number): string => new Date(now - ms).toISOString();
const head = oid(1);

/** Nobody's, as the Action adopts it. */
const ownerless: WorktreeRecord = freeze({ ...recordIn("active"), owner: null, headOid: head });
const owned: WorktreeRecord = freeze({ ...ownerless, owner: here });

const work = {
  merged: { kind: "merged", evidence: "patch-id", mergeOid: oid(3), at: now - 2 * day },
  unmerged: { kind: "unmerged", commits: 2 },
  level: { kind: "level", at: now - 90 * day },
  unknown: { kind: "unknown", reason: "its commits could not be read" },
} as const satisfies Record<Work["kind"], Work>;

const landedAt = (ms: number, headOid = head): WorktreeRecord["landed"] => ({
  target: branch("main"),
  headOid,
  mergeOid: null,
  evidence: "pull-request",
  at: timestamp(ms),
});
const timestamp = (ms: number) =>
  applied(recordIn("active"), { type: "STALE", lastActivity: ago(ms) }).record.stale?.lastActivity ??
  ownerless.updatedAt;
const marked = (last: number, at: number): WorktreeRecord["stale"] => ({
  lastActivity: timestamp(last),
  at: timestamp(at),
});
const task = (status: string): WorktreeRecord["task"] => ({ id: "T-1", title: null, status });

const quiet: PruneFacts = {
  record: ownerless,
  head,
  work: work.unmerged,
  lastWork: now - 90 * day,
  verifiedAt: undefined,
  uncommitted: 0,
  lease: null,
  locked: false,
  pulls: { from: [], onto: [] },
  guarded: null,
  orphaned: false,
  fromOutside: true,
};
const terms: PruneTerms = {
  now,
  maxAge: 7 * day,
  grace: day,
  delay: day,
  filters: pruneFilters,
  force: false,
  manual: false,
};

interface Case {
  readonly facts?: Partial<PruneFacts>;
  readonly record?: Partial<WorktreeRecord>;
  readonly terms?: Partial<PruneTerms>;
}
const decide = ({ facts, record, terms: other }: Case): PruneVerdict => {
  const all = { ...quiet, ...facts };
  return decidePrune({ ...all, record: { ...all.record, ...record } }, { ...terms, ...other });
};
/** `prune stale`, `mark`, `keep pull-request`. */
const short = (verdict: PruneVerdict): string =>
  verdict.kind === "prune"
    ? [verdict.kind, verdict.reason, ...(verdict.evidence === null ? [] : [verdict.evidence])].join(" ")
    : verdict.kind === "keep"
      ? `${verdict.kind} ${verdict.why}`
      : verdict.kind;

const goneFor = (ms: number): Partial<WorktreeRecord> => ({ stale: marked(90 * day, ms) });

const cases: Readonly<Record<string, readonly [Case, string]>> = {
  "no work for long": [{}, "mark"],
  "no work for a week to the minute": [{ facts: { lastWork: now - 7 * day } }, "mark"],
  "no work for a little less": [{ facts: { lastWork: now - 7 * day + 1 } }, "keep worked-on"],
  "a date in the future": [{ facts: { lastWork: now + day } }, "keep worked-on"],
  "marked, and the grace runs": [{ record: goneFor(day - 1) }, "keep grace"],
  "marked, and the grace is over": [{ record: goneFor(day) }, "prune stale"],
  "worked on since the mark": [
    { record: goneFor(2 * day), facts: { lastWork: now - day } },
    "keep worked-on",
  ],
  "older work came in since the mark": [
    { record: goneFor(2 * day), facts: { lastWork: now - 20 * day } },
    "mark",
  ],
  "no grace": [{ terms: { grace: 0 } }, "prune stale"],
  "forced: no grace": [{ terms: { force: true } }, "prune stale"],
  "its age is unknown": [{ facts: { lastWork: undefined } }, "keep unknown"],
  "its date is none": [{ facts: { lastWork: Number.NaN } }, "keep unknown"],

  "base has it": [{ facts: { work: work.merged, lastWork: now } }, "prune task_completed patch-id"],
  "landed a moment ago": [
    { record: { landed: landedAt(0) }, facts: { lastWork: now } },
    "prune task_completed pull-request",
  ],
  "landed, newer commits": [
    { record: { landed: landedAt(0, oid(2)) }, facts: { lastWork: now } },
    "keep worked-on",
  ],
  "landed, verified, newer commits": [
    { record: { landed: landedAt(0, oid(2)), task: task("verified") }, facts: { lastWork: now } },
    "keep worked-on",
  ],
  "landed, old newer commits": [{ record: { landed: landedAt(9 * day, oid(2)) } }, "mark"],
  "landed, newer commits that base has too": [
    { record: { landed: landedAt(0, oid(2)) }, facts: { work: work.merged } },
    "prune task_completed patch-id",
  ],
  "the task is verified": [
    { record: { task: task("verified") }, facts: { lastWork: now } },
    "prune task_completed",
  ],
  "completed and stale": [
    { record: goneFor(9 * day), facts: { work: work.merged } },
    "prune task_completed patch-id",
  ],

  "new, a year ago": [{ facts: { work: work.level } }, "keep new"],
  "new, forced and named": [
    { facts: { work: work.level }, terms: { force: true, manual: true } },
    "keep new",
  ],
  "base was forwarded to what was requested": [
    {
      facts: { work: work.level },
      record: {
        request: {
          target: branch("main"),
          strategy: "merge",
          headOid: head,
          keep: false,
          at: timestamp(day),
        },
      },
    },
    "prune task_completed ancestor",
  ],
  "base was forwarded to what had been ahead when it was adopted": [
    { facts: { work: work.level }, record: { adopted: true, baseOid: oid(0) } },
    "prune task_completed ancestor",
  ],
  "base's commits were pulled into what had none": [
    { facts: { work: work.level }, record: { adopted: true, baseOid: oid(0), headOid: oid(0) } },
    "keep new",
  ],

  "the branch was deleted": [{ facts: { head: null } }, "prune branch_deleted"],
  "the branch was deleted after it landed": [
    { facts: { head: null }, record: { landed: landedAt(0) } },
    "prune task_completed pull-request",
  ],
  "the branch is nowhere": [{ facts: { orphaned: true } }, "prune orphaned"],
  "it was named": [{ facts: { lastWork: now }, terms: { manual: true } }, "prune manual"],
  "stale, but that is not looked for": [{ terms: { filters: new Set(["completed"]) } }, "keep worked-on"],

  "a clone's, landed a while ago": [
    { facts: { record: owned }, record: { landed: landedAt(day) } },
    "prune task_completed pull-request",
  ],
  "a clone's, landed just now": [
    { facts: { record: owned }, record: { landed: landedAt(day - 1) } },
    "keep delay",
  ],
  "a clone's, landed just now, forced": [
    { facts: { record: owned }, record: { landed: landedAt(0) }, terms: { force: true } },
    "prune task_completed pull-request",
  ],
  "a clone's, merged nobody knows when": [
    { facts: { record: owned, work: { ...work.merged, at: null } } },
    "keep unknown",
  ],
  "a clone's, landed, worked on there": [
    { facts: { record: owned }, record: { landed: landedAt(day), headOid: oid(2) } },
    "keep owned",
  ],
  "a clone's, landed, uncommitted changes there": [
    { facts: { record: owned }, record: { landed: landedAt(day), status: "dirty" } },
    "keep owned",
  ],
  "a clone's, stale": [{ facts: { record: owned } }, "keep owned"],
  "a clone's, verified but not merged": [
    { facts: { record: owned, verifiedAt: now - 2 * day }, record: { task: task("verified") } },
    "keep owned",
  ],
  "its own, stale": [{ facts: { record: owned, fromOutside: false } }, "mark"],
  "its own, verified": [
    {
      facts: { record: owned, fromOutside: false, verifiedAt: now - 2 * day },
      record: { task: task("verified") },
    },
    "prune task_completed",
  ],
};

test.each(Object.entries(cases))("%s", (_, [one, expected]) => {
  expect(short(decide(one))).toBe(expected);
});

/** What keeps a branch whatever is due. */
const never: Readonly<Record<string, readonly [Case, string]>> = {
  "a live lease": [{ facts: { lease: ago(-hour) } }, "leased"],
  "whether there is a lease is unknown": [{ facts: { lease: undefined } }, "unknown"],
  "a lock": [{ record: { lock: { reason: null, at: timestamp(day) } } }, "locked"],
  "git's own lock": [{ facts: { locked: true } }, "locked"],
  "whether it is locked is unknown": [{ facts: { locked: undefined } }, "unknown"],
  "uncommitted changes": [{ facts: { uncommitted: 1 } }, "uncommitted"],
  "changes that could not be read": [{ facts: { uncommitted: undefined } }, "unknown"],
  "a task in progress": [{ record: { task: task("in_progress") } }, "in-progress"],
  "an open pull request from it": [{ facts: { pulls: { from: [7], onto: [] } } }, "pull-request"],
  "an open pull request onto it": [{ facts: { pulls: { from: [], onto: [7] } } }, "pull-request"],
  "pull requests that could not be read": [{ facts: { pulls: undefined } }, "unknown"],
  "whether it is protected is unknown": [{ facts: { guarded: undefined } }, "unknown"],
  "an operation that runs": [{ record: { status: "merging" } }, "running"],
  "a tip that could not be read": [{ facts: { head: undefined } }, "unknown"],
};
const guards: readonly Guarded[] = ["base", "default", "protected", "exempt"];

test.each([
  ...Object.entries(never),
  ...guards.map((guarded): [string, readonly [Case, string]] => [guarded, [{ facts: { guarded } }, guarded]]),
])("%s: kept, stale and completed alike", (_, [one, why]) => {
  expect(decide({ ...one, record: { ...one.record, ...goneFor(9 * day) } })).toMatchObject({
    kind: "keep",
    why,
  });
  expect(decide({ ...one, facts: { work: work.merged, ...one.facts } })).toMatchObject({ kind: "keep", why });
});

test("whether base has it is unknown: kept, with what is missing", () => {
  expect(decide({ record: goneFor(9 * day), facts: { work: work.unknown } })).toEqual({
    kind: "keep",
    why: "unknown",
    because: "it is not known whether main has its work: its commits could not be read",
  });
});

test("stale with an open pull request from it: marked, so that its readers hear of it, but never pruned", () => {
  const facts = { pulls: { from: [7], onto: [] } };
  expect(decide({ facts }).kind).toBe("mark");
  expect(decide({ facts, record: goneFor(9 * day) })).toMatchObject({ kind: "keep", why: "pull-request" });
  expect(decide({ facts: { pulls: { from: [7], onto: [8] } } }).kind).toBe("keep");
});

test("forced: only grace, delay and uncommitted changes are lifted", () => {
  expect(short(decide({ facts: { uncommitted: 3 }, terms: { force: true } }))).toBe("prune stale");
  expect(short(decide({ facts: { guarded: "exempt" }, terms: { force: true } }))).toBe("keep exempt");
});

test("what a person is told says how long ago and how long still", () => {
  const told = [
    decide({}),
    decide({ record: goneFor(3 * hour) }),
    decide({ record: goneFor(25 * hour) }),
    decide({ facts: { record: owned }, record: { landed: landedAt(23.5 * hour) } }),
    decide({ facts: { lastWork: now - hour } }),
  ];
  expect(told.map(({ because }) => because)).toEqual([
    "no work for 90 days",
    "no work for 90 days, marked as stale, and goes in 21 hours",
    "no work for 90 days, marked 1 day ago",
    "it has landed on main (pull-request), and goes in 30 minutes",
    "it was last worked on 1 hour ago",
  ]);
});
