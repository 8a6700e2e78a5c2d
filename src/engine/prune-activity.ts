import { lstatSync, readdirSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import type { Repository } from "../git/repository.js";
import type { Status } from "../git/status.js";
import { readText } from "../git/worktree-links.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { errnoOf } from "../lifecycle/system-errors.js";
import type { Located } from "./place.js";

/** Above so many changed files nobody looks at each: then it is not known when the last was written. */
const mostFiles = 5_000;

/**
 * The newest sign of work in a worktree beside its commits: when HEAD last moved there, and when a changed file was
 * written. Milliseconds since the epoch.
 * @returns undefined: there is none, as in a worktree without reflog and changes
 * @throws what the file system throws where the files cannot be looked at
 */
export function lastWorkIn(located: Located | undefined, status: Status | undefined): number | undefined {
  if (located?.state !== "intact" || located.gitDir === undefined) return undefined;
  const signs = [movedAt(located.gitDir), ...writtenAt(located.path, status)];
  const known = signs.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** When HEAD moved last, by its reflog: a checkout and a reset are work, though no commit tells of them. */
function movedAt(gitDir: string): number | undefined {
  const last = readText(join(gitDir, "logs", "HEAD"))
    ?.trimEnd()
    .split("\n")
    .at(-1);
  const seconds = Number(/> (\d+) [+-]\d{4}(?:\t|$)/.exec(last ?? "")?.[1]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

function writtenAt(top: string, status: Status | undefined): number[] {
  const files = status?.files ?? [];
  const times: number[] = [];
  const open = files.map(({ path }) => join(top, path));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (times.length >= mostFiles) return [Number.POSITIVE_INFINITY];
    const stat = standing(path);
    // A deleted file has left its mark on the directory that it was in.
    const found = stat ?? standing(dirname(path));
    if (found !== undefined) times.push(found.mtimeMs);
    if (stat?.isDirectory() === true) open.push(...readdirSync(path).map((name) => join(path, name)));
  }
  return times;
}

/** Where a file has taken a directory's place, nothing is below it either. */
function standing(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return undefined;
    throw error;
  }
}

const ownWork = /^(?:commit|cherry-pick|revert|am)\b|^merge .*: (?!Fast-forward)/s;

/**
 * Whether a commit was made on a branch, by the branch's own reflog: a branch at a commit of base that was made
 * elsewhere has no work of its own. A branch that is made anew under an old name has a reflog that begins anew.
 */
export function wasMadeOn({ commonDir }: Repository, branch: BranchName, oid: Oid): boolean {
  const lines = readText(join(commonDir, "logs", ...branchRef(branch).split("/")))?.split("\n") ?? [];
  return lines.some((line) => {
    const [entry = "", message = ""] = line.split("\t", 2);
    if (entry.split(" ", 2)[1] !== oid) return false;
    const onto = /^(?:rebase|pull\b.*) \(finish\): .* onto ([0-9a-f]+)$/s.exec(message)?.[1];
    return ownWork.test(message) || (onto !== undefined && onto !== oid);
  });
}
