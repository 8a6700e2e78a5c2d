import fc from "fast-check";
import { match } from "ts-pattern";
import { HybridClock } from "../../src/journal/clock.js";
import { encode } from "../../src/journal/entry.js";
import { recordIdOf } from "../../src/journal/id.js";
import { type Entry, entrySchema } from "../../src/lifecycle/entry.js";
import { eventSchema, type LifecycleEvent, type LifecycleEventInput } from "../../src/lifecycle/events.js";
import {
  branchNameSchema,
  type CloneId,
  cloneIdSchema,
  oidSchema,
  opIdSchema,
  type RecordId,
  recordIdSchema,
} from "../../src/lifecycle/ids.js";
import { reduce } from "../../src/lifecycle/machine.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";

/** One generated step: who acts, what they choose from what is possible, and how their clock stands. */
interface Choice {
  readonly clone: 0 | 1;
  readonly pick: number;
  /** 0 to 99: below 12 an event out of place, below 25 an annotation, else an event that the state has. */
  readonly kind: number;
  /** Milliseconds that pass; clocks of different clones differ, and may fall back. */
  readonly passes: number;
}

const choice: fc.Arbitrary<Choice> = fc.record({
  clone: fc.constantFrom(0, 1),
  pick: fc.nat(9999),
  kind: fc.nat(99),
  passes: fc.integer({ min: -50, max: 5_000 }),
});

/** A record's whole life as its entries, in the order in which they were written. */
export interface Life {
  readonly id: RecordId;
  readonly entries: readonly Entry[];
  /** What each entry did when it was written: a row's number, null for an annotation, nothing when ignored. */
  readonly rows: readonly (string | null | undefined)[];
}

const clones = ["00000000000000aa", "00000000000000bb"].map((id) => cloneIdSchema.parse(id));
const main = branchNameSchema.parse("main");
const head = (number: number) => oidSchema.parse((number % 16).toString(16).repeat(40));
const opOf = (number: number) => opIdSchema.parse(number.toString(16).padStart(16, "0"));

/** A life of up to `steps` further entries after its CREATE. Both clones see every entry before they write. */
export const life = (steps = 30): fc.Arbitrary<Life> =>
  fc.array(choice, { minLength: 1, maxLength: steps, size: "max" }).map((choices) => live(choices));

/** Two clones that part after a common beginning: each goes on without seeing the other. */
export const partedLives = (steps = 15): fc.Arbitrary<{ one: Life; two: Life }> => {
  const part = fc.array(choice, { maxLength: steps, size: "max" });
  return fc.record({ common: part, one: part, two: part }).map(({ common, one, two }) => ({
    one: live([...common, ...one.map((it) => ({ ...it, clone: 0 as const }))]),
    two: live([...common, ...two.map((it) => ({ ...it, clone: 1 as const, passes: it.passes + 1 }))]),
  }));
};

function live(choices: readonly Choice[]): Life {
  const start = Date.UTC(2026, 0, 31, 12);
  const entries: Entry[] = [];
  const rows: (string | null | undefined)[] = [];
  let now = start;
  let serial = 0;
  const clock = new HybridClock({
    now: () => now,
    suffix: () => `${clones[serial % 2] ?? ""}`.slice(-8) + serial.toString(16).padStart(8, "0"),
  });
  let record: WorktreeRecord | null = null;
  let id = recordIdSchema.parse("0".repeat(40));
  const write = (event: LifecycleEvent, clone: CloneId): void => {
    const entry = entrySchema.parse({
      t: clock.next(entries.at(-1)?.t),
      v: 1,
      at: new Date(now).toISOString(),
      by: { name: "Somebody", door: "cli", clone },
      ...(entries.length === 0 ? { nonce: "0".repeat(32) } : {}),
      event,
    });
    if (entries.length === 0) id = recordIdOf(encode(entry), "sha1");
    const reduction = reduce(id, record, entry);
    entries.push(entry);
    rows.push(reduction.kind === "applied" ? reduction.row : undefined);
    if (reduction.kind === "applied") record = reduction.record;
  };
  write(parse(create(0)), cloneOf(0));
  for (const { clone, pick, kind, passes } of choices) {
    now += passes;
    // Clones that part must not give two entries one stamp.
    serial = serial + 2 - (serial % 2) + clone;
    write(choose(record, pick, kind, serial), cloneOf(clone));
  }
  return { id, entries, rows };
}

const cloneOf = (index: number): CloneId => clones[index] ?? cloneIdSchema.parse("");
const parse = (event: LifecycleEventInput): LifecycleEvent => eventSchema.parse(event);

function choose(record: WorktreeRecord | null, pick: number, kind: number, serial: number): LifecycleEvent {
  const fitting = record === null ? [create(serial)] : possible(record, serial, pick);
  const options =
    kind < 12 ? outOfPlace(serial) : kind < 25 || fitting.length === 0 ? annotations(serial, pick) : fitting;
  const event = options[pick % options.length];
  return parse(event ?? { type: "DISCARD" });
}

const create = (serial: number): LifecycleEventInput => ({
  type: "CREATE",
  op: opOf(serial),
  branch: branchNameSchema.parse("task/a"),
  base: main,
  baseOid: head(1),
  clone: cloneOf(0),
  task: "T-1",
});

const failure = (
  op: string,
  operation: "create" | "init" | "commit" | "merge" | "resolve" | "remove" | "observe",
  code: "TIMEOUT" | "MERGE_CONFLICT" = "TIMEOUT",
): LifecycleEventInput => ({
  type: "ERROR",
  op: opIdSchema.parse(op),
  code,
  message: "It failed.",
  operation,
  recoverable: true,
  details: {
    conflictFiles: [
      { path: "a", kind: "content", count: 1, preview: { ours: "x", theirs: "y" }, autoResolvable: true },
    ],
  },
});

/** What the table has in the state of a record, with everything that its conditions ask for. */
function possible(record: WorktreeRecord, serial: number, pick: number): LifecycleEventInput[] {
  const fresh = opOf(serial);
  const running = record.op?.id ?? fresh;
  const done: LifecycleEventInput = { type: "INIT_COMPLETE", op: running, sha: head(serial) };
  const modify: LifecycleEventInput = { type: "MODIFY", filesChanged: [`f${serial}`], total: 1 + (pick % 3) };
  const merge = (op: typeof fresh): LifecycleEventInput => ({
    type: "MERGE",
    op,
    target: main,
    headOid: head(serial),
    keep: pick % 2 === 0,
  });
  const remove = (force: boolean): LifecycleEventInput => ({ type: "REMOVE", op: fresh, force });
  return match(record.status)
    .returnType<LifecycleEventInput[]>()
    .with("creating", () => [done, done, failure(running, "create")])
    .with("initializing", () => [done, done, failure(running, "init"), remove(false)])
    .with("active", () => [
      modify,
      modify,
      merge(fresh),
      merge(fresh),
      failure(fresh, "observe"),
      remove(false),
      { type: "PRUNE", op: fresh, reason: "stale" },
    ])
    .with("dirty", () => [
      modify,
      { type: "DISCARD" },
      { type: "COMMIT", op: fresh, message: "Work" },
      { type: "COMMIT", op: fresh, message: "Work" },
      failure(fresh, "observe"),
      remove(true),
    ])
    .with("committing", () => [done, merge(running), failure(running, "commit")])
    .with("merging", () => [
      done,
      failure(running, "merge", "MERGE_CONFLICT"),
      failure(running, "merge", "MERGE_CONFLICT"),
      failure(running, "merge"),
      { type: "ABORT_MERGE" },
    ])
    .with("conflict", () => [
      { type: "RESOLVE_CONFLICT", op: fresh, resolution: "ours", headOid: head(serial) },
      { type: "RESOLVE_CONFLICT", op: fresh, resolution: "manual", headOid: head(serial) },
      { type: "ABORT_MERGE" },
      remove(true),
    ])
    .with("removing", () => [done, failure(running, "remove")])
    .with("error", () => [
      { type: "RETRY", op: fresh, operation: record.lastError?.operation ?? "observe" },
      { type: "RETRY", op: fresh, operation: record.lastError?.operation ?? "observe" },
      failure(fresh, "observe"),
      remove(false),
    ])
    .with("removed", () => [])
    .exhaustive();
}

const annotations = (serial: number, pick: number): LifecycleEventInput[] => [
  { type: "REQUEST", target: main, headOid: head(serial) },
  { type: "WITHDRAW" },
  { type: "LANDED", target: main, headOid: head(serial), evidence: "merge" },
  { type: "PR", number: 1 + pick, url: "https://example.com/1", title: "", state: "open", createdAt: "now" },
  { type: "INIT_SCRIPT", status: "running" },
  { type: "HEAD", oid: head(serial), branch: branchNameSchema.parse(`task/${pick % 3}`) },
  { type: "OWN", clone: cloneOf(pick % 2) },
  { type: "TASK", id: "T-1", status: "verified" },
  { type: "STALE", lastActivity: parseTime("2026-01-01T00:00:00.000Z") },
  { type: "LOCK", reason: "busy" },
  { type: "UNLOCK" },
  { type: "LEASE", until: parseTime("2026-02-01T00:00:00.000Z") },
  { type: "RELEASE" },
];

const parseTime = (text: string) => entrySchema.shape.at.parse(text);

/** Events with an operation that nobody knows, as a late or foreign one would write. */
const outOfPlace = (serial: number): LifecycleEventInput[] => [
  create(serial),
  { type: "INIT_COMPLETE", op: opOf(serial) },
  { type: "DISCARD" },
  { type: "COMMIT", op: opOf(serial), message: "Late" },
  { type: "ABORT_MERGE" },
  { type: "REMOVE", op: opOf(serial) },
  { type: "PRUNE", op: opOf(serial), reason: "manual" },
  failure(opOf(serial), "merge", "MERGE_CONFLICT"),
  { type: "RETRY", op: opOf(serial), operation: "commit" },
];
