import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nativePath } from "../git/paths.js";
import type { Repository } from "../git/repository.js";
import type { Oid } from "../lifecycle/ids.js";
import { hasCode } from "./files.js";
import { treeDifference } from "./tree-diff.js";

/** Bigger files are taken for data: nobody resolves a conflict in them by hand. */
export const largestText = 20 * 1024 * 1024;

/** A line that git writes around the sides of a conflict, at the default size or a longer one. */
const opening = /^<{7,}(?: |$)/;
const closing = /^>{7,}(?: |$)/;
const ancestor = /^\|{7,}(?: |$)/;

/**
 * Whether a text holds a conflict as git leaves it: an opening marker and, after it, a closing one.
 * `=======` alone is a heading in many formats.
 */
export function hasConflict(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => opening.test(line));
  return start >= 0 && lines.slice(start + 1).some((line) => closing.test(line));
}

/** Whether any line of a conflict is left, for a file that is known to have had one. */
export function hasMarkerLine(text: string): boolean {
  return text.split(/\r?\n/).some((line) => opening.test(line) || closing.test(line) || ancestor.test(line));
}

/** A regular file's text; undefined for what is no text: a folder, a link, a binary or a huge file, nothing. */
export function textOf(path: string): string | undefined {
  if (!isSmallFile(path)) return undefined;
  const bytes = readFileSync(nativePath(path));
  return bytes.includes(0) ? undefined : bytes.toString("utf8");
}

function isSmallFile(path: string): boolean {
  try {
    const stat = lstatSync(nativePath(path));
    return stat.isFile() && stat.size <= largestText;
  } catch (error) {
    // A file may stand in the place of one of its folders.
    if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}

/**
 * Of some files of a worktree, those in which a conflict stands that their committed version does not have: a
 * project may well keep such text on purpose, in the tests of a merge tool.
 */
export async function filesWithConflicts(
  repo: Repository,
  worktree: string,
  paths: readonly string[],
  head: Oid | undefined,
): Promise<string[]> {
  const suspects = paths.filter((path) => {
    const text = textOf(join(worktree, path));
    return text !== undefined && hasConflict(text);
  });
  if (suspects.length === 0 || head === undefined) return suspects;
  const committed = await repo.objects().readMany(suspects.map((path) => `${head}:${path}`));
  return suspects.filter((_, index) => {
    const before = committed[index];
    return before?.type !== "blob" || !hasConflict(before.data.toString("utf8"));
  });
}

/** How many changed files are looked into. */
const mostFiles = 5000;

/**
 * Files of a commit or tree in which a conflict stands that none of others has in its version of them.
 * @param before the files that differ from the first are looked into
 */
export async function filesWithNewMarkers(
  repo: Repository,
  before: readonly [Oid, ...Oid[]],
  after: Oid,
): Promise<string[]> {
  const objects = repo.objects();
  const { files } = await treeDifference(objects, before[0], after, mostFiles);
  const marked = async (name: string): Promise<boolean> => {
    const info = await objects.info(name);
    if (info?.type !== "blob" || info.size > largestText) return false;
    const blob = await objects.read(name);
    return blob !== undefined && !blob.data.includes(0) && hasConflict(blob.data.toString("utf8"));
  };
  const found: string[] = [];
  for (const path of files) {
    if (!(await marked(`${after}:${path}`))) continue;
    const had = await Promise.all(before.map((commit) => marked(`${commit}:${path}`)));
    if (!had.includes(true)) found.push(path);
  }
  return found;
}
