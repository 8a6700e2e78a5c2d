import type { PendingOperation } from "../lifecycle/facts.js";
import { type BranchName, type Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
/** Where base is published. */
export interface Upstream {
    readonly remote: string;
    /** The branch's full name over there. */
    readonly ref: string;
    /** What this clone knows of it; undefined: nothing yet. */
    readonly oid: Oid | undefined;
}
/** The worktree that has base checked out. */
export interface BaseCheckout {
    readonly path: string;
    readonly gitDir: string;
    readonly main: boolean;
}
/** The branch that is merged into, as it was read. */
export interface MergeTarget {
    readonly branch: BranchName;
    readonly ref: string;
    /** Where the local branch is; undefined: only the remote has it, the first merge makes it. */
    readonly local: Oid | undefined;
    /** What merges are built on: the upstream's tip where the local branch is merely behind it. */
    readonly tip: Oid;
    readonly upstream: Upstream | undefined;
    /** Local branch and upstream have commits that the other has not. */
    readonly diverged: boolean;
    readonly checkouts: readonly BaseCheckout[];
    /** What is in progress where base is checked out, or was before a rebase or bisect began there. */
    readonly operation: PendingOperation | null;
}
export interface TargetOptions {
    /** Ask the remote first; where it cannot be reached that is a warning. */
    readonly fetch: boolean;
}
/**
 * Reads the branch that is merged into. Nothing is moved: where the local branch is behind its upstream, the merge
 * is built on the upstream's tip and base makes one step over both.
 * @throws INVALID_STATE when there is no such branch
 */
export declare function readTarget(engine: Engine, branch: BranchName, options: TargetOptions): Promise<MergeTarget>;
/**
 * Where a branch that is merged into stands, without a look at who has it checked out.
 * @throws INVALID_STATE when there is no such branch
 */
export declare function readBase(engine: Engine, branch: BranchName): Promise<Pick<MergeTarget, "local" | "tip" | "upstream" | "diverged">>;
/** Where a branch is checked out, and what is in progress there. */
export declare function findBasePlace(engine: Engine, branch: BranchName): Promise<Pick<MergeTarget, "checkouts" | "operation">>;
