import type { Oid } from "../lifecycle/ids.js";
import { type MergePair } from "./merge-process.js";
import type { MergeResult } from "./merge-records.js";
import type { CommitDraft } from "./object-format.js";
import type { StagedPack } from "./object-writer.js";
import { ObjectReader } from "./objects.js";
import type { PackDraft } from "./pack-draft.js";
import type { Repository } from "./repository.js";
import { type CommitPair, type PathChange } from "./tree-changes.js";
export type { MergePair } from "./merge-process.js";
export interface MergeSessionOptions {
    /** The commit or tree whose `.gitattributes` count; "ours": those of each merge's own first side. */
    readonly attributes: Oid | "ours";
    /** Whether merged trees and commits stay in the repository. False: a forecast, of which nothing remains. */
    readonly keep: boolean;
}
/** Starts nothing yet: git runs from the first merge on. The caller closes the session. */
export declare const openMergeSession: (repo: Repository, options: MergeSessionOptions) => MergeSession;
/**
 * Many merges through one or two `git merge-tree --stdin`, hundreds in a second. One merge can build on the commit that
 * was made from the one before it. Before git 2.39, which has no `--stdin`, each merge is a process.
 */
export declare class MergeSession {
    #private;
    constructor(repo: Repository, options: MergeSessionOptions);
    /** Merges two commits; the calls of one session run one after the other. */
    merge(ours: Oid, theirs: Oid): Promise<MergeResult>;
    /**
     * Merges many pairs, the results in their order. Faster than `merge` for each: git does not wait for us. With attributes
     * "ours" those of the first pair count for all, so give one base. All of them are sent and kept: give a thousand, not a
     * million.
     */
    mergeAll(pairs: readonly MergePair[]): Promise<MergeResult[]>;
    /** Lays out what merges onto this commit need, while the caller still finds out which ones there are. */
    prepare(ours: Oid): Promise<void>;
    /** Writes a commit where the merged trees are. */
    writeCommit(draft: CommitDraft): Promise<Oid>;
    /** Writes many objects where the merged trees are. Once they are published, git merges commits among them. */
    stagePack(draft: PackDraft): Promise<StagedPack>;
    /** What commits changed, each against another one. One process. */
    changes(pairs: readonly CommitPair[]): Promise<ReadonlyMap<Oid, readonly PathChange[]>>;
    /** Reads the repository's objects and the session's own. Closed with the session. */
    objects(): ObjectReader;
    /** Ends git and deletes what was not kept. Idempotent. */
    close(): Promise<void>;
}
