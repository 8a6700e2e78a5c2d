import type { Oid } from "../lifecycle/ids.js";
import { type CommitDraft, type ObjectType } from "./object-format.js";
import { type ObjectFormat } from "./oid.js";
import type { PackFiles } from "./pack-draft.js";
import type { Repository } from "./repository.js";
export interface WriteOptions {
    /** Waits until the object is on the disk. Default false, as git's own default for loose objects. */
    readonly sync?: boolean;
}
/** The id that an object has, without writing it. */
export declare function hashObject(type: ObjectType, data: Uint8Array, format: ObjectFormat): Oid;
/**
 * Writes objects as loose files, the way git does: a temporary file, then its final name, so that a reader never
 * sees half of one. A commit costs a fraction of a millisecond instead of a process; for so little, waiting for
 * another thread would take longer than the work, so it is done at once.
 */
export declare class ObjectWriter {
    #private;
    /**
     * @param objects - the `objects` directory
     * @param shared - `core.sharedRepository`, when others write there, too
     */
    constructor(objects: string, format: ObjectFormat, shared?: string);
    /** Writes an object and returns its id. One that stands there as a loose file already is left alone. */
    write(type: ObjectType, data: Uint8Array, options?: WriteOptions): Promise<Oid>;
    commit(draft: CommitDraft, options?: WriteOptions): Promise<Oid>;
    blob(data: string | Uint8Array, options?: WriteOptions): Promise<Oid>;
    /**
     * Writes a pack and waits until it is on the disk, while others can go on. Nobody sees it before it is published; one
     * that never is, `git gc` clears away.
     */
    stagePack({ name, pack, index }: PackFiles): Promise<StagedPack>;
}
/** A pack that waits for its name. */
export interface StagedPack {
    /** Shows it to everybody who reads the repository. */
    readonly publish: () => void;
    /** Deletes it, unless it is published. */
    readonly discard: () => void;
}
/** A writer into the repository's own object directory. */
export declare const objectWriter: (repo: Repository) => ObjectWriter;
