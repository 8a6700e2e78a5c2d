import { type Commit, type CommitDraft, type Person } from "../git/object-format.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
/**
 * Writes the commits of a merge. Unsigned ones are written without a process; signed ones by `git commit-tree`.
 *
 * Signing (`merge.sign`): `auto` signs when the person's git config says so (commit.gpgSign) and goes on unsigned,
 * with a warning, when that does not work: a missing key must not change what a merge results in. `always` fails
 * instead, `never` does not sign.
 */
export declare class CommitMaker {
    #private;
    constructor(engine: Engine);
    /** Who merges, for both roles. */
    people(): Promise<{
        readonly author: Person;
        readonly committer: Person;
    }>;
    /**
     * Writes a commit by the person who merges.
     * @param draft.author the person who merges when it is left out
     * @throws MERGE_FAILED when `merge.sign` is `always` and signing does not work, GIT_FAILED without an identity
     */
    make(draft: Omit<CommitDraft, "author" | "committer"> & {
        readonly author?: Person;
    }): Promise<Oid>;
    /** Whether commits are signed: then each costs a process, and its bytes are not known before. */
    get signs(): boolean;
    /** The bytes of an unsigned commit by the person who merges; nothing is written. */
    bytes(draft: Omit<CommitDraft, "author" | "committer">): Promise<Buffer>;
    /** An unsigned commit that no ref will ever name: a merge base made to measure. */
    scratch(tree: Oid, parents: readonly Oid[]): Promise<Oid>;
}
/** Whether commits of this run are to be signed. */
export declare function wantsSigning(engine: Engine): boolean;
/** `Name <address>`, as a Co-authored-by trailer carries it. */
export declare const contact: (person: Person) => string;
/**
 * Reads a commit whose text may be in another encoding than UTF-8: what is made from it says no encoding, so it has
 * to be UTF-8.
 */
export declare function readCommit(repo: Repository, oid: Oid): Promise<Commit>;
