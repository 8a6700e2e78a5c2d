import { annotate } from "./annotate.js";
import { conditionHolds } from "./conditions.js";
import type { Effect } from "./effects.js";
import type { Happening } from "./entry.js";
import { isTransition, type Operation, type TransitionType, transitionTypes } from "./events.js";
import type { RecordId } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
import { type Status, statuses } from "./states.js";
import { buildEffects } from "./steps.js";
import { cell, type Row, type Source } from "./table.js";
import { begin, move } from "./update.js";

/** Where a transition can start, none first. */
export const sources: readonly Source[] = ["none", ...statuses];

const cells = new Map<string, readonly Row[]>();

/** The rows of a pair of state and event; empty: invalid. A journal is folded often, so each cell is built once. */
export function rowsOf(from: Source, event: TransitionType): readonly Row[] {
  const key = `${from} ${event}`;
  const known = cells.get(key);
  if (known !== undefined) return known;
  const rows = cell(from, event);
  cells.set(key, rows);
  return rows;
}

/** A row of the table together with the pair it stands under. */
export interface Transition extends Row {
  readonly from: Source;
  readonly event: TransitionType;
}

const order = (number: string): number => Number.parseInt(number, 10) + (number.endsWith("b") ? 0.5 : 0);

/** All rows of the table in their order. */
export const transitions = (): readonly Transition[] =>
  sources
    .flatMap((from) =>
      transitionTypes.flatMap((event) => rowsOf(from, event).map((row) => ({ ...row, from, event }))),
    )
    .sort((a, b) => order(a.number) - order(b.number));

/** The events that the table has in a state, in the documentation's order. */
export const validEvents = (from: Source): readonly TransitionType[] =>
  transitionTypes.filter((event) => rowsOf(from, event).length > 0);

/** What an entry does to a record. */
export type Reduction =
  | {
      readonly kind: "applied";
      /** The number of the table's row; null: an annotation. */
      readonly row: string | null;
      readonly from: Source;
      readonly record: WorktreeRecord;
      readonly effects: readonly Effect[];
    }
  | {
      readonly kind: "ignored";
      readonly from: Source;
      /** The pair is not in the table; the op is not the one that counts; the entry or record forbids it. */
      readonly reason: "INVALID_STATE" | "OTHER_OPERATION" | "NOT_ALLOWED";
      /** What the table has in this state. */
      readonly valid: readonly TransitionType[];
    };

/** A reduction together with the row that was taken, for who has to ask its guard. */
export type Step = { readonly reduction: Reduction; readonly taken: Row | null };

const ignored = (from: Source, reason: Extract<Reduction, { kind: "ignored" }>["reason"]): Step => ({
  reduction: { kind: "ignored", from, reason, valid: validEvents(from) },
  taken: null,
});

const targetOf = (to: Row["to"], operation: Operation | null): Status | null =>
  typeof to === "string" ? to : operation === null ? null : to[operation];

/** Like `reduce`, and tells the row. */
export function take(id: RecordId, record: WorktreeRecord | null, happening: Happening): Step {
  const { event } = happening;
  const from: Source = record?.status ?? "none";
  if (!isTransition(event)) {
    if (record === null) return ignored(from, "INVALID_STATE");
    const next = annotate(record, event, happening);
    return { reduction: { kind: "applied", row: null, from, record: next, effects: [] }, taken: null };
  }
  const rows = rowsOf(from, event.type);
  if (rows.length === 0) return ignored(from, "INVALID_STATE");
  let otherOperation = false;
  for (const row of rows) {
    const broken =
      record === null ? undefined : row.when.find((name) => !conditionHolds(name, record, happening));
    if (broken !== undefined) {
      otherOperation ||= broken === "runningOperation" || broken === "newOperation";
      continue;
    }
    const to = targetOf(row.to, event.type === "RETRY" ? event.operation : null);
    if (to === null) continue;
    const next =
      record !== null
        ? move(record, event, happening, to)
        : event.type === "CREATE"
          ? begin(id, event, happening)
          : null;
    if (next === null) continue;
    const effects = buildEffects(row.effects, { before: record, record: next, event });
    return { reduction: { kind: "applied", row: row.number, from, record: next, effects }, taken: row };
  }
  return ignored(from, otherOperation ? "OTHER_OPERATION" : "NOT_ALLOWED");
}

/**
 * The reducer: what one entry does to one record. It looks at nothing but its arguments, changes none of them and
 * never throws; an entry that is not valid in the state reached is ignored, and the record stays as it is.
 */
export const reduce = (id: RecordId, record: WorktreeRecord | null, happening: Happening): Reduction =>
  take(id, record, happening).reduction;
