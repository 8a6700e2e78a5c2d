import fc from "fast-check";
import type { Happening } from "../../src/lifecycle/entry.js";
import type { LifecycleEventInput, Operation } from "../../src/lifecycle/events.js";
import { type Stamp, stampSchema } from "../../src/lifecycle/ids.js";
import { reduce } from "../../src/lifecycle/machine.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { branch, createEvent, elsewhere, entry, here, oid, op, recordId } from "../lifecycle/support.js";

/** An entry with its place in the journal. */
export interface Placed extends Happening {
  readonly t: Stamp;
}

const ops = [1, 2, 3, 4, 5, "f"].map(op);
const oids = [0, 1, 2, 3].map(oid);
const operations: readonly Operation[] = [
  "create",
  "init",
  "commit",
  "merge",
  "resolve",
  "remove",
  "observe",
];

const anyOp = fc.constantFrom(...ops);
const anyOid = fc.constantFrom(...oids);
const anyOperation = fc.constantFrom(...operations);
const anyBranch = fc.constantFrom(branch("task/a"), branch("task/b"), branch("main"));
const file = fc.record({
  path: fc.constantFrom("a.txt", "b \u{1f680}.txt"),
  kind: fc.constantFrom("content" as const, "binary" as const),
  count: fc.integer({ min: 1, max: 9 }),
  preview: fc.constant({ ours: "a", theirs: "b" }),
  autoResolvable: fc.boolean(),
});

/** Every event and annotation there is, with ids out of a few, so that they meet. */
export const anyEvent: fc.Arbitrary<LifecycleEventInput> = fc.oneof(
  fc
    .record({ adopted: fc.boolean(), clone: fc.constantFrom(here, null) })
    .map((more) => ({ ...createEvent, ...more })),
  fc.record({ type: fc.constant("INIT_COMPLETE" as const), op: anyOp }),
  fc.record({
    type: fc.constant("MODIFY" as const),
    filesChanged: fc.constantFrom<string[]>(["a.txt"], ["a.txt", "b.txt"]),
    total: fc.integer({ min: 1, max: 500 }),
  }),
  fc.record({ type: fc.constant("DISCARD" as const) }),
  fc.record({ type: fc.constant("COMMIT" as const), op: anyOp, message: fc.constant("Work") }),
  fc.record({
    type: fc.constant("MERGE" as const),
    op: anyOp,
    target: anyBranch,
    headOid: anyOid,
    keep: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("RESOLVE_CONFLICT" as const),
    op: anyOp,
    resolution: fc.constantFrom("ours" as const, "theirs" as const, "manual" as const),
    headOid: anyOid,
  }),
  fc.record({ type: fc.constant("ABORT_MERGE" as const) }),
  fc.record({
    type: fc.constant("REMOVE" as const),
    op: anyOp,
    force: fc.boolean(),
    pruneBranch: fc.boolean(),
    discard: fc.boolean(),
  }),
  fc.record({ type: fc.constant("PRUNE" as const), op: anyOp, reason: fc.constantFrom("stale" as const) }),
  fc.record({
    type: fc.constant("ERROR" as const),
    op: anyOp,
    code: fc.constantFrom("MERGE_CONFLICT" as const, "MERGE_FAILED" as const, "INIT_SCRIPT_FAILED" as const),
    message: fc.constant("it failed"),
    details: fc.record({ conflictFiles: fc.array(file, { maxLength: 3 }), headOid: anyOid }),
    operation: anyOperation,
    recoverable: fc.boolean(),
  }),
  fc.record({ type: fc.constant("RETRY" as const), op: anyOp, operation: anyOperation, run: fc.boolean() }),
  fc.record({ type: fc.constant("REQUEST" as const), target: anyBranch, headOid: anyOid }),
  fc.record({ type: fc.constant("WITHDRAW" as const) }),
  fc.record({
    type: fc.constant("LANDED" as const),
    target: anyBranch,
    headOid: anyOid,
    evidence: fc.constantFrom("merge" as const, "tree" as const),
  }),
  fc.record({
    type: fc.constant("PR" as const),
    number: fc.integer({ min: 1, max: 99 }),
    url: fc.constant("https://example.org"),
    title: fc.constant("t"),
    state: fc.constantFrom("open" as const, "closed" as const),
    createdAt: fc.constant("2026-01-31"),
  }),
  fc.record({
    type: fc.constant("INIT_SCRIPT" as const),
    status: fc.constantFrom("running" as const, "success" as const, "failed" as const),
  }),
  fc.record(
    { type: fc.constant("HEAD" as const), oid: anyOid, branch: anyBranch, from: anyBranch },
    { requiredKeys: ["type", "oid", "branch"] },
  ),
  fc.record({ type: fc.constant("OWN" as const), clone: fc.constantFrom(here, elsewhere) }),
  fc.record({ type: fc.constant("TASK" as const), id: fc.constant("T-1"), status: fc.constant("verified") }),
  fc.record({
    type: fc.constant("STALE" as const),
    lastActivity: fc.constantFrom("2026-01-31T12:00:00.000Z", "2026-01-31T12:59:00.000Z"),
  }),
  fc.record({ type: fc.constant("LOCK" as const) }),
  fc.record({ type: fc.constant("UNLOCK" as const) }),
  fc.record({ type: fc.constant("LEASE" as const), until: fc.constant("2026-01-31T13:00:00.000Z") }),
  fc.record({ type: fc.constant("RELEASE" as const) }),
);

/** What a person or an engine would do next: events that the state has, with the operation that runs. */
function plausible(
  record: WorktreeRecord | null,
  wild: LifecycleEventInput,
  fresh: string,
): LifecycleEventInput[] {
  if (record === null) return [createEvent];
  const running = record.op?.id ?? op("f");
  const failure = (code: "MERGE_FAILED" | "MERGE_CONFLICT", operation: Operation): LifecycleEventInput => ({
    type: "ERROR",
    op: record.op === null ? op(fresh) : running,
    code,
    message: "it failed",
    operation,
    recoverable: true,
  });
  const done: LifecycleEventInput = { type: "INIT_COMPLETE", op: running };
  const modify: LifecycleEventInput = { type: "MODIFY", filesChanged: ["a.txt"], total: 1 };
  const merge = (keep: boolean, id: string): LifecycleEventInput => ({
    type: "MERGE",
    op: op(id),
    target: branch("main"),
    headOid: oid(1),
    keep,
  });
  const remove: LifecycleEventInput = { type: "REMOVE", op: op(fresh), force: true };
  switch (record.status) {
    case "creating":
      return [done, done, done, failure("MERGE_FAILED", "create")];
    case "initializing":
      return [done, done, done, failure("MERGE_FAILED", "init"), remove];
    case "active":
      return [
        modify,
        modify,
        modify,
        merge(false, fresh),
        merge(true, fresh),
        failure("MERGE_FAILED", "observe"),
        remove,
        { type: "PRUNE", op: op(fresh), reason: "stale" },
      ];
    case "dirty":
      return [
        modify,
        { type: "DISCARD" },
        { type: "COMMIT", op: op(fresh), message: "Work" },
        { type: "COMMIT", op: op(fresh), message: "Work" },
        failure("MERGE_FAILED", "observe"),
        remove,
      ];
    case "committing":
      return [done, done, merge(false, running.slice(0, 1)), failure("MERGE_FAILED", "commit")];
    case "merging":
      return [
        done,
        failure("MERGE_CONFLICT", "merge"),
        failure("MERGE_CONFLICT", "merge"),
        failure("MERGE_FAILED", record.op?.name === "resolve" ? "resolve" : "merge"),
        { type: "ABORT_MERGE" },
      ];
    case "conflict":
      return [
        { type: "RESOLVE_CONFLICT", op: op(fresh), resolution: "ours", headOid: oid(2) },
        { type: "RESOLVE_CONFLICT", op: op(fresh), resolution: "manual", headOid: oid(3) },
        { type: "ABORT_MERGE" },
        remove,
      ];
    case "removing":
      return [done, failure("MERGE_FAILED", "remove")];
    case "error": {
      const operation = record.lastError?.operation ?? "merge";
      const retry: LifecycleEventInput = { type: "RETRY", op: op(fresh), operation };
      return [retry, retry, retry, failure("MERGE_FAILED", operation), remove];
    }
    case "removed":
      return [wild];
  }
}

interface Draw {
  readonly guided: boolean;
  readonly pick: number;
  readonly wild: LifecycleEventInput;
  readonly minute: number;
  readonly there: boolean;
}

const anyDraw: fc.Arbitrary<Draw> = fc.record({
  guided: fc.integer({ min: 0, max: 9 }).map((n) => n < 7),
  pick: fc.nat(999),
  wild: anyEvent,
  minute: fc.nat(59),
  there: fc.integer({ min: 0, max: 9 }).map((n) => n < 2),
});

const stamp = (index: number, clone: string): Stamp =>
  stampSchema.parse(`${index.toString(16).padStart(16, "0")}-${clone}`);

/** Goes on from `start`: most events are plausible where the life stands, some are anything. */
export function live(draws: readonly Draw[], start: readonly Placed[] = [], clone: string = here): Placed[] {
  const entries = [...start];
  let record = foldPlaced(start);
  for (const { guided, pick, wild, minute, there } of draws) {
    const index = entries.length;
    const choices = plausible(record, wild, (index % 16).toString(16));
    const event = (guided ? choices[pick % choices.length] : undefined) ?? wild;
    const by = there ? (clone === here ? elsewhere : here) : clone;
    const placed = { ...entry(event, { minute, clone: by }), t: stamp(index, clone) };
    entries.push(placed);
    const reduction = reduce(recordId, record, placed);
    if (reduction.kind === "applied") record = reduction.record;
    // A life that has ended has little more to tell.
    if (record?.status === "removed" && pick % 3 === 0) break;
  }
  return entries;
}

/** A life of up to 40 entries. */
export const anyLife: fc.Arbitrary<Placed[]> = fc
  .array(anyDraw, { minLength: 1, maxLength: 40, size: "max" })
  .map((draws) => live(draws));

/** Two clones that part after a common beginning: what each has at the end. */
export const twoClones: fc.Arbitrary<readonly [Placed[], Placed[]]> = fc
  .tuple(
    fc.array(anyDraw, { minLength: 1, maxLength: 15, size: "max" }),
    fc.array(anyDraw, { maxLength: 15, size: "max" }),
    fc.array(anyDraw, { maxLength: 15, size: "max" }),
  )
  .map(([common, one, other]) => {
    const start = live(common);
    return [live(one, start, here), live(other, start, elsewhere)];
  });

/** The fold that the journal's specification describes: by `t`, each entry once. */
export function foldPlaced(entries: readonly Placed[]): WorktreeRecord | null {
  const byStamp = new Map(entries.map((placed) => [placed.t, placed]));
  let record: WorktreeRecord | null = null;
  for (const [, placed] of [...byStamp].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reduction = reduce(recordId, record, placed);
    if (reduction.kind === "applied") record = reduction.record;
  }
  return record;
}
