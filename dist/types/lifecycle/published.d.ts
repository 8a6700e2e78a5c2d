import type { Happening } from "./entry.js";
import type { ConflictFile, ErrorCode } from "./errors.js";
import type { Resolution, Strategy } from "./events.js";
import type { BranchName, Oid, RecordId, Timestamp } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
import type { Status } from "./states.js";
/** Which worktree a published event is about. */
interface About {
    readonly id: RecordId;
    readonly branch: BranchName;
    readonly at: Timestamp;
}
/** What `coppice events --follow` tells; derived from transitions, never stored. */
export type PublishedEvent = (About & ({
    readonly type: "worktree:creating";
} | {
    readonly type: "worktree:created";
} | {
    readonly type: "worktree:removing";
} | {
    readonly type: "worktree:removed";
} | {
    readonly type: "worktree:committed";
    readonly sha: Oid | null;
} | {
    readonly type: "worktree:merging";
    readonly target: BranchName;
    readonly strategy: Strategy;
} | {
    readonly type: "worktree:merged";
    readonly target: BranchName;
    readonly mergeOid: Oid | null;
} | {
    readonly type: "worktree:merge_aborted";
} | {
    readonly type: "worktree:conflict";
    readonly files: readonly ConflictFile[];
    readonly total: number;
} | {
    readonly type: "worktree:resolved";
    readonly resolution: Resolution;
} | {
    readonly type: "worktree:error";
    readonly code: ErrorCode;
    readonly recoverable: boolean;
} | {
    readonly type: "worktree:stale";
    readonly lastActivity: Timestamp;
} | {
    readonly type: "worktree:recovery_needed";
    readonly error: ErrorCode;
    /** Commands that lead on, the most helpful first. */
    readonly steps: readonly string[];
} | {
    readonly type: "state:update";
    readonly status: Status;
}))
/** Told once by a whole prune, not by a transition. */
 | {
    readonly type: "worktrees:pruned";
    readonly at: Timestamp;
    readonly count: number;
};
/** What one entry that took effect lets others know. */
export declare function published(before: WorktreeRecord | null, after: WorktreeRecord, { at, event }: Happening): readonly PublishedEvent[];
export {};
