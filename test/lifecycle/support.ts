import type { Happening } from "../../src/lifecycle/entry.js";
import { entrySchema } from "../../src/lifecycle/entry.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import {
  branchNameSchema,
  cloneIdSchema,
  oidSchema,
  opIdSchema,
  recordIdSchema,
} from "../../src/lifecycle/ids.js";
import { reduce } from "../../src/lifecycle/machine.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import type { Source } from "../../src/lifecycle/table.js";

const hex = (digit: number | string, length: number): string => String(digit).slice(0, 1).repeat(length);

export const recordId = recordIdSchema.parse(hex("e", 40));
export const op = (digit: number | string) => opIdSchema.parse(hex(digit, 16));
export const oid = (digit: number | string) => oidSchema.parse(hex(digit, 40));
export const branch = (name: string) => branchNameSchema.parse(name);
export const here = cloneIdSchema.parse(hex("a", 16));
export const elsewhere = cloneIdSchema.parse(hex("b", 16));

interface Circumstances {
  readonly minute?: number;
  readonly clone?: string;
  readonly door?: "cli" | "hook" | "action" | "doctor";
  readonly name?: string;
}

/** An entry, parsed as the journal parses it: what is not valid never gets into a test. */
export function entry(event: LifecycleEventInput, circumstances: Circumstances = {}): Happening {
  const minute = String(circumstances.minute ?? 0).padStart(2, "0");
  return entrySchema.parse({
    t: `${hex(0, 16)}-${hex(0, 16)}`,
    v: 1,
    at: `2026-01-31T12:${minute}:00.000Z`,
    by: {
      name: circumstances.name ?? "Ada",
      door: circumstances.door ?? "cli",
      clone: circumstances.clone ?? here,
    },
    event,
  });
}

export const createEvent = {
  type: "CREATE",
  op: op(1),
  branch: branch("task/a"),
  base: branch("main"),
  baseOid: oid(0),
  clone: here,
} as const satisfies LifecycleEventInput;

export const mergeEvent = (digit = 3, more: { keep?: boolean } = {}) =>
  ({ type: "MERGE", op: op(digit), target: branch("main"), headOid: oid(2), ...more }) as const;

export const errorEvent = (
  digit: number | string,
  operation: "create" | "init" | "commit" | "merge" | "resolve" | "remove" | "observe",
  more: { code?: "MERGE_CONFLICT" | "MERGE_FAILED" | "WORKTREE_NOT_FOUND"; recoverable?: boolean } = {},
) =>
  ({
    type: "ERROR",
    op: op(digit),
    code: more.code ?? "MERGE_FAILED",
    message: "it failed",
    operation,
    recoverable: more.recoverable ?? true,
  }) as const;

/** Applies events one after the other, each of which must take effect. Every record on the way is frozen. */
export function fold(events: readonly LifecycleEventInput[], from: WorktreeRecord | null = null) {
  let record = from;
  for (const [index, event] of events.entries()) {
    const reduction = reduce(recordId, record, entry(event, { minute: index }));
    if (reduction.kind !== "applied") throw new Error(`${event.type} at ${index}: ${reduction.reason}`);
    record = freeze(reduction.record);
  }
  return record;
}

/** Freezes a value through and through: who writes to it throws. */
export function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

type Events = readonly LifecycleEventInput[];
const created: Events = [createEvent];
const initializing: Events = [...created, { type: "INIT_COMPLETE", op: op(1) }];
const active: Events = [...initializing, { type: "INIT_COMPLETE", op: op(1), sha: oid(1) }];
const dirty: Events = [...active, { type: "MODIFY", filesChanged: ["a.txt"], total: 1 }];
const merging: Events = [...active, mergeEvent()];

/** The shortest life that leads to each state. The operation that runs, where one does, is in `runningOp`. */
export const lives: Readonly<Record<Source, readonly LifecycleEventInput[]>> = {
  none: [],
  creating: created,
  initializing,
  active,
  dirty,
  committing: [...dirty, { type: "COMMIT", op: op(2), message: "Work" }],
  merging,
  conflict: [...merging, errorEvent(3, "merge", { code: "MERGE_CONFLICT" })],
  removing: [...active, { type: "REMOVE", op: op(4) }],
  removed: [...active, { type: "REMOVE", op: op(4) }, { type: "INIT_COMPLETE", op: op(4) }],
  error: [...merging, errorEvent(3, "merge")],
};

/** A record in a state, or null. */
export const inState = (state: Source): WorktreeRecord | null => fold(lives[state]);

/** A record in a state that has one. */
export function recordIn(state: Exclude<Source, "none">): WorktreeRecord {
  const record = inState(state);
  if (record === null) throw new Error(`no record in ${state}`);
  return record;
}

/** What `reduce` makes of an event, which must take effect. */
export function applied(record: WorktreeRecord | null, event: LifecycleEventInput, how: Circumstances = {}) {
  const reduction = reduce(recordId, record, entry(event, { minute: 30, ...how }));
  if (reduction.kind !== "applied") throw new Error(`${event.type}: ${reduction.reason}`);
  return reduction;
}
