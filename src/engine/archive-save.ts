import { readRef, resolveCommit, updateRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { archiveRef } from "./archive.js";
import { type Draft, writeArchive } from "./archive-commit.js";
import { type ArchivedSettings, hasSettings, settingsOf } from "./archive-settings.js";
import { snapshotOf } from "./archive-snapshot.js";
import { archivesOfBranch, expireArchives } from "./archives.js";
import type { Engine } from "./context.js";
import { hasHiddenWork, ignoredWork } from "./ignored-work.js";
import { type Located, locate } from "./place.js";
import { reachableElsewhere } from "./reachable.js";

/** Where work was saved. */
export interface Saved {
  /** The archive's full name. */
  readonly ref: string;
  readonly oid: Oid;
}

/**
 * Saves what would go with a worktree and its branch: commits that are on no other branch, remote branch or tag, the
 * index, unstaged and untracked changes, env and role files that were edited since the setup copied them, and what git's
 * configuration says of the branch. It is in the archive, read back from there, when this returns. What an earlier,
 * interrupted removal saved is not saved twice. Ignored files that Coppice did not copy are not saved.
 * @param at where the worktree's files are, if not at their place any more
 * @returns undefined: nothing would be lost
 * @throws CoppiceError WORKTREE_DIRTY when the worktree is being changed all the time, GIT_FAILED, the system group
 */
export async function saveWork(
  engine: Engine,
  record: WorktreeRecord,
  at?: Located,
): Promise<Saved | undefined> {
  const tip = await readRef(engine.repo, branchRef(record.branch));
  const located = at ?? locate(engine, record.id);
  if (located?.state !== "intact" || located.gitDir === undefined) {
    return isBranchKept(record) ? undefined : saveCommits(engine, record);
  }
  const place = { path: located.path, gitDir: located.gitDir };
  const ignored = await ignoredWork(engine, record.id, place.path);
  const snapshot = await snapshotOf(engine.repo, place, { ignored, tip, of: record });
  if (snapshot === undefined) throw busy(record.branch);
  const settings = await settingsOf(engine.repo, record.branch, place.gitDir);
  if (!snapshot.needed)
    return isBranchKept(record) ? undefined : saveTip(engine, record, { tip, settings, clean: true });
  const draft = await writeArchive(engine.repo, record, { snapshot, tip, settings, now: engine.now() });
  return keep(engine, record, draft);
}

const isBranchKept = ({ removal }: WorktreeRecord): boolean => removal?.pruneBranch === false;

/**
 * Saves the branch's commits alone, with what git's configuration says of it, when they are nowhere else.
 * @param last where the branch was seen last, of one that is gone
 */
export async function saveCommits(
  engine: Engine,
  record: WorktreeRecord,
  last?: Oid,
): Promise<Saved | undefined> {
  const tip = (await readRef(engine.repo, branchRef(record.branch))) ?? last;
  if (tip === undefined) return undefined;
  const settings = await settingsOf(engine.repo, record.branch);
  return saveTip(engine, record, { tip, settings, clean: false });
}

/** The same of a branch that is gone already: where it was seen last may have commits that nothing holds any more. */
export async function saveLastSeen(engine: Engine, record: WorktreeRecord): Promise<void> {
  const { headOid } = record;
  if (headOid === null || (await resolveCommit(engine.repo, headOid)) !== headOid) return;
  await saveCommits(engine, record, headOid);
}

interface Tip {
  readonly tip: Oid | undefined;
  readonly settings: ArchivedSettings;
  /** The worktree was looked at, and there is nothing beside the branch's commits. */
  readonly clean: boolean;
}

async function saveTip(
  engine: Engine,
  record: WorktreeRecord,
  { tip, settings, clean }: Tip,
): Promise<Saved | undefined> {
  if (tip === undefined) return undefined;
  const said = hasSettings(engine, record.branch, settings);
  if (!said && (await reachableElsewhere(engine, [tip], record.branch))) return undefined;
  // Where the worktree is gone already, what was saved of it is in an archive on top of that commit.
  const known = (await freshArchives(engine, record)).find(
    ({ oid, parents }) => oid === tip || (!clean && parents[0] === tip),
  );
  if (known !== undefined) return keep(engine, record, known);
  const draft = said || settings.branch.length > 0;
  return keep(
    engine,
    record,
    draft
      ? await writeArchive(engine.repo, record, { snapshot: undefined, tip, settings, now: engine.now() })
      : { oid: tip, tree: undefined, parents: [] },
  );
}

/** Before a worktree goes whose work has landed: a squash leaves commits behind, and env and role files may have been edited. */
export const saveLanded = async (engine: Engine, record: WorktreeRecord): Promise<Saved | undefined> =>
  (await hasHiddenWork(engine, record.id)) ? saveWork(engine, record) : saveCommits(engine, record);

const most = 1_000;
const dayMs = 86_400_000;

/** Gives an archive its name, the next free second's where that one is taken, and reads it back. */
export async function keep(engine: Engine, record: WorktreeRecord, draft: Draft): Promise<Saved> {
  const { repo } = engine;
  const { oid, tree, parents } = draft;
  const now = timeOf(engine, record);
  const fresh = await freshArchives(engine, record);
  const same = fresh.find(
    (one) =>
      // One that is older would expire that much earlier.
      one.at > now - dayMs &&
      (one.oid === oid || (tree !== undefined && one.tree === tree && one.parents.join() === parents.join())),
  );
  if (same !== undefined) return same;
  // The newest is what `restore` takes, also where the clock was set back since the last one.
  const start = Math.max(now, ...fresh.map((one) => one.at + 1000));
  for (let at = start; at < start + most * 1000; at += 1000) {
    const ref = archiveRef(record.branch, at);
    const named = await nameIt(engine, ref, oid);
    if (named === "taken") continue;
    if ((await readRef(repo, ref)) !== oid) break;
    await expireArchives(engine);
    return { ref, oid };
  }
  throw new CoppiceError("GIT_FAILED", `The archive of ${record.branch} could not be named.`, {
    details: { branch: record.branch },
  });
}

/** A clock that has fallen behind would give an archive a time at which it has expired already. */
const timeOf = (engine: Engine, { updatedAt }: WorktreeRecord): number =>
  Math.max(engine.now(), Date.parse(updatedAt));

async function nameIt({ repo }: Engine, ref: string, oid: Oid): Promise<"named" | "taken"> {
  try {
    return (await updateRef(repo, ref, oid, undefined, "coppice: archive")) === "stale" ? "taken" : "named";
  } catch (error) {
    const by = error instanceof CoppiceError ? error.details.blockedBy : undefined;
    if (by === undefined) throw error;
    // A branch whose last part reads like a time, below this one: its archives take that second.
    if (by.startsWith(`${ref}/`)) return "taken";
    throw new CoppiceError("GIT_FAILED", `The archive ${ref} cannot exist beside ${by}.`, {
      details: { blockedBy: by },
      suggestedAction: `Delete that one when you do not need it (git update-ref -d ${by}), or rename the branch.`,
    });
  }
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
