import { readRef, updateRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { archiveRef } from "./archive.js";
import { type Draft, writeArchive } from "./archive-commit.js";
import { snapshotOf } from "./archive-snapshot.js";
import { archivesOfBranch, expireArchives } from "./archives.js";
import type { Engine } from "./context.js";
import { editedCopies, hasEditedCopies } from "./env-copied.js";
import { locate } from "./place.js";
import { reachableElsewhere } from "./reachable.js";

/** Where work was saved. */
export interface Saved {
  /** The archive's full name. */
  readonly ref: string;
  readonly oid: Oid;
}

/**
 * Saves what would go with a worktree and its branch: commits that are on no other branch, remote branch or tag, the
 * index, unstaged and untracked changes, and env files that were edited since the setup copied them. It is in the
 * archive, read back from there, when this returns. What an earlier, interrupted removal saved is not saved twice.
 * Ignored files that Coppice did not copy are not saved.
 * @returns undefined: nothing would be lost
 * @throws CoppiceError WORKTREE_DIRTY when the worktree is being changed all the time, GIT_FAILED, the system group
 */
export async function saveWork(engine: Engine, record: WorktreeRecord): Promise<Saved | undefined> {
  const tip = await readRef(engine.repo, branchRef(record.branch));
  const located = locate(engine, record.id);
  const alone = async (): Promise<Saved | undefined> =>
    record.removal?.pruneBranch === false ? undefined : saveCommits(engine, record);
  if (located?.state !== "intact" || located.gitDir === undefined) return alone();
  const place = { path: located.path, gitDir: located.gitDir };
  const ignored = editedCopies(engine, record.id, place.path);
  const snapshot = await snapshotOf(engine.repo, place, { ignored, tip, of: record });
  if (snapshot === undefined) throw busy(record.branch);
  if (!snapshot.needed) return alone();
  const draft = await writeArchive(engine.repo, record, { snapshot, tip, now: engine.now() });
  return keep(engine, record, draft);
}

/**
 * Saves the branch's commits alone, when they are nowhere else.
 * @param last where the branch was seen last, of one that is gone
 */
export async function saveCommits(
  engine: Engine,
  record: WorktreeRecord,
  last?: Oid,
): Promise<Saved | undefined> {
  const tip = (await readRef(engine.repo, branchRef(record.branch))) ?? last;
  if (tip === undefined || (await reachableElsewhere(engine, [tip], record.branch))) return undefined;
  const known = (await freshArchives(engine, record)).find(
    ({ oid, parents }) => oid === tip || parents[0] === tip,
  );
  return known ?? keep(engine, record, { oid: tip, tree: undefined, parents: [] });
}

/** Before a worktree goes whose work has landed: a squash leaves commits behind, and env files may have been edited. */
export const saveLanded = (engine: Engine, record: WorktreeRecord): Promise<Saved | undefined> =>
  hasEditedCopies(engine, record.id) ? saveWork(engine, record) : saveCommits(engine, record);

const most = 1_000;

/** Gives an archive its name, the next free second's where that one is taken, and reads it back. */
async function keep(engine: Engine, record: WorktreeRecord, draft: Draft): Promise<Saved> {
  const { repo, now } = engine;
  const { oid, tree, parents } = draft;
  const same = (await freshArchives(engine, record)).find(
    (one) =>
      one.oid === oid || (tree !== undefined && one.tree === tree && one.parents.join() === parents.join()),
  );
  if (same !== undefined) return same;
  const start = now();
  for (let at = start; at < start + most * 1000; at += 1000) {
    const ref = archiveRef(record.branch, at);
    if ((await updateRef(repo, ref, oid, undefined, "coppice: archive")) === "stale") continue;
    if ((await readRef(repo, ref)) !== oid) break;
    await expireArchives(engine);
    return { ref, oid };
  }
  throw new CoppiceError("GIT_FAILED", `The archive of ${record.branch} could not be named.`, {
    details: { branch: record.branch },
  });
}

/** What was archived of a branch since its record began: after a removal that was interrupted it is all there. */
export async function freshArchives(engine: Engine, { branch, createdAt }: WorktreeRecord) {
  const since = Date.parse(createdAt) - 1000;
  return (await archivesOfBranch(engine, branch)).filter(({ at }) => at > since);
}

const busy = (branch: BranchName): CoppiceError =>
  new CoppiceError("WORKTREE_DIRTY", `${branch} is being changed while it is saved; its worktree stays.`, {
    details: { branch },
    suggestedAction: "End what writes there, then run the command again.",
  });
