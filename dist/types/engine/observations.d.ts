import { type Engine } from "./context.js";
export interface DeliverOptions {
    /** How long to wait while another process turns observations into entries, in milliseconds. Default: not at all. */
    readonly waitMs?: number;
}
/**
 * Turns what recording hooks saw into entries, by the door "hook". Each observation is forgotten after its entries are
 * in the spool; delivered twice, it tells nothing new. What is about a record that somebody works on waits until its
 * lock is free. Never throws: where nothing can be written, what hooks saw stays, and a command that reads goes on.
 */
export declare function deliverObservations(engine: Engine, options?: DeliverOptions): Promise<void>;
