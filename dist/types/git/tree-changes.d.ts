import type { Oid } from "../lifecycle/ids.js";
import type { FileEntry } from "./growing-tree.js";
import type { GitRunner } from "./run.js";
/** What became of one path between two commits. */
export interface PathChange {
    /** git's bytes, one character each ("latin1"). */
    readonly path: string;
    readonly before: FileEntry | undefined;
    readonly after: FileEntry | undefined;
}
export interface CommitPair {
    readonly from: Oid;
    readonly to: Oid;
}
/**
 * What many commits changed, each against another one, with one process: paths and ids alone, no content is read and
 * nothing is called renamed. Where it is too much, the last ones are not told.
 * @param most - bytes of git's answer that are read
 * @returns by the second commit of each pair, which therefore names its pair
 */
export declare function changesBetween(git: GitRunner, place: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
}, pairs: readonly CommitPair[], most?: number): Promise<ReadonlyMap<Oid, readonly PathChange[]>>;
