import type { RecordId } from "../lifecycle/ids.js";
/** How much of what others wrote is taken in. */
export interface JoinLimits {
    /** A larger note of another clone is left out, in bytes. */
    readonly noteBytes: number;
    /** No note becomes longer than so many lines by what another clone adds. */
    readonly entries: number;
    /** The notes of another clone that are looked into at once have no more bytes together: the smallest are. */
    readonly allBytes: number;
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
/** What a note of another clone brings. */
export interface Coming {
    /** Lines that were not known, without their line feeds, by their bytes. */
    readonly lines: Map<string, Buffer>;
    /** There were too many: these are the earliest, and the one that the id names. */
    readonly cut: boolean;
    /** Whether it has every line that was known. */
    readonly hasKnown: boolean;
}
/**
 * Looks through the lines of a note. Of however many there are, few more than are taken are held in memory.
 * @param most how many lines are taken at most
 */
export declare function comingLines(id: RecordId, note: Buffer, known: ReadonlyMap<string, Buffer>, most: number): Coming;
/** Of notes by their sizes, those that are too much: larger than one may be, or no room beside the smaller ones. */
export declare function tooLarge(sizes: ReadonlyMap<RecordId, number>, limits: JoinLimits): Set<RecordId>;
