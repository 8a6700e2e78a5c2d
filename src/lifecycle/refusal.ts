import type { ErrorCode, ErrorDetails } from "./errors.js";
import { keptFiles } from "./events.js";
import type { Facts } from "./facts.js";
import type { WorktreeRecord } from "./record.js";

/** Why something is not done, in the terms of the one error type. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
  /** What to do next, where the catalogue's hint for the code is not the best one. */
  readonly suggestedAction?: string;
}

/** A refusal in one line. */
export const refuse = (
  code: ErrorCode,
  message: string,
  details: ErrorDetails = {},
  suggestedAction?: string,
): Refusal => ({ code, message, details, ...(suggestedAction === undefined ? {} : { suggestedAction }) });

/** How a message speaks of a worktree. */
export const nameOf = (record: WorktreeRecord | null): string =>
  record === null ? "the worktree" : record.type === "home" ? "the home workspace" : `'${record.branch}'`;

/** `1 file`, `2 files`. */
export const several = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** The first of many paths. */
export const listed = (paths: readonly string[]): string =>
  paths.length <= 3 ? paths.join(", ") : `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more`;

/** Paths as details, cut to what is kept. */
export const withFiles = (paths: readonly string[]): ErrorDetails => ({ files: paths.slice(0, keptFiles) });

/** WORKTREE_DIRTY, naming the files; `what` says what is refused because of them. */
export function dirtyRefusal(
  record: WorktreeRecord | null,
  uncommitted: Facts["uncommitted"],
  what: string,
  suggestedAction: string,
): Refusal {
  const { files, total } = uncommitted ?? record?.uncommittedFiles ?? { files: [], total: 0 };
  const named = files.length === 0 ? "" : `: ${listed(files)}`;
  const changes = total === 0 ? "uncommitted changes" : several(total, "uncommitted file");
  return refuse(
    "WORKTREE_DIRTY",
    `${nameOf(record)} has ${changes}${named}; ${what}`,
    { uncommittedFiles: files.slice(0, keptFiles), uncommittedTotal: Math.max(total, files.length) },
    suggestedAction,
  );
}
