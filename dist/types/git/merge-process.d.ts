import type { Oid } from "../lifecycle/ids.js";
import type { MergePlace } from "./merge-place.js";
import { type MergeResult } from "./merge-records.js";
import type { Repository } from "./repository.js";
export interface MergePair {
    readonly ours: Oid;
    readonly theirs: Oid;
}
/** One `git merge-tree --stdin`, started with the first question and again when a pair has ended it. */
export declare class MergeProcess {
    #private;
    constructor(repo: Repository, place: MergePlace);
    /** Merges pairs, the results in their order. The caller waits for one call before the next. */
    ask(pairs: readonly MergePair[]): Promise<MergeResult[]>;
    /** Ends git; the next question starts it again. Idempotent. */
    stop(): Promise<void>;
}
