import type { Repository } from "./repository.js";
import { type Registration } from "./worktree-links.js";
export interface RemovedWorktree {
    /** "kept": something is there that is not this worktree (any more); it was not touched. */
    readonly directory: "removed" | "absent" | "kept";
    readonly registration: "removed" | "absent";
}
/**
 * Takes a worktree's directory out of the way, to be deleted when nobody waits for it.
 * @param ino its inode number: what stands at the path by then may be something else
 * @returns "impossible": it is still there, to be deleted where it is; "swapped": something else is, and was not touched
 */
export type TakeAway = (path: string, ino: bigint) => Promise<"taken" | "swapped" | "impossible">;
/**
 * Deletes a linked worktree's directory and its registration, whatever is in it: modified and untracked files,
 * initialised submodules, read-only directories, a lock. Whether that may be lost is for the caller to decide first.
 * The directory goes only while it and the registration name each other; an empty directory in its place goes too,
 * anything else is kept. Idempotent.
 *
 * @param worktree - as `listWorktrees` gave it: the registration is found by its own name, never by the path alone
 * @param takeAway - without it the directory is deleted where it is, however long that takes
 * @throws CoppiceError WORKTREE_REMOVAL_FAILED, PERMISSION_DENIED, READONLY_FS
 */
export declare function removeWorktree(repo: Repository, worktree: Pick<Registration, "id" | "path">, takeAway?: TakeAway): Promise<RemovedWorktree>;
/**
 * Deletes one registration, and only that one: `git worktree prune` would also take those of worktrees on a disk
 * that is not mounted. Idempotent.
 * @returns whether it was there
 */
export declare function pruneRegistration(repo: Repository, registration: Pick<Registration, "id">): boolean;
