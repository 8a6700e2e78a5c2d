import { dirname } from "node:path";
import { fullStatus, type IndexEntry } from "../git/index-copy.js";
import { decodePaths } from "../git/paths.js";
import { standingAt } from "../git/raw-files.js";
import type { StatusFile } from "../git/status.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Facts } from "../lifecycle/facts.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { isFolder } from "./archive-files.js";
import type { Engine } from "./context.js";
import { locate } from "./place.js";
import type { ForceLevel } from "./removal-facts.js";
import { refuseWorktreesInside } from "./worktrees-inside.js";

const autostashes = ["rebase-merge/autostash", "rebase-apply/autostash", "MERGE_AUTOSTASH"] as const;

/** A file or submodule that git tracks. */
type Tracked = Pick<IndexEntry, "mode" | "path">;

/**
 * What lies in a worktree and cannot be archived, as a person is told: repositories that git does not track. Of those in
 * the place of a tracked file, or in a folder of tracked files, git tells little or nothing.
 */
export function obstaclesIn(
  root: string,
  files: readonly StatusFile[],
  tracked: readonly Tracked[],
): string[] {
  const isLink = new Set(tracked.filter(({ mode }) => mode === "160000").map(({ path }) => path));
  const places = new Set(files.filter(({ kind }) => kind !== "untracked").map(({ path }) => path));
  for (const { path } of [...tracked, ...files])
    for (let at = dirname(path); at !== "." && !places.has(at); at = dirname(at)) places.add(at);
  const hidden = [...places].filter(
    (path) => !isLink.has(path) && isFolder(root, path) && standingAt(root, `${path}/.git`) !== undefined,
  );
  const told = files.flatMap(({ path, kind }) =>
    kind === "untracked" && path.endsWith("/") ? [path.slice(0, -1)] : [],
  );
  return [...new Set([...told, ...hidden])].map((path) => `${path}/ (a repository that git does not track)`);
}

/**
 * Says, before a forced removal or a prune begins, what of the worktree will not come back exactly.
 * @param force how often the person said `--force`: from the second on it goes all the same
 * @throws WORKTREE_DIRTY when something cannot be archived, WORKTREE_IN_USE when another worktree lies inside
 */
export async function tellUnsavable(
  engine: Engine,
  record: WorktreeRecord,
  facts: Facts,
  force: ForceLevel,
): Promise<void> {
  if (facts.uncommitted === undefined || facts.uncommitted.total === 0) return;
  const located = locate(engine, record.id);
  if (located?.state !== "intact" || located.gitDir === undefined) return;
  refuseWorktreesInside(engine, located);
  const { status } = await fullStatus(engine.repo, { path: located.path, gitDir: located.gitDir });
  const lost = obstaclesIn(located.path, status.files, await trackedIn(engine, located.path, located.gitDir));
  const { branch } = record;
  if (lost.length > 0 && force < 2) {
    throw new CoppiceError("WORKTREE_DIRTY", `${branch} has what cannot be archived: ${lost.join(", ")}.`, {
      details: { branch, uncommittedFiles: lost.slice(0, 100), uncommittedTotal: lost.length },
      suggestedAction: `Save it elsewhere (push it, or move it away), or give it up with coppice remove ${shellWord(branch)} --force --force.`,
    });
  }
  for (const one of lost) engine.report.warn(`${branch}: ${one} is not archived and goes for good.`);
  if (facts.operationHere) {
    const aside = autostashes.some((name) => standingAt(located.gitDir ?? "", name) !== undefined);
    engine.report.warn(
      `${branch}: of the ${facts.operationHere} in progress, index and files are archived; that it was in progress is not.${
        aside
          ? " What git had put aside when it began is among the archive's commits, and is not put back."
          : ""
      }`,
    );
  }
}

async function trackedIn({ repo }: Engine, path: string, gitDir: string): Promise<Tracked[]> {
  const { stdout } = await repo.git.run(path, [
    `--git-dir=${gitDir}`,
    `--work-tree=${path}`,
    "ls-files",
    "-z",
    "--stage",
  ]);
  return decodePaths(stdout).map((line) => ({
    mode: line.slice(0, 6),
    path: line.slice(line.indexOf("\t") + 1),
  }));
}
