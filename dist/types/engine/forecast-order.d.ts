import type { BranchName } from "../lifecycle/ids.js";
import type { PairResult, PairsRequest } from "./forecast-pairs.js";
/** One step of a merge order. */
export interface ForecastStep {
    readonly branch: BranchName;
    readonly base: BranchName;
    /**
     * When everything before it is merged. Contained: one of those has brought it along. What conflicts is left out of
     * what the next ones build on.
     */
    readonly outcome: "clean" | "conflict" | "contained";
}
export interface OrderRequest extends PairsRequest {
    readonly base: BranchName;
    /** The pairs that conflict with each other. */
    readonly conflicts: readonly Pick<PairResult, "branch" | "with">[];
}
/**
 * Finds an order in which few branches meet a conflict, and merges in it on a base that grows in memory, because two
 * branches that get along with a third one need not get along once that is merged.
 */
export declare function tryOrder(request: OrderRequest): Promise<ForecastStep[]>;
