import type { SetupSteps } from "../lifecycle/events.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
export interface CreateRequest {
    /** A branch: a new one, one that exists (`adopt`), one of the remote (`x`, `origin/x`). */
    readonly branch: string;
    /** A branch, or a remote-tracking one (`origin/x`: fork there, base is `x`). */
    readonly base?: string;
    readonly task?: string;
    readonly title?: string;
    /** Takes a branch that exists, or a worktree that plain git made of it. */
    readonly adopt?: boolean;
    /** Which steps of the setup to run. Default all; none for a worktree that exists already. */
    readonly setup?: Partial<SetupSteps>;
    /** Locks the new worktree. */
    readonly lock?: boolean;
    readonly role?: string;
    readonly session?: string;
    readonly run?: string;
}
export interface Created {
    readonly record: WorktreeRecord;
    /** The worktree's directory, absolute. */
    readonly path: string;
}
/**
 * Makes a worktree with its branch and sets it up. A branch that exists only on the remote is checked out, and
 * tracks it.
 * @throws INVALID_BRANCH_NAME, WORKTREE_EXISTS, BRANCH_EXISTS, BRANCH_CHECKED_OUT, PATH_EXISTS, NOT_A_REPO,
 *   BRANCH_CREATION_FAILED, UNTRUSTED: nothing was made. WORKTREE_CREATION_FAILED and the codes of the setup: the
 *   record is in `error`.
 */
export declare function create(engine: Engine, request: CreateRequest): Promise<Created>;
