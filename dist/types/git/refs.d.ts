import { type BranchName, type Oid } from "../lifecycle/ids.js";
import type { Repository } from "./repository.js";
export interface RefInfo {
    /** Full name: `refs/heads/x`. */
    readonly name: string;
    /** What it points to: of an annotated tag the tag object. */
    readonly oid: Oid;
    readonly type: string;
    /** What an annotated tag finally points to. */
    readonly peeled: Oid | undefined;
    /** The worktree that has this branch checked out. */
    readonly worktreePath: string | undefined;
    /** Full name of the upstream ref. */
    readonly upstream: string | undefined;
    /** Seconds since the epoch; undefined where the ref is no commit. */
    readonly committerDate: number | undefined;
    /** The ref that a symbolic ref names. */
    readonly symref: string | undefined;
}
/**
 * Refs in the order of their names, with one process.
 * @param patterns - full names, prefixes ending at a slash, or globs, as for `git for-each-ref`; none: all refs
 */
export declare function listRefs(repo: Repository, patterns?: readonly string[]): Promise<RefInfo[]>;
/** `task/x` of `refs/heads/task/x`; undefined for another ref, and for a name that we would not take. */
export declare function branchOfRef(ref: string): BranchName | undefined;
/** The commit that a name stands for, tags peeled; undefined when there is none. Costs no process of its own. */
export declare const resolveCommit: (repo: Repository, name: string) => Promise<Oid | undefined>;
/** What a ref holds now; undefined when it does not exist. Most often without a process of its own. */
export declare function readRef(repo: Repository, ref: string): Promise<Oid | undefined>;
/** One change of a ref. */
export interface RefUpdate {
    readonly ref: string;
    /** Undefined: delete. */
    readonly to: Oid | undefined;
    /** What it must hold now; undefined: it must not exist. */
    readonly from: Oid | undefined;
}
/**
 * Moves or makes a ref, if it still holds `from`.
 * @param from - undefined: the ref must not exist yet
 * @param message - for the reflog
 * @returns "stale" when it holds something else; nothing has changed then
 * @throws CoppiceError GIT_FAILED: a lock stays held, the object is missing, `a` against `a/b` (see `blockingRef`)
 */
export declare function updateRef(repo: Repository, ref: string, to: Oid, from: Oid | undefined, message: string): Promise<"moved" | "stale">;
/**
 * Deletes a ref, if it still holds `from`.
 * @returns "absent" when it is gone already, "stale" when it holds something else
 */
export declare function deleteRef(repo: Repository, ref: string, from: Oid): Promise<"deleted" | "absent" | "stale">;
/**
 * Changes several refs, all or none.
 * @returns "stale" when one of them does not hold what was expected: that is read from the refs, not from git's wording
 */
export declare function updateRefs(repo: Repository, updates: readonly RefUpdate[], message: string): Promise<"done" | "stale">;
/** The existing ref, if any, beside which `name` cannot exist: `feat` blocks `feat/x`, and the reverse. */
export declare function blockingRef(existing: Iterable<string>, name: string): string | undefined;
