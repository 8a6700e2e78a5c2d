import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { Repository } from "./repository.js";
export interface StatusFile {
    /** Relative to the worktree's top; an untracked folder ends in a slash. */
    readonly path: string;
    readonly kind: "tracked" | "untracked" | "unmerged";
    /** Difference between HEAD and index: `M`, `A`, `D`, `T`, `U`, or `.` for none. */
    readonly index: string;
    /** Difference between index and file, the same letters. */
    readonly worktree: string;
    /** Set for a submodule: what is not clean about it. */
    readonly submodule: {
        readonly commit: boolean;
        readonly modified: boolean;
        readonly untracked: boolean;
    } | undefined;
}
export interface Status {
    /** Undefined while the branch is unborn. */
    readonly oid: Oid | undefined;
    /** Undefined when HEAD is detached. */
    readonly branch: BranchName | undefined;
    readonly detached: boolean;
    readonly files: readonly StatusFile[];
    /** Paths with unmerged index entries. */
    readonly unmerged: readonly string[];
    /** Nothing tracked differs and nothing untracked is there. Ignored files do not count. */
    readonly clean: boolean;
}
export interface StatusOptions {
    readonly signal?: AbortSignal;
    /** The worktree's git directory; read from its `.git` when it is not given. */
    readonly gitDir?: string;
    /** Milliseconds. */
    readonly timeoutMs?: number;
}
/** The subcommand with its options. What it prints is for `parseStatus`. */
export declare const statusArguments: readonly string[];
/**
 * What a worktree holds that HEAD does not. Submodules with changes of their own count. The person's
 * configuration does not matter, and nothing is written, not even a refreshed index.
 * Git's directory is given explicitly: where a `.git` file has gone missing, git would find the repository around
 * it and describe that one instead.
 *
 * @throws CoppiceError WORKTREE_NOT_FOUND when there is no worktree at `path`
 */
export declare function status(repo: Repository, path: string, options?: StatusOptions): Promise<Status>;
/** Reads `git status --porcelain=v2 --branch -z`. Lines of a kind that we do not know are skipped, as git asks readers to. */
export declare function parseStatus(output: string): Status;
