import type { Strategy } from "../lifecycle/events.js";
import type { Engine } from "./context.js";
import { Landing } from "./merge-land.js";
import type { MergeOutcome } from "./merge-outcome.js";
import { type WishOptions } from "./merge-prepare.js";
import { type MergeTarget } from "./merge-target.js";
import type { RecordSession } from "./session.js";
export { asAsked, errorOf, type MergeOutcome } from "./merge-outcome.js";
export interface MergeOptions {
    /** The branch to merge into. Default: each record's base. */
    readonly into?: string;
    /** Default: config `merge.strategy`. */
    readonly strategy?: Strategy;
    /** Keep worktree and branch. Default: config `merge.keep`. */
    readonly keep?: boolean;
    /** Commit what is uncommitted first. Default: config `merge.autoCommit`. */
    readonly autoCommit?: boolean;
    /** The message of that commit. Default: the task's title. */
    readonly message?: string;
    /** Run config `merge.verify`, where there is one. Default true. */
    readonly verify?: boolean;
    /** Push base afterwards. */
    readonly push?: boolean;
}
/**
 * Merges worktrees into their base, one after the other; one conflict does not stop the next. Base's worktree, where
 * it has one, moves with it and keeps its edits; merged worktrees are removed unless something keeps them.
 * @param names none: the worktree that the command runs in
 * @returns one outcome for each name, in their order
 * @throws UNTRUSTED (the verify command), INTERRUPTED; what concerns one worktree is its outcome
 */
export declare function merge(engine: Engine, names: readonly string[], options?: MergeOptions): Promise<MergeOutcome[]>;
/** Merges the records of some sessions; their locks are held. */
export declare function landSessions(engine: Engine, sessions: readonly RecordSession[], target: MergeTarget, wish: WishOptions, verifying: string | undefined): Promise<{
    readonly landing: Landing;
    readonly outcomes: Map<string, MergeOutcome>;
}>;
