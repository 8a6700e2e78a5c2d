import { type Condition } from "./conditions.js";
import type { Operation, TransitionType } from "./events.js";
import type { GuardName } from "./guards.js";
import type { Status } from "./states.js";
import * as steps from "./steps.js";
/** Where a transition starts: a state, or no record yet. */
export type Source = Status | "none";
/** One row of the table, without the state and the event that it stands under. */
export interface Row {
    readonly number: string;
    /** What the entry and the record must say; the first row of a cell whose conditions all hold is taken. */
    readonly when: readonly Condition[];
    /** What the facts must say before the entry is written. */
    readonly guard: GuardName | null;
    readonly effects: readonly steps.Step[];
    /** The effects run before the entry is written: the entry says that they worked. */
    readonly effectsFirst: boolean;
    readonly to: Status | Readonly<Record<Operation, Status>>;
}
type Cell = readonly Row[];
/**
 * The transition table, and the only place where it stands: the rows of one cell, in the order in which they are
 * tried; an empty cell is an invalid pair. A state or an event that is left out does not compile.
 */
export declare const cell: (from: Source, event: TransitionType) => Cell;
export {};
