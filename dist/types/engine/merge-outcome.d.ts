import type { CoppiceError } from "../lifecycle/errors.js";
import type { Strategy } from "../lifecycle/events.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
/** Why a worktree stays when the person wanted it so; it needs no telling. */
export declare const asAsked = "as asked";
interface About {
    /** The record as it is now. */
    readonly record: WorktreeRecord;
    readonly branch: BranchName;
    readonly target: BranchName;
}
/** How the merge of one worktree ended. */
export type MergeOutcome = 
/** Base has the work. */
(About & {
    readonly status: "merged";
    readonly strategy: Strategy;
    /** The commit that base was moved to; null when somebody else had landed the work. */
    readonly mergeOid: Oid | null;
    /** Commits left out because base had their changes (rebase). */
    readonly dropped: readonly Oid[];
    /** The worktree is gone, and the branch with it unless `branchStays`. */
    readonly removed: boolean;
    /** The worktree is gone and the branch is not: another worktree has it, or it got new commits. */
    readonly branchStays: boolean;
    /** Why they were kept, as the end of a sentence; null when they were not. */
    readonly kept: string | null;
    /** What went wrong after base had moved: the removal, the push. */
    readonly problem: CoppiceError | null;
})
/** The record is in `conflict`; nothing on disk has changed. The error is MERGE_CONFLICT. */
 | (About & {
    readonly status: "conflict";
    readonly error: CoppiceError;
})
/** There was nothing to merge; nothing has changed. */
 | (About & {
    readonly status: "already-merged";
    readonly error: CoppiceError;
})
/** The merge failed after it had begun: the record is in `error`. Base has not moved. */
 | (About & {
    readonly status: "failed";
    readonly error: CoppiceError;
})
/** It was not begun; nothing has changed. */
 | {
    readonly status: "refused";
    /** What was asked for: the branch, or the name as it was given. */
    readonly branch: string;
    readonly record: WorktreeRecord | null;
    readonly target: BranchName | null;
    readonly error: CoppiceError;
};
/** The error of an outcome, for exit codes and messages; undefined: all went well. */
export declare function errorOf(outcome: MergeOutcome): CoppiceError | undefined;
export {};
