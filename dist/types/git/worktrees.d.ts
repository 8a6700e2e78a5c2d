import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { Repository } from "./repository.js";
/** A worktree as git lists it. */
export interface Worktree {
    /** Of a bare repository's first entry: the repository itself. */
    readonly path: string;
    readonly main: boolean;
    readonly bare: boolean;
    /** Undefined while the branch is unborn, and for a bare repository. */
    readonly head: Oid | undefined;
    /** Undefined when HEAD is detached (a rebase in progress detaches it, too). */
    readonly branch: BranchName | undefined;
    readonly detached: boolean;
    /** The reason, which may be empty, when it is locked. */
    readonly locked: string | undefined;
    /** Why git would prune the registration, as a hint in git's words. */
    readonly prunable: string | undefined;
    /** Its git directory; undefined when no registration could be found for it. */
    readonly gitDir: string | undefined;
    /** The registration's name; undefined for the main worktree. */
    readonly id: string | undefined;
}
/** All worktrees, the main one (or the bare repository) first, with one process. */
export declare function listWorktrees(repo: Repository): Promise<Worktree[]>;
/** Whether a linked worktree's directory and registration name each other; see `linkState` for why not. */
export declare const linkIntact: (worktree: Pick<Worktree, "path" | "gitDir">) => boolean;
/**
 * Locks a worktree, as `git worktree lock` does, through the file that gitrepository-layout(5) documents: git's
 * command takes no registration by name and refuses two worktrees whose paths end alike.
 * @returns false when it is locked already; its reason stays
 */
export declare function lockWorktree(worktree: Pick<Worktree, "gitDir" | "main">, reason: string): boolean;
/** Takes the lock away. Idempotent. */
export declare function unlockWorktree(worktree: Pick<Worktree, "gitDir" | "main">): void;
