import type { EventOf, PruneReason } from "./events.js";
import type { Oid } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
/** How it is known that base has a branch's work. */
export type Evidence = EventOf<"LANDED">["evidence"];
/** What base has of the work of one commit. Times are milliseconds since the epoch. */
export type Work = {
    readonly kind: "merged";
    readonly evidence: Evidence;
    /** The commit on base that carries it, where one does. */
    readonly mergeOid: Oid | null;
    /** When base got it; null: that cannot be told. */
    readonly at: number | null;
}
/**
 * The commit stands on base's own line: nothing was ever committed on the branch, or base was fast-forwarded to it.
 * Only who knows the branch's past can tell these apart.
 */
 | {
    readonly kind: "level";
    readonly at: number | null;
} | {
    readonly kind: "unmerged";
    /** Commits that base does not contain. */
    readonly commits: number;
}
/** `reason` completes "it is not known whether base has its work: ...". */
 | {
    readonly kind: "unknown";
    readonly reason: string;
};
/** Branches that stand under somebody's protection. */
export type Guarded = "base" | "default" | "protected" | "exempt" | "no-task";
/**
 * What is known of a branch with its record, when it is asked whether both may go. Undefined: it could not be found
 * out, and keeps the branch.
 */
export interface PruneFacts {
    readonly record: WorktreeRecord;
    /** The branch's tip, which everything else here is about; null: the branch is gone. */
    readonly head: Oid | null | undefined;
    readonly work: Work;
    /** The newest sign of work, whoever saw it: milliseconds since the epoch. */
    readonly lastWork: number | undefined;
    /** When the record came to say that the task is verified. */
    readonly verifiedAt: number | undefined;
    /** Changed and untracked files; 0 where there is no directory. */
    readonly uncommitted: number | undefined;
    /** Until when somebody works here for certain; null: nobody does. */
    readonly lease: string | null | undefined;
    /** git's own lock on the worktree; that of the record stands there. */
    readonly locked: boolean | undefined;
    /** Numbers of the open pull requests that have the branch as head and as base. */
    readonly pulls: {
        readonly from: readonly number[];
        readonly onto: readonly number[];
    } | undefined;
    readonly guarded: Guarded | null | undefined;
    /** The branch exists nowhere, as far as its owner and the remote can tell. */
    readonly orphaned: boolean | undefined;
    /** Whether it is judged by who cannot see the owner's directory. */
    readonly fromOutside: boolean;
}
/** When what is due. Durations are milliseconds. */
export interface PruneTerms {
    /** Milliseconds since the epoch. */
    readonly now: number;
    readonly maxAge: number;
    /** Between the STALE mark and the removal. */
    readonly grace: number;
    /** Between the completion of what a clone owns and its removal. */
    readonly delay: number;
    /** What is looked for. */
    readonly filters: ReadonlySet<PruneFilter>;
    /** Lifts grace, delay and uncommitted changes, nothing else. */
    readonly force: boolean;
    /** A person named it: it is due whatever else is true. */
    readonly manual: boolean;
}
export type PruneFilter = "completed" | "orphaned" | "stale";
export declare const pruneFilters: ReadonlySet<PruneFilter>;
/** Why a branch stays. */
export type KeepReason = "new" | "worked-on" | "delay" | "grace" | "unknown" | "running" | "leased" | "locked" | "uncommitted" | "in-progress" | "pull-request" | "owned" | Guarded;
/** What becomes of a branch. `because` is a sentence without a full stop, for people. */
export type PruneVerdict = {
    readonly kind: "prune";
    readonly reason: PruneReason;
    readonly evidence: Evidence | null;
    readonly because: string;
}
/** It is told that it is stale, and goes when the grace is over. `lastWork`: milliseconds since the epoch. */
 | {
    readonly kind: "mark";
    readonly lastWork: number;
    readonly because: string;
} | {
    readonly kind: "keep";
    readonly why: KeepReason;
    readonly because: string;
};
/**
 * Decides whether a branch and its record go. Of several reasons the first of task_completed, branch_deleted, orphaned,
 * stale, manual is given. Whatever could not be found out keeps it.
 */
export declare function decidePrune(facts: PruneFacts, terms: PruneTerms): PruneVerdict;
/** Whether base has the commit, and its commits were the branch's own. */
export declare function isMerged({ record, head, work }: Pick<PruneFacts, "record" | "head" | "work">): boolean;
/** Whether a branch stands where it began: nobody has committed anything on it, whatever became of base since. */
export declare const isBeginning: ({ adopted, baseOid }: WorktreeRecord, head: Oid) => boolean;
