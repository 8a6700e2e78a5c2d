import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { settleMove } from "./base-move.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { throwIfInterrupted } from "./interpret.js";
import { withBaseLock } from "./record-lock.js";

/**
 * Takes back what an interrupted merge has left where base is checked out: the next one would take it for somebody's
 * edits.
 * @param record its merge was interrupted, and has not come to base
 * @throws INVALID_STATE while git's lock lies there
 */
export async function putBaseBack(engine: Engine, { merge }: WorktreeRecord): Promise<void> {
  if (merge === null) return;
  try {
    // Another merge may be moving it at this moment.
    await withBaseLock(engine, () => settleMove(engine, branchRef(merge.target)));
  } catch (error) {
    throwIfInterrupted(engine.signal);
    if (error instanceof CoppiceError && error.code === "INVALID_STATE") throw error;
    // The next merge tries it again.
    engine.report.warn(asCoppiceError(error, "GIT_FAILED", "look at where base is checked out").message);
  }
}
