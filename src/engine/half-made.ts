import { existsSync, lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { decodePaths } from "../git/paths.js";
import { readText } from "../git/worktree-links.js";
import { type BranchName, branchRef } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import type { Located } from "./place.js";

/*
 * How far a `git worktree add` has come that was killed: git keeps the worktree locked from its first step to its last, and
 * writes the index after the last file.
 */

/** Whether the worktree carries the lock that git keeps while it makes it. */
export const isBeingMade = (gitDir: string): boolean =>
  readText(join(gitDir, "locked"))?.trim() === "initializing";

/** Whether all its files were checked out: from then on somebody may have worked there. */
export const isCheckedOut = ({ gitDir, state }: Located): boolean =>
  state === "intact" &&
  gitDir !== undefined &&
  lstatSync(join(gitDir, "index"), { throwIfNoEntry: false }) !== undefined;

/** The files of a half-made worktree that its branch has not: git has not put them there. */
export async function foreignIn(
  { repo }: Engine,
  { path, gitDir }: Located,
  branch: BranchName,
): Promise<string[]> {
  if (gitDir === undefined || !existsSync(path)) return [];
  const index = join(gitDir, "coppice-half-made");
  const options = { env: { GIT_INDEX_FILE: index }, writes: gitDir };
  const at = [`--git-dir=${gitDir}`, `--work-tree=${path}`];
  try {
    await repo.git.run(path, [...at, "read-tree", branchRef(branch)], options);
    return decodePaths((await repo.git.run(path, [...at, "ls-files", "--others", "-z"], options)).stdout);
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}
