import { type GitObject } from "../git/object-format.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type Oid, type RecordId } from "../lifecycle/ids.js";
import type { ObjectFormat } from "./id.js";
/** A note as it stands in the tree of the notes ref. */
export interface NoteAt {
    readonly id: RecordId;
    /** `ab/cdef...`, with as many folders as whoever wrote the tree saw fit. */
    readonly path: string;
    readonly blob: Oid;
}
/** Where we put a note: git's own layout for more than a handful of notes. */
export declare const pathOf: (id: RecordId) => string;
/** Reads objects by name: an oid, or `<oid>^{tree}`. */
export interface NotesObjects {
    /** In the order of their names; undefined where there is no such object. */
    readMany(names: readonly string[]): Promise<(GitObject | undefined)[]>;
    /** In the order of their names; undefined where that is not known beforehand. */
    sizesOf(names: readonly string[]): Promise<(number | undefined)[]>;
}
/** A note, and how many bytes it has where that is known. */
export interface SizedNote {
    readonly note: NoteAt;
    readonly size: number | undefined;
}
/** How many bytes each record's notes have together. One that stands at two paths is one. */
export declare function bytesById(notes: readonly SizedNote[]): Map<RecordId, number>;
/** Parts of a list, in its order, of which each can be held in memory. What has no known size is alone. */
export declare function portionsOf<T>(list: readonly T[], size: (item: T) => number | undefined): Generator<T[]>;
/**
 * The notes of a ref, wherever its objects are. Every fan-out of the tree is read: git reshapes it at will, and one note
 * may stand at two paths.
 */
export declare abstract class NotesTree {
    #private;
    protected readonly ref: string;
    constructor(ref: string, objects: () => NotesObjects, format: ObjectFormat);
    /**
     * The commit that the ref holds; undefined when there is no such ref.
     * @throws CoppiceError JOURNAL_CORRUPT when the ref is there and its commit is not
     */
    abstract tip(): Promise<Oid | undefined>;
    /**
     * The notes of some records, or of all.
     * @param except leaves out what another commit has in the same place
     */
    find(commit: Oid, ids?: Iterable<RecordId>, except?: Oid): Promise<NoteAt[]>;
    /** The contents of notes, in their order, a portion at a time. */
    contents(notes: readonly NoteAt[]): AsyncGenerator<{
        note: NoteAt;
        data: Buffer;
    }>;
    sizesOf(notes: readonly NoteAt[]): Promise<SizedNote[]>;
    protected contentsOf(notes: readonly SizedNote[]): AsyncGenerator<{
        note: NoteAt;
        data: Buffer;
    }>;
    corrupt(what: string): CoppiceError;
}
/** Reads a notes ref through the repository's `cat-file` process. */
export declare class NotesReader extends NotesTree {
    #private;
    constructor(repo: Repository, ref: string);
    tip(): Promise<Oid | undefined>;
}
/** The ref that a notes ref leads to where it is a symbolic one. git writes through it: into a branch, for example. */
export declare function symbolicTarget(repo: Repository, ref: string): string | undefined;
