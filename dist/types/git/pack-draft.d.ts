import type { Oid } from "../lifecycle/ids.js";
import { type ObjectFormat } from "./oid.js";
type PackedType = "commit" | "tree" | "blob";
/** An object as it stood before: what comes after it is stored as a change of it. */
export interface Before {
    readonly oid: Oid;
    readonly data: Buffer;
}
/** The two files of a pack, see gitformat-pack(5). */
export interface PackFiles {
    /** `pack-<name>.pack` and `pack-<name>.idx`. */
    readonly name: string;
    readonly pack: Buffer;
    readonly index: Buffer;
}
/**
 * Objects that are to be written together, as one pack. A tree of which one entry changed takes some fifty bytes, and
 * thousands of objects are one file instead of one each.
 */
export declare class PackDraft {
    #private;
    constructor(format: ObjectFormat);
    /** How many objects it has. */
    get count(): number;
    /** Bytes. */
    get size(): number;
    /** Adds an object, unless it is there, and returns its id. */
    add(type: PackedType, data: Buffer, before?: Before): Oid;
    /** The files of a pack with all objects. */
    files(): PackFiles;
}
export {};
