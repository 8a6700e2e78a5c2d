import type { Oid, RecordId } from "../lifecycle/ids.js";
import { type NotesTree } from "./notes.js";
/** Lines to be added, without their line feeds, by record. */
export type Additions = ReadonlyMap<RecordId, readonly string[]>;
/** A commit of a notes ref, as it changes the tree of the one before it. */
export interface NotesCommit {
    readonly message: string;
    /** Paths of other layouts at which notes stood: one note never stands at two paths. They go first. */
    readonly removes: readonly string[];
    /** Whole notes. */
    readonly writes: readonly {
        readonly id: RecordId;
        readonly content: Buffer;
    }[];
}
/**
 * The commits that add lines to their notes on top of a tip; none when every line is there already.
 *
 * New records' CREATE lines get a commit of their own before the rest: a record's id is the blob that holds exactly
 * that line, and the history of the ref keeps that blob.
 *
 * @param last the commit that Coppice wrote last: what others have dropped of it is put back
 */
export declare function planCommits(notes: NotesTree, tip: Oid | undefined, additions: Additions, last: Oid | undefined): Promise<NotesCommit[]>;
