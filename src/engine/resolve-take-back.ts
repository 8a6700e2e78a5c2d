import { mergeTree } from "../git/merge-tree.js";
import { operationInProgress } from "../git/operations.js";
import { decodePaths, displayPath } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchRef } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { resolutionFile } from "./resolution.js";
import { applyChoice } from "./resolve-apply.js";
import { formsOf, type LaidPath, type Layout, laidPaths, rawChanges, sameVersion } from "./resolve-laid.js";
import { type Choice, readableNames } from "./resolve-paths.js";
import { gitAt, mergeHead, type Workplace } from "./resolve-state.js";
import type { RecordSession } from "./session.js";
import { halfWritten } from "./taken-back.js";

/** Whether a process ended while it laid a conflict out in the task's worktree; also one that still does it. */
export function isHalfBegun({ local }: Engine, { id, status }: WorktreeRecord): boolean {
  return status === "conflict" && local.read(id, resolutionFile)?.tree === null;
}

/**
 * A process that died while it laid the merge out left one in which base's side may be missing altogether, or files of
 * which there is only the beginning: it must not be taken for a resolution, nor for a person's edits.
 */
export async function takeBackHalfBegun(
  { engine, id, record }: RecordSession,
  place: Workplace,
): Promise<void> {
  const memory = engine.local.read(id, resolutionFile);
  if (memory === undefined || memory.tree !== null) return;
  const { head, tip, target } = memory;
  if (head === (await readRef(engine.repo, branchRef(record.branch)))) {
    const merge = await mergeTree(engine.repo, { ours: head, theirs: tip, attributes: tip });
    if (merge.outcome !== "unrelated") {
      await takeBack(engine, place, { head, tip, merge, sides: { branch: record.branch, target } });
    }
  }
  engine.local.clear(id, resolutionFile);
}

/**
 * Takes back a merge whose laying out ended early: by kill, a full disk, a failing filter. git's own way back keeps a
 * file that was written in part, as it would an edit; here each path that the merge changes gets the task's version
 * again where nothing but the merge's or the task's version, or its beginning, stands. What was edited since stays. It can be repeated.
 * @throws CONFLICT_RESOLUTION_FAILED when something else was staged since, NO_SPACE_LEFT, GIT_FAILED
 */
export async function takeBack(engine: Engine, place: Workplace, layout: Layout): Promise<void> {
  const { head, tip, sides } = layout;
  const operation = await operationInProgress(engine.repo, place.gitDir);
  const going = mergeHead(place);
  if ((operation !== undefined && operation !== "merge") || (going !== undefined && going !== tip)) return;
  const at = await gitAt(engine, place, ["rev-parse", "--verify", "--quiet", "HEAD"], { codes: "any" });
  if (at.stdout.toString("utf8").trim() !== head) return;
  const laid = await laidPaths(engine, place, layout);
  const choice = await halfWritten(engine, place, head, laid, formsOf(layout));
  await refuseStaged(engine, place, layout, { laid, choice });
  await applyChoice(engine, place, choice);
  // Also ends the merge. What else is staged stands in the worktree, too.
  await gitAt(engine, place, ["reset", "--quiet", head]);
  engine.report.step(`took back a merge of ${sides.target} that was laid out only in part`);
}

/**
 * Everything that differs from the task's commit in the index has to come from the merge, or to stand in the worktree as
 * well, where it stays.
 */
async function refuseStaged(
  engine: Engine,
  place: Workplace,
  { head, merge, sides }: Layout,
  { laid, choice }: { readonly laid: ReadonlyMap<string, LaidPath>; readonly choice: Choice },
): Promise<void> {
  const args = ["diff-index", "--cached", "-z", "--raw", "--no-abbrev", "--no-renames", head];
  const { stdout } = await gitAt(engine, place, args);
  const names = merge.outcome === "conflict" ? readableNames(merge, sides) : new Map<string, string>();
  const files = merge.outcome === "conflict" ? merge.files : [];
  const unmerged = new Set(files.map(({ path }) => names.get(path) ?? path));
  const unlike = await gitAt(engine, place, ["diff-files", "-z", "--name-only", "--no-renames"]);
  const differs = new Set(decodePaths(unlike.stdout));
  const foreign = rawChanges(stdout).filter(([path, { after, unmerged: isUnmerged }]) => {
    if (isUnmerged) return !unmerged.has(path);
    if (after !== null && !differs.has(path) && !choice.has(path)) return false;
    const wanted = laid.get(path);
    return wanted === undefined || !sameVersion(wanted.after, after);
  });
  if (foreign.length === 0) return;
  const paths = foreign.map(([path]) => displayPath(path));
  throw new CoppiceError(
    "CONFLICT_RESOLUTION_FAILED",
    `The merge in the worktree of ${sides.branch} was not laid out completely, and ${paths.slice(0, 3).join(", ")} was staged since.`,
    {
      details: { branch: sides.branch, files: paths.slice(0, 100) },
      suggestedAction: "Take it out of the index there (git restore --staged), then try again.",
    },
  );
}
