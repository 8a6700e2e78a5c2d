import type { Oid } from "../lifecycle/ids.js";
import { parseOid } from "./oid.js";
import { decodePath } from "./paths.js";

/** One stage of an unmerged path: 1 is the common ancestor's, 2 ours, 3 theirs. */
export interface UnmergedEntry {
  /** As `decodePath` gives it. */
  readonly path: string;
  readonly mode: string;
  readonly oid: Oid;
  readonly stage: 1 | 2 | 3;
}

/** What git says about a merge: `type` is a fixed word of git's, `text` is for people. */
export interface MergeMessage {
  readonly paths: readonly string[];
  /** `Auto-merging`, `CONFLICT (contents)`, `CONFLICT (modify/delete)` ... */
  readonly type: string;
  readonly text: string;
}

export interface CleanMerge {
  readonly outcome: "clean";
  readonly tree: Oid;
}

export interface ConflictingMerge {
  readonly outcome: "conflict";
  /** With conflict markers in the files that have them. */
  readonly tree: Oid;
  /** May be empty: some conflicts (a split directory rename) leave no unmerged path. */
  readonly files: readonly UnmergedEntry[];
  readonly messages: readonly MergeMessage[];
  /** What stands behind the conflict markers. */
  readonly labels: { readonly ours: string; readonly theirs: string };
}

export type MergeResult = CleanMerge | ConflictingMerge | { readonly outcome: "unrelated" };

/** Gives the next NUL-terminated field; undefined at the end of the output. */
export type NextField = () => Promise<string | undefined>;

/**
 * Reads one record of `git merge-tree --write-tree -z` from its tree on. A conflict's record ends with the first
 * field that is no count: at the end of the output, at the empty field between two records of `--stdin`, or at the
 * advice about submodules that git 2.39 prints to standard output without an end of its own.
 *
 * @returns undefined when there is no tree: git was stopped by something else than a conflict, whatever its exit code
 */
export async function readMerge(
  next: NextField,
  clean: boolean,
  labels: ConflictingMerge["labels"],
): Promise<CleanMerge | ConflictingMerge | undefined> {
  const tree = await next();
  if (tree === undefined || !/^[0-9a-f]{40,64}$/.test(tree)) return undefined;
  if (clean) return { outcome: "clean", tree: parseOid(tree) };
  const files: UnmergedEntry[] = [];
  for (let field = await next(); field !== undefined && field !== ""; field = await next()) {
    files.push(parseEntry(field));
  }
  const messages: MergeMessage[] = [];
  for (let field = await next(); field !== undefined && /^\d+$/.test(field); field = await next()) {
    const paths: string[] = [];
    for (let left = Number(field); left > 0; left -= 1) {
      const path = await next();
      if (path === undefined) break;
      paths.push(path);
    }
    const type = (await next()) ?? "";
    messages.push({ paths, type, text: ((await next()) ?? "").trimEnd() });
  }
  return { outcome: "conflict", tree: parseOid(tree), files, messages, labels };
}

/** `mode SP oid SP stage TAB path`. */
function parseEntry(field: string): UnmergedEntry {
  const tab = field.indexOf("\t");
  const [mode = "", oid = "", stage = ""] = field.slice(0, tab).split(" ");
  return {
    path: field.slice(tab + 1),
    mode,
    oid: parseOid(oid),
    stage: stage === "1" ? 1 : stage === "2" ? 2 : 3,
  };
}

/** The fields of a complete output. */
export function fieldsOf(output: Buffer): NextField {
  let at = 0;
  return async () => {
    const end = output.indexOf(0, at);
    if (end < 0) return undefined;
    const field = decodePath(output.subarray(at, end));
    at = end + 1;
    return field;
  };
}
