import type { MergeSession } from "../git/merge-session.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import { type Branch } from "./forecast-branches.js";
import { type ForecastResult } from "./forecast-merges.js";
import type { AheadGraph } from "./merge-graph.js";
/** A branch that git can merge into base, cleanly or not. */
export interface TriedBranch extends Branch {
    /** What base becomes with it, conflict markers included. */
    readonly tree: Oid;
    /** It conflicts with base. */
    readonly conflicts: boolean;
}
export interface PairsRequest {
    readonly tip: Oid;
    readonly branches: readonly TriedBranch[];
    readonly graph: AheadGraph;
    readonly session: MergeSession;
    readonly signal: AbortSignal;
}
export interface PairResult extends ForecastResult {
    readonly branch: BranchName;
    readonly with: BranchName;
}
/**
 * Each branch with each that comes after it, both as they are when merged into base: what base and one of them have
 * changed both is told once, by the pair of that one and base. Of a branch that conflicts with base the changed paths
 * are known, but no content: where they meet those of another branch, the two are merged as they stand.
 */
export declare function pairsAmong(request: PairsRequest): Promise<PairResult[]>;
