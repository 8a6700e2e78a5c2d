import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type ForecastResult } from "./forecast-merges.js";
import { type ForecastStep } from "./forecast-order.js";
export type { ForecastFile, ForecastOutcome, ForecastResult } from "./forecast-merges.js";
export type { ForecastStep } from "./forecast-order.js";
export interface ForecastOptions {
    /** Every pair of worktrees that have one base, not only each with base. */
    readonly matrix?: boolean;
    /** An order of merging that conflicts least. */
    readonly order?: boolean;
}
export interface ForecastPair extends ForecastResult {
    readonly branch: BranchName;
    /** Base, or the other worktree's branch. */
    readonly with: BranchName;
    readonly kind: "base" | "worktree";
}
export interface ForecastBase {
    readonly branch: BranchName;
    /** The commit that the forecast was made against; null: there is no such branch. */
    readonly oid: Oid | null;
}
export interface Forecast {
    /** Each base of the worktrees that were looked at. */
    readonly base: readonly ForecastBase[];
    readonly pairs: readonly ForecastPair[];
    /** Of each base what can be merged, what conflicts with base itself last; empty unless it was asked for. */
    readonly order: readonly ForecastStep[];
}
/**
 * Tries merges in memory: each worktree's branch into its base, and with the others. Uncommitted changes do not count.
 * Nothing is left behind, not even objects. What cannot be told of one branch (it is in another clone, its history has
 * a hole, its base is gone) is an outcome of that branch alone.
 * @param names none: all live worktrees
 * @throws NO_WORKTREE when a name is nobody's; INTERRUPTED
 */
export declare function forecast(engine: Engine, names?: readonly string[], options?: ForecastOptions): Promise<Forecast>;
/** The same about records that are known. */
export declare function forecastOf(engine: Engine, records: readonly WorktreeRecord[], options?: ForecastOptions): Promise<Forecast>;
