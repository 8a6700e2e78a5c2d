import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPlainIndex } from "../git/index-flags.js";
import type { Status } from "../git/status.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Facts } from "../lifecycle/facts.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { type Saved, saveCommits, saveWork } from "./archive-save.js";
import type { Engine } from "./context.js";
import { readStatus, statusFacts, type WorktreeFacts } from "./facts.js";
import { ignoredWork } from "./ignored-work.js";
import { ownRefs } from "./own-refs.js";
import type { Located } from "./place.js";
import { type ForceLevel, lossFacts, submoduleLosses } from "./removal-facts.js";
import { lookAtWhole, staysBehind, type WholeLook, type WholePlace } from "./removal-modules.js";
import type { RecordSession } from "./session.js";

export interface RemovalOptions {
  /** How often the person said `--force`. */
  readonly force: ForceLevel;
  /** The branch's tip that was decided about: the branch goes when it still stands there. */
  readonly expected?: Oid | undefined;
  /** The person said that what is nowhere else may go. Default: what the record says. */
  readonly discard?: boolean;
  /** The branch that was checked out there when it was decided; undefined: whatever is checked out may go. */
  readonly checkedOut?: BranchName | undefined;
  /** A setup was stopped: what it left half done keeps nothing from going, and is archived. */
  readonly setupStopped?: boolean;
  /** The worktree's status, as it was read under the record's lock when it was decided. */
  readonly known?: Status | undefined;
}

/**
 * Where the status tells that nothing lies there but the branch's commits, those are all there is to be saved.
 * @returns undefined: nothing would be lost
 */
export async function save(
  { engine, record }: RecordSession,
  seen: WorktreeFacts | undefined,
): Promise<Saved | undefined> {
  if (seen === undefined || !(await isBareOfWork(engine, record, seen))) return saveWork(engine, record);
  return record.removal?.pruneBranch === false ? undefined : saveCommits(engine, record);
}

async function isBareOfWork(engine: Engine, record: WorktreeRecord, seen: WorktreeFacts): Promise<boolean> {
  const { facts, status, located } = seen;
  const gitDir = located?.gitDir;
  if (status === undefined || gitDir === undefined || !status.clean || status.detached) return false;
  if (status.branch !== record.branch || status.oid !== facts.headOid) return false;
  if (facts.operationHere !== null || existsSync(join(gitDir, "config.worktree"))) return false;
  if ((await ignoredWork(engine, record.id, located?.path ?? "")).length > 0) return false;
  if ((await ownRefs(engine.repo, { path: located?.path ?? "", gitDir })).length > 0) return false;
  try {
    return isPlainIndex(readFileSync(join(gitDir, "index")), engine.repo.objectFormat);
  } catch {
    return false;
  }
}

/**
 * Looks again, just before: since the decision, somebody may have worked there, or taken it. Where it was clean then,
 * `stillClean` sees that later and better.
 * @returns what was seen
 */
export async function mayGo(
  session: RecordSession,
  options: RemovalOptions,
  force: boolean,
  { gitDir }: Located,
): Promise<WorktreeFacts> {
  const { record, engine } = session;
  const level = options.force;
  const isLookedAtLater = level === 0 && options.known?.clean === true && gitDir !== undefined;
  const known = isLookedAtLater && !staysBehind(gitDir) ? options.known : undefined;
  const seen = await lossFacts(engine, record, level, known);
  const { facts } = seen;
  const { branch } = record;
  if (facts.insideDirectory === true) {
    throw new CoppiceError("WORKTREE_IN_USE", `The command runs inside the worktree of ${branch}.`, {
      details: { branch },
      suggestedAction: `Leave it first, then coppice remove ${shellWord(branch)}.`,
    });
  }
  if (level < 2 && facts.liveLease) {
    throw new CoppiceError("WORKTREE_IN_USE", `${branch} is in use by ${facts.liveLease.holder}.`, {
      details: { branch, lease: facts.liveLease },
    });
  }
  if (level < 2 && facts.gitLock) {
    const { reason } = facts.gitLock;
    throw new CoppiceError("WORKTREE_LOCKED", `${branch} is locked${reason === null ? "" : `: ${reason}`}.`, {
      details: { branch, lock: reason === null ? {} : { reason } },
    });
  }
  if (options.expected !== undefined && facts.headOid !== undefined && facts.headOid !== options.expected) {
    throw new CoppiceError("WORKTREE_DIRTY", `${branch} has new commits by now; its worktree stays.`, {
      details: { branch, expectedOid: options.expected, actualOid: facts.headOid },
      suggestedAction: `Look at them, then coppice remove ${shellWord(branch)} again.`,
    });
  }
  const { checkedOut } = options;
  if (checkedOut !== undefined && seen.status !== undefined && seen.status.branch !== checkedOut) {
    const there = seen.status.branch ?? "no branch";
    throw new CoppiceError(
      "WORKTREE_DIRTY",
      `In the worktree of ${branch}, ${there} is checked out by now; it stays.`,
      { details: { branch } },
    );
  }
  if (force) return seen;
  if (facts.uncommitted === undefined) throw unreadable(branch);
  if (facts.uncommitted.total > 0) throw dirty(branch, facts.uncommitted);
  return seen;
}

/**
 * Looks a last time, where a directory that was clean has just been moved to, or where it is when it cannot be moved: what
 * was written since the look before is seen by nobody else.
 * @throws WORKTREE_DIRTY, WORKTREE_REMOVAL_FAILED
 */
export async function stillClean(
  { engine, record }: RecordSession,
  moved: string,
  before: WorktreeFacts,
): Promise<void> {
  const { branch } = record;
  const now = await lookAgain(engine, moved, before);
  if (now === "elsewhere") return stillWhole(engine, branch, moved, before);
  if (now === undefined) throw unreadable(branch);
  const { uncommitted } = statusFacts(now);
  if (uncommitted !== undefined && uncommitted.total > 0) throw dirty(branch, uncommitted);
  if (!isSame(now, before)) throw workedIn(branch);
}

/** Of a worktree with submodules: their commits can be looked at where their repositories are, which has not moved. */
async function stillWhole(
  engine: Engine,
  branch: BranchName,
  moved: string,
  before: WorktreeFacts,
): Promise<void> {
  const { located } = before;
  const losses = await submoduleLosses(engine, located, moved);
  if (losses.length > 0) throw dirty(branch, { files: losses, total: losses.length });
  if (located?.gitDir === undefined) return;
  const { path, gitDir } = located;
  const { status, changed } = await lookAtWhole(engine, { path, gitDir }, moved);
  if (changed.length > 0) throw dirty(branch, { files: changed.slice(0, 100), total: changed.length });
  if (status === undefined) throw unreadable(branch);
  if (!isSame(status, before)) throw workedIn(branch);
}

/**
 * Of a worktree with submodules that goes by force: an archive cannot be made of it where it was moved to.
 * @param whole how it lay before it was archived
 * @throws WORKTREE_DIRTY
 */
export async function stillAsSaved(
  { engine, record }: RecordSession,
  place: WholePlace,
  moved: string,
  whole: WholeLook,
): Promise<void> {
  if ((await lookAtWhole(engine, place, moved)).print !== whole.print) throw workedIn(record.branch);
}

const workedIn = (branch: BranchName): CoppiceError =>
  new CoppiceError("WORKTREE_DIRTY", `Work was done in the worktree of ${branch} just now; it stays.`, {
    details: { branch },
  });

/**
 * The same for a removal by force: what was archived is archived anew where that may not be all any more.
 * @returns the newer archive
 */
export async function saveAgain(
  { engine, record }: RecordSession,
  moved: string,
  before: WorktreeFacts,
): Promise<Saved | undefined> {
  const now = await lookAgain(engine, moved, before);
  if (now === "elsewhere" || before.located === undefined) return undefined;
  if (now?.clean === true && before.status?.clean === true && isSame(now, before)) return undefined;
  return saveWork(engine, record, { ...before.located, path: moved });
}

const isSame = (now: Status, { status }: WorktreeFacts): boolean =>
  now.oid === status?.oid && now.branch === status?.branch;

/** @returns "elsewhere": git cannot tell from there, as the `.git` file of a submodule leads from where it lay */
async function lookAgain(
  engine: Engine,
  moved: string,
  { status, located }: WorktreeFacts,
): Promise<Status | undefined | "elsewhere"> {
  const gitDir = located?.gitDir;
  if (status === undefined || gitDir === undefined || staysBehind(gitDir)) return "elsewhere";
  return readStatus(engine, moved, gitDir);
}

const unreadable = (branch: BranchName): CoppiceError =>
  new CoppiceError("WORKTREE_REMOVAL_FAILED", `The status of ${branch} could not be read, so it stays.`);

const dirty = (branch: BranchName, { files, total }: NonNullable<Facts["uncommitted"]>): CoppiceError =>
  new CoppiceError("WORKTREE_DIRTY", `${branch} has uncommitted changes by now; its worktree stays.`, {
    details: { uncommittedFiles: [...files], uncommittedTotal: total },
  });
