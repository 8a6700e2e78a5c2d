import { CoppiceError } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import { type Landing as LandedWork } from "./landed.js";
import { type AheadGraph } from "./merge-graph.js";
import { type MergeOutcome } from "./merge-outcome.js";
import { type MergeItem } from "./merge-plan.js";
import { type MergeTarget } from "./merge-target.js";
import type { RecordSession } from "./session.js";
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
export declare function refused(session: RecordSession, target: MergeTarget, error: CoppiceError): MergeOutcome;
/** The outcome of a branch that has nothing for base. */
export declare function alreadyMerged(session: RecordSession, target: MergeTarget, how: "contained" | "empty" | LandedWork): MergeOutcome;
