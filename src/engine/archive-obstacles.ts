import { fullStatus } from "../git/index-copy.js";
import type { StatusFile } from "../git/status.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Facts } from "../lifecycle/facts.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { locate } from "./place.js";
import type { ForceLevel } from "./removal-facts.js";

/** What lies in a worktree and cannot be archived, as a person is told. */
export const obstaclesIn = (files: readonly StatusFile[]): string[] =>
  files.flatMap(({ path, kind }) =>
    kind === "untracked" && path.endsWith("/") ? [`${path} (a repository that git does not track)`] : [],
  );

/**
 * Says, before a forced removal or a prune begins, what of the worktree will not come back exactly.
 * @param force how often the person said `--force`: from the second on it goes all the same
 * @throws WORKTREE_DIRTY when something cannot be archived
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
  const { status } = await fullStatus(engine.repo, { path: located.path, gitDir: located.gitDir });
  const lost = obstaclesIn(status.files);
  const { branch } = record;
  if (lost.length > 0 && force < 2) {
    throw new CoppiceError("WORKTREE_DIRTY", `${branch} has what cannot be archived: ${lost.join(", ")}.`, {
      details: { branch, uncommittedFiles: lost.slice(0, 100), uncommittedTotal: lost.length },
      suggestedAction: `Save it elsewhere (push it, or move it away), or give it up with coppice remove ${shellWord(branch)} --force --force.`,
    });
  }
  for (const one of lost) engine.report.warn(`${branch}: ${one} is not archived and goes for good.`);
  if (facts.operationHere) {
    engine.report.warn(
      `${branch}: of the ${facts.operationHere} in progress, index and files are archived; that it was in progress is not.`,
    );
  }
}
