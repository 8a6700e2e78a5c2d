import type { Status } from "../git/status.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type ForceLevel } from "./removal-facts.js";
import { type RecordSession } from "./session.js";
export interface RemoveOptions {
    /** How often the person said `--force`. Default 0. */
    readonly force?: ForceLevel;
    readonly keepBranch?: boolean;
    /** Gives up, knowingly, what force would lose. */
    readonly discard?: boolean;
}
/**
 * Removes a worktree, its branch and what Coppice knows of it here. What was half done by a killed removal is done.
 * @throws WORKTREE_DIRTY (uncommitted files, or commits that exist nowhere else), WORKTREE_LOCKED, WORKTREE_IN_USE,
 *   INVALID_STATE, NO_WORKTREE, WORKTREE_REMOVAL_FAILED, CLEANUP_FAILED, the system group
 */
export declare function remove(engine: Engine, name: string | undefined, options?: RemoveOptions): Promise<WorktreeRecord>;
/**
 * The same under a lock that is held.
 * @param known the worktree's status, when it was read under that lock
 */
export declare function removeUnder(session: RecordSession, options: RemoveOptions, known?: Status): Promise<WorktreeRecord>;
