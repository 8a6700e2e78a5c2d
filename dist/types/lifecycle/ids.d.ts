import * as z from "zod/mini";
/**
 * Branded names. A value of one of these types has been checked once, where it came in; nothing below the doors
 * checks again.
 */
/** A full object id, lower-case hex: 40 characters (SHA-1) or 64 (SHA-256). */
export declare const oidSchema: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
export type Oid = z.infer<typeof oidSchema>;
/** The id of a record: the oid of the blob that holds its journal's first line. */
export declare const recordIdSchema: z.core.$ZodBranded<z.ZodMiniString<string>, "RecordId", "out">;
export type RecordId = z.infer<typeof recordIdSchema>;
/** The random id of one clone of the repository: 16 hex digits. */
export declare const cloneIdSchema: z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">;
export type CloneId = z.infer<typeof cloneIdSchema>;
/** The id of one operation, from its opening to its closing entry: 16 hex digits. */
export declare const opIdSchema: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
export type OpId = z.infer<typeof opIdSchema>;
/**
 * An entry's identity and place in time: 12 hex digits of milliseconds, 4 hex digits of a logical counter,
 * a dash, 16 hex digits of randomness. Byte order is causal order.
 */
export declare const stampSchema: z.core.$ZodBranded<z.ZodMiniString<string>, "Stamp", "out">;
export type Stamp = z.infer<typeof stampSchema>;
/** RFC 3339, UTC, with milliseconds: `2026-01-31T12:00:00.000Z`. */
export declare const timestampSchema: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
export type Timestamp = z.infer<typeof timestampSchema>;
/**
 * Says why git would not take `name` as a branch, or nothing when it would.
 * The rules are those of git-check-ref-format(1) with `--branch`, without the `@{-1}` shorthand and without `@`,
 * which git branch refuses to make.
 * A longest length is ours: a loose ref is a file, and file systems stop at 255 bytes for each part.
 */
export declare function branchNameProblem(name: string): string | undefined;
/** A short branch name, `task/x`, as `git check-ref-format --branch` accepts it. */
export declare const branchNameSchema: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
export type BranchName = z.infer<typeof branchNameSchema>;
/** What the record of every home workspace has in place of a branch. No worktree is made of a branch of this name. */
export declare const homeName: BranchName;
/** `refs/heads/x` for branch `x`. */
export declare const branchRef: (branch: BranchName) => string;
