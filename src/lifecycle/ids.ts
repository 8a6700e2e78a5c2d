import * as z from "zod/mini";

/**
 * Branded names. A value of one of these types has been checked once, where it came in; nothing below the doors
 * checks again.
 */

/** A full object id, lower-case hex: 40 characters (SHA-1) or 64 (SHA-256). */
export const oidSchema = z
  .string()
  .check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))
  .brand<"Oid">();
export type Oid = z.infer<typeof oidSchema>;

/** The id of a record: the oid of the blob that holds its journal's first line. */
export const recordIdSchema = z
  .string()
  .check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/))
  .brand<"RecordId">();
export type RecordId = z.infer<typeof recordIdSchema>;

/** The random id of one clone of the repository: 16 hex digits. */
export const cloneIdSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{16}$/))
  .brand<"CloneId">();
export type CloneId = z.infer<typeof cloneIdSchema>;

/** The id of one operation, from its opening to its closing entry: 16 hex digits. */
export const opIdSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{16}$/))
  .brand<"OpId">();
export type OpId = z.infer<typeof opIdSchema>;

/**
 * An entry's identity and place in time: 12 hex digits of milliseconds, 4 hex digits of a logical counter,
 * a dash, 16 hex digits of randomness. Byte order is causal order.
 */
export const stampSchema = z
  .string()
  .check(z.regex(/^[0-9a-f]{16}-[0-9a-f]{16}$/))
  .brand<"Stamp">();
export type Stamp = z.infer<typeof stampSchema>;

/** RFC 3339, UTC, with milliseconds: `2026-01-31T12:00:00.000Z`. */
export const timestampSchema = z
  .string()
  .check(
    z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/),
  )
  .brand<"Timestamp">();
export type Timestamp = z.infer<typeof timestampSchema>;

/** A unit of a string takes at most three bytes, so most names need not be encoded to be measured. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;

/**
 * Says why git would not take `name` as a branch, or nothing when it would.
 * The rules are those of git-check-ref-format(1) with `--branch`, without the `@{-1}` shorthand and without `@`,
 * which git branch refuses to make.
 * A longest length is ours: a loose ref is a file, and file systems stop at 255 bytes for each part.
 */
export function branchNameProblem(name: string): string | undefined {
  if (name === "") return "it is empty";
  if (name === "@") return "'@' alone means HEAD";
  if (name === "HEAD") return "'HEAD' is git's own name";
  if (name.startsWith("-")) return "it starts with a dash";
  if (name.endsWith(".")) return "it ends with a dot";
  if (name.includes("..")) return "it contains '..'";
  if (name.includes("@{")) return "it contains '@{'";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what git refuses
  const bad = /[\u0000-\u0020\u007f~^:?*[\\]/.exec(name);
  if (bad) return bad[0] === " " ? "it contains a space" : `it contains ${JSON.stringify(bad[0])}`;
  if (!name.isWellFormed()) return "it is not well-formed Unicode";
  for (const part of name.split("/")) {
    if (part === "") return "it has an empty part between slashes";
    if (part.startsWith(".")) return `the part '${part}' starts with a dot`;
    if (part.endsWith(".lock")) return `the part '${part}' ends with '.lock'`;
    if (isLonger(part, 250)) return "a part of it is longer than 250 bytes";
  }
  if (isLonger(name, 1000)) return "it is longer than 1,000 bytes";
  return undefined;
}

/** A short branch name, `task/x`, as `git check-ref-format --branch` accepts it. */
export const branchNameSchema = z
  .string()
  .check(z.refine((name) => branchNameProblem(name) === undefined, "is no valid branch name"))
  .brand<"BranchName">();
export type BranchName = z.infer<typeof branchNameSchema>;

/** What the record of every home workspace has in place of a branch. No worktree is made of a branch of this name. */
export const homeName: BranchName = branchNameSchema.parse("__home__");

/** `refs/heads/x` for branch `x`. */
export const branchRef = (branch: BranchName): string => `refs/heads/${branch}`;
