import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
export interface RetryOptions {
    /** False: only back to the state before, so that a person can mend there what made it fail. Default true. */
    readonly run?: boolean;
}
/**
 * Goes on after an error: a creation, setup or removal under a new operation, a commit, merge or resolution by
 * beginning it again. A merge that had landed when its process ended is completed, never made twice.
 * @throws INVALID_STATE when nothing failed or it cannot be retried, and what the operation itself throws
 */
export declare function retry(engine: Engine, name: string | undefined, options?: RetryOptions): Promise<WorktreeRecord>;
