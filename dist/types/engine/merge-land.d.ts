import type { Engine } from "./context.js";
import { type AheadGraph } from "./merge-graph.js";
import { type MergeItem } from "./merge-item.js";
import type { MergeOutcome } from "./merge-outcome.js";
import { type MergeTarget } from "./merge-target.js";
/**
 * Lands branches on one base, one after the other: a conflict of one does not stop the next. Without a verify command
 * base moves once for all of them, with it once for each.
 */
export declare class Landing {
    #private;
    constructor(engine: Engine, target: MergeTarget, graph: AheadGraph, verifyCommand: string | undefined);
    /** Base as it is now. */
    get target(): MergeTarget;
    /** Whether anything was landed. */
    get moved(): boolean;
    /** One outcome for each item, in their order. */
    land(items: readonly MergeItem[]): Promise<MergeOutcome[]>;
}
