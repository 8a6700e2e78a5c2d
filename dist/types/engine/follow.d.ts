import type { Engine } from "./context.js";
import type { StreamedEvent } from "./streamed-event.js";
export interface FollowOptions {
    /**
     * The `entry` of the last event that is known: only what comes after it is told. A stamp alone stands for all events
     * of its entry; `now` for all that have been published so far. Default: everything is told.
     */
    readonly since?: string;
    /** False: ends when everything that was published so far is told. Default true. */
    readonly follow?: boolean;
    /** Ends the stream, without an error. */
    readonly signal?: AbortSignal;
}
/**
 * The events that the journals' transitions publish, in the order in which entries came to this clone: each once, and
 * none is missing, whichever process, hook or clone wrote it. Stopped at any event and begun again with `since`, it goes
 * on with the next one.
 *
 * @throws CoppiceError NO_WORKTREE when `since` names no entry of this clone, NOT_A_REPO when the repository goes away,
 * and, where it does not follow, what reading the journals throws
 */
export declare function follow(engine: Engine, options?: FollowOptions): AsyncGenerator<StreamedEvent, void>;
