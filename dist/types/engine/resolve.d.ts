import type { Resolution } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import type { MergeOutcome } from "./merge-outcome.js";
export interface ResolveOptions {
    /** ours: the task's side; theirs: base's; manual: a person edits. None: a resolver command. */
    readonly resolution?: Resolution;
    /** The files to take that side of; none: all that are still open. Relative to the worktree, or to the cwd in it. */
    readonly files?: readonly string[];
    /** Everything was edited by hand: go on. */
    readonly continue?: boolean;
    /** The resolver command. Default: config `conflict.resolver`, which needs trust. */
    readonly with?: string;
}
export type ResolveOutcome = 
/** The conflict is laid out in the worktree and some of it is open; the state stays `conflict`. */
{
    readonly status: "pending";
    readonly record: WorktreeRecord;
    /** The worktree. */
    readonly path: string;
    /** The files that are still open. */
    readonly left: readonly string[];
}
/** Everything was resolved and the merge went on; never "refused". */
 | MergeOutcome;
/**
 * Resolves a conflict in the task's worktree, by merging base into the task branch there, and then merges the branch.
 * Until nothing is open, only the worktree changes.
 * @throws INVALID_STATE, WORKTREE_DIRTY, UNTRUSTED, CONFIG_INVALID (no way was given), CONFLICT_RESOLUTION_FAILED;
 *   the state then stays `conflict`
 */
export declare function resolve(engine: Engine, name: string | undefined, options: ResolveOptions): Promise<ResolveOutcome>;
