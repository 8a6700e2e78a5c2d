import type { Strategy } from "../lifecycle/events.js";
import { type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
export interface SubmitOptions {
    /** Default: config `remote`, the branch's own, the main one. */
    readonly remote?: string;
    /** Default: config `merge.strategy`. */
    readonly strategy?: Strategy;
    /** Worktree and branch stay after the merge. Default: config `merge.keep`. */
    readonly keep?: boolean;
}
export interface Submitted {
    readonly record: WorktreeRecord;
    readonly remote: string;
    /** The commit that is to be merged. */
    readonly headOid: Oid;
    /** `unchanged`: the very same request was pending already; it is over there now in any case. */
    readonly outcome: "submitted" | "unchanged";
}
export interface Withdrawn {
    readonly record: WorktreeRecord;
    /** Null: there is none, so nobody had to be told. */
    readonly remote: string | null;
}
/**
 * Asks for a merge over there: journals REQUEST, then pushes the task branch and the journals in one atomic push. The
 * conflict of a branch that merges cleanly by now may be submitted too; it is resolved over there.
 * Where the push fails the request is taken back, so that the record never claims what nobody heard of.
 * @throws WORKTREE_DIRTY, INVALID_STATE (nothing to merge, a state that has nothing to submit, no such remote),
 *   FETCH_FAILED (nothing is journaled then), PUSH_REJECTED, NO_WORKTREE, WORKTREE_NOT_FOUND
 */
export declare function submit(engine: Engine, name: string | undefined, options?: SubmitOptions): Promise<Submitted>;
/**
 * Takes a request back: journals WITHDRAW and pushes the journals. Where that fails, the request stands as before.
 * @throws INVALID_STATE when none is pending, FETCH_FAILED, PUSH_REJECTED, NO_WORKTREE
 */
export declare function withdraw(engine: Engine, name: string | undefined, options?: Pick<SubmitOptions, "remote">): Promise<Withdrawn>;
