import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type RemoveOptions } from "./remove-under.js";
export type { RemoveOptions } from "./remove-under.js";
/**
 * Removes a worktree, its branch and what Coppice knows of it here. What was half done by a killed removal is done.
 * @throws WORKTREE_DIRTY (uncommitted files, or commits that exist nowhere else), WORKTREE_LOCKED, WORKTREE_IN_USE,
 *   INVALID_STATE, NO_WORKTREE, WORKTREE_REMOVAL_FAILED, CLEANUP_FAILED, the system group
 */
export declare function remove(engine: Engine, name: string | undefined, options?: RemoveOptions): Promise<WorktreeRecord>;
