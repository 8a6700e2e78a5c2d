import { join } from "node:path";
import { acquireLock, type Holder, type Lock, lockHolder, tryLock } from "../journal/lock.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { coppiceDir } from "./init-clone.js";

/** The longest that a command waits for others to make their worktrees, or to move base. */
const worktreePatienceMs = 10 * 60_000;
const removalPatienceMs = 3_000;
/** Moving base takes so long at most where no program of a person's runs. */
const abortPatienceMs = 5_000;
/** Deciding about a creation, or about a branch, takes milliseconds; a holder that takes this long is stuck. */
const createPatienceMs = 60_000;

const lockPath = (engine: Engine, name: string): string =>
  join(coppiceDir(engine.repo.commonDir), "locks", `${name}.lock`);

/**
 * Takes the lock of one record: one operation at a time. There is no waiting: who comes second is told at once what
 * runs, and decides. A dead owner's lock is taken over.
 */
export function tryRecordLock(
  engine: Engine,
  id: RecordId,
  purpose: string,
): Lock | { readonly heldBy: Holder } {
  return tryLock(lockPath(engine, id), purpose);
}

/** The living holder of a record's lock, looked at without taking it; undefined when nobody works on the record. */
export const recordLockHolder = (engine: Engine, id: RecordId): Holder | undefined =>
  lockHolder(lockPath(engine, id));

/**
 * Waits for the lock of a record whose holder was told to stop.
 * @throws INVALID_STATE when it does not let go in time
 */
export function waitForRecordLock(
  engine: Engine,
  id: RecordId,
  purpose: string,
  waitMs: number,
): Promise<Lock> {
  return wait(lockPath(engine, id), purpose, waitMs);
}

/**
 * Runs one `git worktree add` at a time: in parallel git loses some of them. Waits in line.
 */
export function withWorktreeLock<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  const path = lockPath(engine, "worktree-add");
  return holding(wait(path, "git worktree", worktreePatienceMs, engine.signal), work);
}

/**
 * The same for taking a registration away, which nothing is lost by: waits a moment, and goes on all the same. A
 * creation may hold the lock for as long as somebody's post-checkout hook runs; should git stumble over what is gone
 * then, it is tried again.
 */
export const preferringWorktreeLock = <T>(engine: Engine, work: () => Promise<T>): Promise<T> =>
  preferring(lockPath(engine, "worktree-add"), "git worktree", removalPatienceMs, work);

/** One process at a time decides that a branch and a directory are free, up to the CREATE that takes them. */
export function withCreateLock<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  return holding(wait(lockPath(engine, "create"), "create", createPatienceMs, engine.signal), work);
}

/**
 * One process at a time decides that a branch can go, and deletes it: of two that hold the same commits each alone could
 * be missed, but not both.
 */
export function withBranchLock<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  return holding(wait(lockPath(engine, "branches"), "delete a branch", createPatienceMs), work);
}

/**
 * One process at a time looks at, and moves, where a base branch is checked out: git writes the files before the ref, and
 * what one has written another would take for somebody's edits.
 */
export function withBaseLock<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  return holding(wait(lockPath(engine, "base"), "move base", worktreePatienceMs, engine.signal), work);
}

/** Whether somebody moves base at this moment, looked at without waiting. */
export const isBaseLocked = (engine: Engine): boolean => lockHolder(lockPath(engine, "base")) !== undefined;

/**
 * The same for ending somebody's merge from outside, so that it ends before base moves or is done: waits a moment, and
 * goes on all the same. What holds the lock may be a git that hangs, which is to be ended.
 */
export const preferringBaseLock = <T>(engine: Engine, work: () => Promise<T>): Promise<T> =>
  preferring(lockPath(engine, "base"), "end a merge", abortPatienceMs, work);

/** One process at a time rewrites `info/exclude`, which every worktree reads. */
export function withExcludeLock<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  return holding(wait(lockPath(engine, "exclude"), "write info/exclude", createPatienceMs), work);
}

/** The lock of a set, held for as long as it is being made: of one that is free its process has died. */
export const trySetLock = (engine: Engine, set: string): Lock | { readonly heldBy: Holder } =>
  tryLock(lockPath(engine, `set-${set}`), "create a set");

/** The same, looked at without taking it. */
export const isSetLocked = (engine: Engine, set: string): boolean =>
  lockHolder(lockPath(engine, `set-${set}`)) !== undefined;

async function wait(path: string, purpose: string, waitMs: number, signal?: AbortSignal): Promise<Lock> {
  const lock = await acquireLock(path, {
    purpose,
    waitMs,
    ...(signal === undefined ? {} : { signal }),
  });
  if (!("heldBy" in lock)) return lock;
  throw new CoppiceError(
    "INVALID_STATE",
    `Another command (${lock.heldBy.purpose}, process ${lock.heldBy.pid}) did not let go in time.`,
    { suggestedAction: "Wait until it has ended, or end it, then run the command again." },
  );
}

async function preferring<T>(
  path: string,
  purpose: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await acquireLock(path, { purpose, waitMs });
  try {
    return await work();
  } finally {
    if (!("heldBy" in lock)) lock.release();
  }
}

async function holding<T>(acquired: Promise<Lock>, work: () => Promise<T>): Promise<T> {
  const lock = await acquired;
  try {
    return await work();
  } finally {
    lock.release();
  }
}
