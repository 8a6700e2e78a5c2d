import type { Oid } from "../lifecycle/ids.js";
import type { LooseObjects } from "./loose-objects.js";
import { type Commit, type GitObject, type ObjectInfo, type TreeEntry } from "./object-format.js";
import type { GitRunner } from "./run.js";
/**
 * Reads objects through one long-lived `git cat-file --batch-command`, so a thousand reads cost one process. A few that
 * stand in files of their own cost none.
 * A name is whatever `git rev-parse` takes: an oid, a ref, `<oid>:path`, `HEAD^{tree}`.
 * What it reads is current: git looks up refs and new objects at each question.
 */
export declare class ObjectReader {
    #private;
    /**
     * @param more.env - another object directory, for merges that leave nothing behind
     * @param more.loose - where the repository's own files can be looked into
     */
    constructor(git: GitRunner, cwd: string, more?: {
        readonly env?: Readonly<Record<string, string>>;
        readonly loose?: LooseObjects;
    });
    /** Type and size without the content; undefined when there is no such object. */
    info(name: string): Promise<ObjectInfo | undefined>;
    /** The sizes of several objects, without their contents, in the order of their names. */
    sizesOf(names: readonly string[]): Promise<(number | undefined)[]>;
    /** An object; undefined when there is none of that name. */
    read(name: string): Promise<GitObject | undefined>;
    /** Several objects, in the order of their names. */
    readMany(names: readonly string[]): Promise<(GitObject | undefined)[]>;
    /** The oid that a name stands for, or undefined. `resolve("main^{commit}")` peels tags. */
    resolve(name: string): Promise<Oid | undefined>;
    /** `resolve` from files alone, at once; undefined: not known, ask for it. */
    resolveNear(name: string): Oid | undefined;
    /** Several names, in their order. */
    resolveMany(names: readonly string[]): Promise<(Oid | undefined)[]>;
    /** @throws CoppiceError GIT_FAILED when it does not exist or is no commit */
    commit(name: string): Promise<Commit>;
    /** A tree's entries in git's order; the tree of a commit when `name` is one. */
    tree(name: string): Promise<TreeEntry[]>;
    /** Ends the process; the next read starts another. */
    close(): Promise<void>;
}
