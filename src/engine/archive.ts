import type { BranchName, Oid } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";

/** Where commits stand whose branch is gone, so that nothing is lost by it. */
export const archivePrefix = "refs/coppice/archive/";

/** @param at milliseconds since the epoch */
export const archiveRef = (branch: BranchName, at: number): string =>
  `${archivePrefix}${branch}/${new Date(at).toISOString().replace(/[-:]|\.\d+/g, "")}`;

const compactTime = /\/(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** When something was archived, milliseconds since the epoch; undefined: the name does not tell, so it is not ours. */
export function archivedAt(ref: string): number | undefined {
  const [, ...parts] = compactTime.exec(ref) ?? [];
  if (!ref.startsWith(archivePrefix) || parts.length === 0) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * The commands of plain git that bring a branch back, for any clone whose `origin` is where the branch was.
 * @param from the ref that has its tip, or a branch that contains it
 */
export const restoreCommand = (
  branch: BranchName,
  from: { readonly archive: string } | { readonly oid: Oid; readonly within: BranchName },
): string =>
  "archive" in from
    ? `git fetch origin ${shellWord(from.archive)} && git push origin ${shellWord(`FETCH_HEAD:refs/heads/${branch}`)}`
    : `git fetch origin ${shellWord(`refs/heads/${from.within}`)} && git push origin ${shellWord(`${from.oid}:refs/heads/${branch}`)}`;
