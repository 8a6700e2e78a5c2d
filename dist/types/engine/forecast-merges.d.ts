import type { MergeResult } from "../git/merge-records.js";
import type { MergePair, MergeSession } from "../git/merge-session.js";
import { type ConflictFile, CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { type SideNames } from "./resolve-paths.js";
/**
 * What would become of a merge. Contained: there is nothing to merge. Unrelated: the two share no commit, git merges
 * them only when told to. Unknown: it cannot be told.
 */
export type ForecastOutcome = "clean" | "conflict" | "contained" | "unrelated" | "unknown";
export interface ForecastFile {
    readonly path: string;
    readonly kind: ConflictFile["kind"];
}
export interface ForecastResult {
    readonly outcome: ForecastOutcome;
    /** At most 100 of the files in conflict, by path. */
    readonly files: readonly ForecastFile[];
    readonly total: number;
    /** Why the outcome is unknown; null otherwise. */
    readonly reason: string | null;
}
/** A merge that was tried, or why git could not try it. */
export type Trial = MergeResult | CoppiceError;
/**
 * Tries many merges, the results in the order of the pairs.
 * @throws INTERRUPTED on Ctrl-C
 */
export declare function tryAll(session: MergeSession, pairs: readonly MergePair[], signal: AbortSignal): AsyncGenerator<Trial>;
/** Tries one merge. */
export declare function tryOne(session: MergeSession, ours: Oid, theirs: Oid, signal: AbortSignal): Promise<Trial>;
/** @throws INTERRUPTED after Ctrl-C */
export declare function assertWanted(signal: AbortSignal): void;
/** Writes a merge commit that vanishes with the session, to go on from. */
export declare const commitMerge: (session: MergeSession, tree: Oid, onto: Oid, head: Oid) => Promise<Oid>;
/** @param sides the names of ours (`branch`) and theirs (`target`) */
export declare function resultOf(trial: Trial, sides: SideNames): ForecastResult;
export declare const plain: (outcome: ForecastOutcome) => ForecastResult;
export declare const unknown: (reason: string) => ForecastResult;
