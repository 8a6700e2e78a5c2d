import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
/** An engine whose work on one record can be interrupted by another operation of the same process. */
export interface Interruptible {
    readonly engine: Engine;
    /** From now on `interrupt(id)` ends the work. The caller holds the record's lock. */
    worksOn(id: RecordId): void;
    done(): void;
}
/** Gives the work on one record a signal of its own, which the engine's aborts as well. */
export declare function interruptible(engine: Engine): Interruptible;
/** Ends what this process is doing with a record, as Ctrl-C would. */
export declare function interrupt(id: RecordId): void;
