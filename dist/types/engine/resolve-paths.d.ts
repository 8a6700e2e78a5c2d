import type { ConflictingMerge, UnmergedEntry } from "../git/merge-records.js";
/** One side's version of a file. */
export interface Version {
    readonly mode: string;
    readonly oid: string;
}
/** What becomes of paths when one side is taken: a version, or null where the side has none. */
export type Choice = ReadonlyMap<string, Version | null>;
/**
 * Of a file in the way of a folder, or of two files of different types, git puts one aside under `name~side`.
 * Maps the name aside to the name that is meant.
 */
export declare function namesAside(merge: Pick<ConflictingMerge, "messages">): ReadonlyMap<string, string>;
/** The branches of a conflict's two sides. */
export interface SideNames {
    readonly branch: string;
    readonly target: string;
}
/**
 * The merge was computed from commits, and git names what it puts aside after them; a person reads the branch more
 * easily. Maps git's name to ours.
 */
export declare function readableNames(merge: ConflictingMerge, { branch, target }: SideNames): ReadonlyMap<string, string>;
/**
 * A file's bytes with the branches on its conflict markers, where git has put what it was told to merge. The text may be
 * in whatever encoding.
 */
export declare function withReadableLabels(bytes: Buffer, { labels }: Pick<ConflictingMerge, "labels">, { branch, target }: SideNames): Buffer;
/** The same conflict with readable names throughout. */
export declare function readable(merge: ConflictingMerge, sides: SideNames): ConflictingMerge;
/**
 * What taking one side means for the unmerged paths that are named.
 * @param has whether that side's commit has a path; asked where git has moved a file by itself
 */
export declare function chooseSide(merge: Pick<ConflictingMerge, "files" | "messages">, side: "ours" | "theirs", named: ReadonlySet<string>, has: (path: string) => Promise<boolean>): Promise<Choice>;
/** One side's version of an unmerged path: ours is stage 2, theirs stage 3. */
export declare function versionOf(files: readonly UnmergedEntry[], path: string, side: "ours" | "theirs"): Version | null;
