import type { Effect, EffectType } from "./effects.js";
import type { TransitionEvent } from "./events.js";
import type { WorktreeRecord } from "./record.js";
/** What a step may look at: the record before and after the transition, and the event that caused it. */
export interface StepContext {
    readonly before: WorktreeRecord | null;
    readonly record: WorktreeRecord;
    readonly event: TransitionEvent;
}
/** One entry of the table's column "effects": which effect, when, and how it is filled in. */
export interface Step {
    readonly type: EffectType;
    /** When it is left out, or what it is about; for the documentation. */
    readonly note: string | null;
    /** Null: not in this case. */
    readonly build: (context: StepContext) => Effect | null;
}
/** Which steps to take, by the name under which the table speaks of them. */
export declare const creation: readonly Step[];
export declare const setup: readonly Step[];
export declare const undoCreation: readonly Step[];
export declare const stoppedSetupRemoval: readonly Step[];
export declare const plainRemoval: readonly Step[];
export declare const pruning: readonly Step[];
export declare const removalAfterMerge: readonly Step[];
export declare const conflictRemoval: readonly Step[];
export declare const failedRemoval: readonly Step[];
export declare const commit: readonly Step[];
export declare const merge: readonly Step[];
export declare const conflictCapture: readonly Step[];
export declare const resolution: readonly Step[];
export declare const abortion: readonly Step[];
/** After a RETRY the interrupted creation, setup or removal goes on under the new operation. */
export declare const resumption: readonly Step[];
/** The effects of one transition, in order. The home workspace has none: Coppice made nothing of it. */
export declare function buildEffects(steps: readonly Step[], context: StepContext): readonly Effect[];
