import type { CoppiceError } from "../lifecycle/errors.js";
import type { PruneReason } from "../lifecycle/events.js";
import type { BranchName, RecordId } from "../lifecycle/ids.js";
import { type Evidence, type PruneFilter } from "../lifecycle/prune.js";
import type { Engine } from "./context.js";
import type { SkipReason } from "./prune-verdict.js";
export interface PruneOptions {
    /** What is looked for. Default: each of the three. `all`: each, whatever its age. */
    readonly filter?: PruneFilter | "all";
    /** How long without work, in milliseconds, makes a worktree stale. Default: `prune.maxAgeDays`. */
    readonly maxAge?: number;
    /**
     * How many bytes this clone's worktrees may take: above that, stale ones go without grace, the oldest first.
     * Default: `prune.maxDiskGB`. They are measured only when one is stale.
     */
    readonly maxDisk?: number;
    /** Only tells what would be done. */
    readonly dryRun?: boolean;
    /** Lifts uncommitted changes, the grace after the mark and the delay after completion, nothing else. */
    readonly force?: boolean;
}
/** What became of one worktree, or would. */
export interface PruneRow {
    readonly id: RecordId;
    readonly branch: BranchName;
    readonly verdict: "removed" | "failed" | "skipped";
    /** Why it went or was to go; of a skipped one why it stays. */
    readonly reason: PruneReason | SkipReason;
    /** The same as a sentence without a full stop. */
    readonly because: string;
    /** How it is known that base has its work; null: it has not, or it was not asked. */
    readonly evidence: Evidence | null;
    /** The newest sign of work; null: not known. */
    readonly lastActivity: string | null;
    readonly daysSinceActivity: number | null;
    readonly taskStatus: string | null;
    /** What its directory takes of the disk, in bytes; null: it was not measured. */
    readonly diskBytes: number | null;
    /** The ref that keeps what nothing else held; null: everything is held elsewhere, or nothing was removed. */
    readonly archive: string | null;
    /** Why it could not be removed. */
    readonly error: CoppiceError | null;
}
export interface Pruned {
    readonly dryRun: boolean;
    /** Oldest first. */
    readonly worktrees: readonly PruneRow[];
}
/**
 * Removes the worktrees that are done with, with their branches: completed, deleted, or without work for long and marked
 * for long enough; and marks those that have become stale. Commits that nothing else holds are archived first. Judges
 * only what this clone holds, by what it knows: nothing is fetched. Each is looked at again under its lock; what fails
 * or cannot be read stays, and stops no other.
 */
export declare function prune(engine: Engine, options?: PruneOptions): Promise<Pruned>;
