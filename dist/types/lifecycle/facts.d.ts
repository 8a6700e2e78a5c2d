import type { BranchName, Oid } from "./ids.js";
/** A git operation that a person or a tool has begun in a worktree and not ended. */
export type PendingOperation = "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | "am";
/**
 * What is true outside the journal at the moment of a decision, gathered under the record's lock.
 * A fact that could not be found out stays undefined, and every guard that needs it fails.
 */
export interface Facts {
    /** The repository has at least one commit. */
    readonly hasCommit?: boolean;
    /** The branch exists in this clone. */
    readonly branchExists?: boolean;
    /** The caller wants the existing branch (`--adopt`, a plain `git worktree add`, CI). */
    readonly adopt?: boolean;
    /** The branch whose name blocks this one (`x` and `x/y` cannot both exist); null: none. */
    readonly branchBlockedBy?: BranchName | null;
    /** The branch is checked out in a worktree; null: in none. Says where, for the message only. */
    readonly branchCheckedOutAt?: string | null;
    /** A live record of that branch exists already. */
    readonly liveRecord?: boolean;
    /** Nothing stands at the directory that the worktree is to get. */
    readonly pathFree?: boolean;
    /** The worktree's directory exists, and it is the one that was made. */
    readonly directoryExists?: boolean;
    /** git lists the directory as a linked worktree and both name each other. */
    readonly listed?: boolean;
    /** This clone owns the record, or nobody does. */
    readonly owner?: boolean;
    /** Changed and untracked files, ignored ones apart; the total stands beside the kept names. */
    readonly uncommitted?: {
        readonly files: readonly string[];
        readonly total: number;
    };
    /** Paths with unmerged index entries. */
    readonly unmerged?: readonly string[];
    /** Paths in which conflict markers stand. */
    readonly markers?: readonly string[];
    /** Commits on the task branch that base does not have. */
    readonly ahead?: number;
    /** The operation in progress in the worktree; null: none. */
    readonly operationHere?: PendingOperation | null;
    /** The operation in progress where base is checked out; null: none, or base is checked out nowhere. */
    readonly operationAtBase?: PendingOperation | null;
    /** In how many worktrees base is checked out. */
    readonly baseCheckouts?: number;
    /** Base and its upstream have both moved. */
    readonly baseDiverged?: boolean;
    /** The task branch's tip. */
    readonly headOid?: Oid;
    /** Paths that conflict when the task branch is merged into base now; empty: it merges cleanly. */
    readonly conflictsNow?: readonly string[];
    /** git's lock on the worktree; null: none. */
    readonly gitLock?: {
        readonly reason: string | null;
    } | null;
    /** The lease that is alive; null: none. */
    readonly liveLease?: {
        readonly until: string;
        readonly holder: string;
    } | null;
    /** The branch's commits are all reachable from base, a remote branch or another ref that stays. */
    readonly reachableElsewhere?: boolean;
    /** The process stands inside the directory that is to go. */
    readonly insideDirectory?: boolean;
    /** How often the person said `--force`: 0, 1, 2. */
    readonly forceLevel?: 0 | 1 | 2;
    /** The running operation's process is alive; undefined where it runs in another clone. */
    readonly operationAlive?: boolean;
    /** Whether a prune is due, and by which evidence. */
    readonly stale?: boolean;
    readonly orphaned?: boolean;
    readonly completed?: boolean;
    /** Why this worktree is never pruned; null: no reason. */
    readonly neverPruned?: string | null;
}
/** How a submodule is named among the uncommitted files when what would be lost is its commits. */
export declare const notPushed: (submodule: string) => string;
/** Whether an uncommitted file stands for a submodule's commits. */
export declare const isNotPushed: (file: string) => boolean;
/** How a worktree that lies inside of another one is named among the uncommitted files: it would go with that one. */
export declare const worktreeInside: (path: string) => string;
/** Whether an uncommitted file stands for a worktree inside. */
export declare const isWorktreeInside: (file: string) => boolean;
/** How a ref of the worktree's own is named among the uncommitted files when what would be lost is its commits. */
export declare const notElsewhere: (ref: string) => string;
/** Whether an uncommitted file stands for such a ref. */
export declare const isNotElsewhere: (file: string) => boolean;
