import type { Actor } from "../lifecycle/entry.js";
import type { PublishedEvent } from "../lifecycle/published.js";
/** A published event with who brought it about. */
export type ToldEvent = PublishedEvent & {
    readonly by: Actor;
};
/** The same as `coppice events` prints it. */
export type StreamedEvent = ToldEvent & {
    /**
     * Where it stands: the stamp of the entry that brought it about (`t` in `coppice log --json`), a dot, and which of
     * that entry's events it is, from 1. Reading on after it tells the next one.
     */
    readonly entry: string;
};
