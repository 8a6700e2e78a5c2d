import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { AheadGraph } from "./merge-graph.js";
/** A branch whose merge can be tried. */
export interface Branch {
    readonly name: BranchName;
    readonly head: Oid;
}
/** The branches of one base, and why others of that base cannot be told anything about. */
export interface BranchGroup {
    readonly base: BranchName;
    /** In the order of the records. */
    readonly names: readonly BranchName[];
    readonly heads: ReadonlyMap<BranchName, Oid>;
}
/** Groups records by base; a branch with several records counts once. Home workspaces have no base and no part in it. */
export declare function branchesByBase(repo: Repository, records: readonly WorktreeRecord[]): Promise<BranchGroup[]>;
export interface ReadableAhead {
    readonly graph: AheadGraph;
    /** Tips whose history could not be walked, and why. */
    readonly broken: ReadonlyMap<Oid, CoppiceError>;
}
/** `readAhead`, which one tip with a hole in its history would end for all of them. */
export declare function readAheadOfSound(repo: Repository, tips: readonly Oid[], base: Oid): Promise<ReadableAhead>;
/** A failure that belongs to what git was asked for, not to the machine or to the person. */
export declare const isGitFailure: (error: unknown) => error is CoppiceError;
