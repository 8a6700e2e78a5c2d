import { directoryOf, isGit, pids, runningProcess, wordsOf } from "../git/processes.js";
import { subcommand } from "../git/run-errors.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { isInside } from "./find.js";

/**
 * The git of a commit whose coppice was killed may go on, in a hook perhaps: a second one would run the hooks beside it,
 * and fail when the first has made its commit.
 * @throws INVALID_STATE naming the process
 */
export function refuseCommitAtWork({ branch }: WorktreeRecord, worktree: string): void {
  const pid = commitAtWork(worktree);
  if (pid === undefined) return;
  throw new CoppiceError(
    "INVALID_STATE",
    `A git commit is at work in the worktree of ${branch}: process ${pid}, or a hook that it runs.`,
    {
      details: { branch, operation: "git commit" },
      suggestedAction: `Wait until it has ended, or end it (kill ${pid}); then run the command again.`,
    },
  );
}

/** A `git commit` that runs in a worktree, a person's or one whose coppice was killed; undefined: none is seen. */
const commitAtWork = (worktree: string): number | undefined =>
  pids().find((pid) => {
    const found = runningProcess(pid);
    return found !== undefined && isGit(found) && commitsIn(pid, worktree);
  });

function commitsIn(pid: number, worktree: string): boolean {
  try {
    return subcommand(wordsOf(pid).slice(1)) === "commit" && isInside(directoryOf(pid), worktree);
  } catch {
    return false;
  }
}
