import type { Happening } from "./entry.js";
import type { Operation } from "./events.js";
import type { WorktreeRecord } from "./record.js";
import { type Status } from "./states.js";
/**
 * Conditions that look at nothing but the entry and the record, so every clone that folds the same entries answers
 * them alike. What depends on the outside is a guard (guards.ts) and is asked once, before the entry is written.
 */
export type Condition = "runningOperation" | "newOperation" | "force" | "mergeConflict" | "endsHere" | "failedOperation";
/** What each condition says, for the documentation. */
export declare const conditionTexts: Readonly<Record<Condition, string>>;
/** Where RETRY goes back to. */
export declare const retryTargets: Readonly<Record<Operation, Status>>;
/** Whether going back to where `operation` began means running it: there is no resting state to go back to. */
export declare const retryMustRun: (operation: Operation) => boolean;
/** Whether the condition holds of an entry that comes to a record. */
export declare function conditionHolds(condition: Condition, record: WorktreeRecord, happening: Happening): boolean;
