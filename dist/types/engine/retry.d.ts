import type { Operation, PassMark } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type RecordSession } from "./session.js";
export interface RetryOptions {
    /** False: only back to the state before, so that a person can mend there what made it fail. Default true. */
    readonly run?: boolean;
    /** Which run of prune finishes this removal. */
    readonly pass?: PassMark;
}
/**
 * Goes on after an error: a creation, setup or removal under a new operation, a commit, merge or resolution by
 * beginning it again. A merge that had landed when its process ended is completed, never made twice.
 * @throws INVALID_STATE when nothing failed or it cannot be retried, and what the operation itself throws
 */
export declare function retry(engine: Engine, name: string | undefined, options?: RetryOptions): Promise<WorktreeRecord>;
/**
 * The same under a lock that is held, of an operation whose leftovers are stopped and cleared away.
 * @throws as `retry`
 */
export declare function retryUnder(session: RecordSession, failed: WorktreeRecord, operation: Operation, run: boolean, pass?: PassMark): Promise<unknown>;
