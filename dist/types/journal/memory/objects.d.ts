import { type GitObject, type Person } from "../../git/object-format.js";
import type { Oid } from "../../lifecycle/ids.js";
import { type NotesObjects } from "../notes.js";
import type { NotesCommit } from "../plan.js";
import { MemoryFiles } from "./files.js";
/** A git directory in memory: what was fetched, and what was written on top of it. */
export declare class MemoryObjects implements NotesObjects {
    #private;
    readonly gitdir = "/git";
    readonly fs: MemoryFiles;
    /** isomorphic-git keeps here what it has read of pack files. */
    readonly cache: object;
    readMany(names: readonly string[]): Promise<(GitObject | undefined)[]>;
    /** Only who has read an object knows its size here. */
    sizesOf(names: readonly string[]): Promise<undefined[]>;
    /** Whether a commit is here. */
    hasCommit(oid: Oid): Promise<boolean>;
    /** Writes commits of notes, one on top of the other. */
    commit(tip: Oid | undefined, commits: readonly NotesCommit[], person: Person): Promise<Oid>;
}
