import type { Effect } from "./effects.js";
import type { Happening } from "./entry.js";
import { type TransitionType } from "./events.js";
import type { RecordId } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
import { type Row, type Source } from "./table.js";
/** Where a transition can start, none first. */
export declare const sources: readonly Source[];
/** The rows of a pair of state and event; empty: invalid. A journal is folded often, so each cell is built once. */
export declare function rowsOf(from: Source, event: TransitionType): readonly Row[];
/** A row of the table together with the pair it stands under. */
export interface Transition extends Row {
    readonly from: Source;
    readonly event: TransitionType;
}
/** All rows of the table in their order. */
export declare const transitions: () => readonly Transition[];
/** The events that the table has in a state, in the documentation's order. */
export declare const validEvents: (from: Source) => readonly TransitionType[];
/** What an entry does to a record. */
export type Reduction = {
    readonly kind: "applied";
    /** The number of the table's row; null: an annotation. */
    readonly row: string | null;
    readonly from: Source;
    readonly record: WorktreeRecord;
    readonly effects: readonly Effect[];
} | {
    readonly kind: "ignored";
    readonly from: Source;
    /** The pair is not in the table; the op is not the one that counts; the entry or record forbids it. */
    readonly reason: "INVALID_STATE" | "OTHER_OPERATION" | "NOT_ALLOWED";
    /** What the table has in this state. */
    readonly valid: readonly TransitionType[];
};
/** A reduction together with the row that was taken, for who has to ask its guard. */
export type Step = {
    readonly reduction: Reduction;
    readonly taken: Row | null;
};
/** Like `reduce`, and tells the row. */
export declare function take(id: RecordId, record: WorktreeRecord | null, happening: Happening): Step;
/**
 * The reducer: what one entry does to one record. It looks at nothing but its arguments, changes none of them and
 * never throws; an entry that is not valid in the state reached is ignored, and the record stays as it is.
 */
export declare const reduce: (id: RecordId, record: WorktreeRecord | null, happening: Happening) => Reduction;
