import { match } from "ts-pattern";
import type { Happening } from "./entry.js";
import type { Operation } from "./events.js";
import type { WorktreeRecord } from "./record.js";
import { type Status, stateProperties } from "./states.js";

/**
 * Conditions that look at nothing but the entry and the record, so every clone that folds the same entries answers
 * them alike. What depends on the outside is a guard (guards.ts) and is asked once, before the entry is written.
 */
export type Condition =
  | "runningOperation"
  | "newOperation"
  | "force"
  | "mergeConflict"
  | "endsHere"
  | "failedOperation";

/** What each condition says, for the documentation. */
export const conditionTexts: Readonly<Record<Condition, string>> = {
  runningOperation: "its op is the running one",
  newOperation: "its op is new to the record",
  force: "force",
  mergeConflict: "the code is MERGE_CONFLICT",
  endsHere: "the entry's clone is the record's owner, or it has none; no keep",
  failedOperation: "it names the operation that failed",
};

/** Where RETRY goes back to. */
export const retryTargets: Readonly<Record<Operation, Status>> = {
  create: "creating",
  init: "initializing",
  commit: "dirty",
  merge: "active",
  observe: "active",
  resolve: "conflict",
  remove: "removing",
};

/** Whether going back to where `operation` began means running it: there is no resting state to go back to. */
export const retryMustRun = (operation: Operation): boolean =>
  stateProperties(retryTargets[operation]).isTransient;

/** Whether the condition holds of an entry that comes to a record. */
export function conditionHolds(condition: Condition, record: WorktreeRecord, happening: Happening): boolean {
  const { event, by } = happening;
  return match(condition)
    .with("runningOperation", () => "op" in event && record.op !== null && event.op === record.op.id)
    .with("newOperation", () => "op" in event && !record.ops.includes(event.op))
    .with("force", () => event.type === "REMOVE" && event.force)
    .with("mergeConflict", () => event.type === "ERROR" && event.code === "MERGE_CONFLICT")
    .with("endsHere", () => (record.owner === null || record.owner === by.clone) && !record.merge?.keep)
    .with(
      "failedOperation",
      () =>
        event.type === "RETRY" &&
        event.operation === record.lastError?.operation &&
        // Going back to a conflict needs one.
        (event.operation !== "resolve" || (record.conflict !== null && record.merge !== null)) &&
        (event.run || !retryMustRun(event.operation)),
    )
    .exhaustive();
}
