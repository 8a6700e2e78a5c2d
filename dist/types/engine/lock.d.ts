import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
/**
 * Locks a worktree: git's own lock, and LOCK. It is not removed, pruned or taken away after a merge then.
 * @throws WORKTREE_LOCKED when it is locked already, WORKTREE_IN_USE while a lease holds git's lock, NO_WORKTREE,
 *   WORKTREE_NOT_FOUND, INVALID_STATE
 */
export declare function lock(engine: Engine, name: string | undefined, reason?: string): Promise<WorktreeRecord>;
/**
 * Takes the lock away, git's and the journal's, whoever set it. A lease's stays.
 * @throws INVALID_STATE when it is not locked, NO_WORKTREE
 */
export declare function unlock(engine: Engine, name: string | undefined, reason?: string): Promise<WorktreeRecord>;
