import type { Entry } from "../lifecycle/entry.js";
import type { RecordId, Stamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Status } from "../lifecycle/states.js";
/** One entry of a journal and what it did. */
export interface FoldedEntry {
    readonly entry: Entry;
    /** The line as it stands in the note, without its line feed. */
    readonly line: string;
    readonly from: Status | "none";
    readonly to: Status | "none";
    /** It was not valid in the state reached, so it changed nothing: two clones acted at once. */
    readonly superseded: boolean;
    /** It still lies in the spool. */
    readonly pending: boolean;
}
/** What is known of one record: the fold of its lines. */
export interface Journal {
    readonly id: RecordId;
    /** Null when no CREATE line is there that the id names. */
    readonly record: WorktreeRecord | null;
    /** In causal order, every entry once. */
    readonly entries: readonly FoldedEntry[];
    /** Lines that are no entry this version can read, as they stand in the note. */
    readonly unreadable: readonly string[];
    /** The greatest stamp: what a new entry has to follow. */
    readonly lastStamp: Stamp | undefined;
}
/** What tells journals apart without their entries, which are most of them. */
export type JournalHead = Omit<Journal, "entries">;
/** One line of a journal, without its line feed, and where it was found. */
export interface Line {
    readonly text: string;
    readonly pending: boolean;
}
/**
 * Computes a record from its journal's lines, in whatever order they come. Total: an entry that is not valid in the
 * state reached changes nothing and is marked, a line that cannot be read is kept, a blank one is nothing. So the
 * same set of lines gives the same record everywhere.
 *
 * An entry counts once for each stamp: a line that was reformatted or written twice is one entry. Of two entries
 * that share a stamp and differ, the CREATE that the id names counts, else the first in the order of their lines.
 */
export declare function fold(id: RecordId, lines: Iterable<Line>): Journal;
/**
 * Folds lines that came to a journal since: the same result as folding all of them anew.
 * @returns undefined when they do not all come after it, or not all can be read
 */
export declare function extend(journal: Journal, lines: readonly Line[]): Journal | undefined;
/** The lines that a journal was folded from, duplicates once. */
export declare function linesOf(journal: Journal): Generator<Line>;
