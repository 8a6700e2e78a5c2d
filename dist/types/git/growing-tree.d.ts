import type { Oid } from "../lifecycle/ids.js";
import type { GitObject } from "./object-format.js";
import { type ObjectFormat } from "./oid.js";
import type { PackDraft } from "./pack-draft.js";
/** What stands at a path: no folder. */
export interface FileEntry {
    /** As git prints it: `100644`, `100755`, `120000`, `160000`. */
    readonly mode: string;
    readonly oid: Oid;
}
/** Where trees are read. */
export interface TreeSource {
    readMany(names: readonly string[]): Promise<(GitObject | undefined)[]>;
}
/**
 * A commit's tree in memory, of which only the folders that are asked for are read, and which changes path by path.
 * Paths and names are git's bytes, one character each ("latin1"), so that nothing is lost or sorted otherwise.
 */
export declare class GrowingTree {
    #private;
    constructor(source: TreeSource, format: ObjectFormat);
    /** Goes to another tree. What was changed and not written is forgotten. @returns false: it cannot be read */
    moveTo(root: Oid): Promise<boolean>;
    /** Reads the folders that lead to some paths, all of one depth together. What cannot be read blocks its paths. */
    load(paths: Iterable<string>): Promise<void>;
    /** What stands at a path; "blocked": a folder does, or a file stands where a folder of it would have to be. */
    entry(path: string): FileEntry | "blocked" | undefined;
    /** Puts a file at a path that is not blocked, or takes it away. */
    set(path: string, entry: FileEntry | undefined): void;
    /** Adds the trees of all folders that were changed to a pack. @returns the tree as it is now */
    write(pack: PackDraft): Oid;
}
