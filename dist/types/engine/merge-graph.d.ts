import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
/** The commits that some branches have and base has not, as a graph. */
export declare class AheadGraph {
    #private;
    constructor(parents: ReadonlyMap<Oid, readonly Oid[]>);
    /** Whether base lacks this commit. */
    has(oid: Oid): boolean;
    /** The commits of one tip that base has not, parents before children. Empty: base contains the tip. */
    commitsOf(tip: Oid): Oid[];
    /** A commit's parents; of one that base has, nothing is known here. */
    parentsOf(oid: Oid): readonly Oid[];
    /** The commits of base on which the tip's own commits stand; its merge bases with base are among them. */
    forksOf(tip: Oid): Oid[];
    /**
     * Whether a tip shares no commit with base. git merges such histories only when told to, and one of them ends
     * a whole `merge-tree --stdin` process.
     */
    isUnrelated(tip: Oid): boolean;
}
/** Reads the commits of many tips that `base` has not, with one process; with none for a tip that is near. */
export declare function readAhead(repo: Repository, tips: readonly Oid[], base: Oid): Promise<AheadGraph>;
