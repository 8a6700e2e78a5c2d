import type { Oid } from "../lifecycle/ids.js";
import { type Work } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
/** A branch's tip, and whose it is. */
export interface Tip {
    readonly record: WorktreeRecord;
    readonly head: Oid;
}
/**
 * What bases have of branches' work, here and as their remotes were seen last: either counts. Each base is looked at
 * once for all its branches, and what is known of two commits is not asked again.
 */
export declare class Works {
    #private;
    /** @param settled - what base had at this time, in milliseconds since the epoch, may be told to have come until then */
    constructor(engine: Engine, settled: number);
    /** @returns by record id; one base that cannot be read is unknown work, not a failure */
    of(tips: readonly Tip[]): Promise<ReadonlyMap<string, Work>>;
}
/**
 * What base contains may never have been the branch's own: where it began, also when base was made anew since and does
 * not contain that any more, or what it was fast-forwarded to.
 */
export declare function ownWork({ repo }: Engine, { record, head }: Tip, work: Work): Work;
