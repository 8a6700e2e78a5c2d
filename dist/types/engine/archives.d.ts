import { type BranchName, type Oid } from "../lifecycle/ids.js";
import { type Manifest } from "./archive-manifest.js";
import type { Engine } from "./context.js";
/** One archive, as its ref tells. */
export interface ArchiveRef {
    /** Its full name. */
    readonly ref: string;
    readonly branch: BranchName;
    /** When it was made, milliseconds since the epoch. */
    readonly at: number;
    readonly oid: Oid;
}
/** One archive, looked into. */
export interface Archive extends ArchiveRef {
    /** The branch's tip; null: the branch had no commit. */
    readonly tip: Oid | null;
    /** What was saved beside commits; undefined: there was nothing. */
    readonly manifest: Manifest | undefined;
    /** Why it cannot be read, without a full stop; null: it can. */
    readonly problem: string | null;
}
/** Every archive of this clone, the newest first, with one process. */
export declare function archiveRefs(engine: Engine, branch?: BranchName): Promise<ArchiveRef[]>;
/**
 * What an archive holds.
 * @throws CoppiceError GIT_FAILED when that cannot be read: part of it is missing, or a newer Coppice wrote it
 */
export declare function readArchive(engine: Engine, one: ArchiveRef): Promise<Archive>;
/** The archives of this clone, the newest first, with what is in them. One that cannot be read is there with its problem. */
export declare function archives(engine: Engine): Promise<Archive[]>;
/** The archives of a branch with what makes two of them the same, the newest first. */
export declare function archivesOfBranch(engine: Engine, branch: BranchName): Promise<(ArchiveRef & {
    readonly tree: Oid;
    readonly parents: readonly Oid[];
})[]>;
/**
 * Deletes the archives that are older than the config's `prune.archiveDays`; those that moved meanwhile stay. Looks at
 * most once an hour.
 */
export declare function expireArchives(engine: Engine): Promise<void>;
