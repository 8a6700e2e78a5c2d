import type { PruneReason } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { type KeepReason, type PruneTerms, type PruneVerdict } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import type { LocalSubject } from "./prune-facts.js";
/** Why a worktree stays. Beside what keeps any branch: what only the clone that holds the directory can see. */
export type SkipReason = KeepReason
/** It is stale, and told so now; it goes when the grace is over. */
 | "marked"
/** Another clone holds it, or none. */
 | "elsewhere" | "inside"
/** git is in the middle of something there. */
 | "operation"
/** HEAD is detached, or on another branch. */
 | "switched" | "missing" | "conflict" | "submitted" | "refused"
/** Ctrl-C came first. */
 | "interrupted";
/** What becomes of a worktree. `because` is a sentence without a full stop, for people. */
export type LocalVerdict = Exclude<PruneVerdict, {
    kind: "keep";
}> | {
    readonly kind: "keep";
    readonly why: SkipReason;
    readonly because: string;
}
/** A removal that was killed is done. */
 | {
    readonly kind: "finish";
    readonly reason: PruneReason;
    readonly because: string;
};
/**
 * Decides as for any branch, and then about what the clone sees that holds the directory.
 * @param places - where processes stand; default: as it is now
 */
export declare function localVerdict(engine: Engine, subject: LocalSubject, terms: PruneTerms, places?: readonly string[]): LocalVerdict;
/** The facts of the guard that only a prune has. */
export declare function dueFacts(reason: PruneReason, force: boolean): Facts;
/** The facts of the guard as they were seen, for saying what a prune would do. */
export declare function seenFacts({ facts, observed, operation, sight, inside }: LocalSubject): Facts;
/** Whether PRUNE is valid: in any other state, and for force, it is a REMOVE. */
export declare const isPlainPrune: ({ status }: Pick<WorktreeRecord, "status">, { force }: PruneTerms) => boolean;
