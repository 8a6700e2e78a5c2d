import type { RecordId } from "../lifecycle/ids.js";
/** How much of what others wrote is taken in. */
export interface JoinLimits {
    /** A larger note of another clone is left out, in bytes. */
    readonly noteBytes: number;
    /** No note becomes longer than so many lines by what another clone adds. */
    readonly entries: number;
}
export declare const joinLimits: JoinLimits;
/** What of another clone's notes was not taken in. */
export interface KeptOut {
    readonly id: RecordId;
    readonly reason: "too large" | "too many entries" | "missing";
}
/** Lines without their line feeds, blank ones left out, by their bytes. */
export declare function linesOf(note: Buffer): Map<string, Buffer>;
/** The line that an id names, with its line feed. */
export declare function genesisOf(id: RecordId, lines: ReadonlyMap<string, Buffer>): Buffer | undefined;
/**
 * Leaves out the latest of too many lines.
 * @returns whether there were too many
 */
export declare function cutLines(id: RecordId, lines: Map<string, Buffer>, most: number): boolean;
