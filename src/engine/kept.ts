import { isAncestor } from "../git/history.js";
import { operationInProgress } from "../git/operations.js";
import { directoryOf, pids } from "../git/processes.js";
import { realPath } from "../git/worktree-links.js";
import type { Journal } from "../journal/store.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { baseBranches } from "./base.js";
import type { Engine } from "./context.js";
import { isInside } from "./find.js";
import { landingIn } from "./landed.js";
import { gitLock, liveLease } from "./lease.js";
import { readBase } from "./merge-target.js";
import { isHere, type Observation, observe } from "./observe.js";
import { locate } from "./place.js";

/**
 * Why a worktree stays although its work has landed, as the end of "kept: ...". Looks at what may change most first;
 * starts git only when nothing that files tell keeps it.
 * @param seen what a look at the worktree told just before
 * @returns undefined: nothing keeps it, or it has not landed, or it is not this clone's
 */
export async function keptReason(
  engine: Engine,
  record: WorktreeRecord,
  seen?: Observation,
): Promise<string | undefined> {
  const { landed } = record;
  if (landed === null || record.status === "removed" || !isHere(engine, record)) return undefined;
  const observed = seen ?? (await observe(engine, record));
  const located = locate(engine, record.id);
  if (located?.state !== "intact" || located.gitDir === undefined) return "its directory is not there";
  if (record.status !== "active" && record.status !== "dirty") return `it is ${record.status}`;
  if (observed.uncommitted === null) return "its status is not known";
  if (observed.uncommitted.total > 0) return "it has uncommitted changes";
  const elsewhere = observed.detached ? "HEAD is detached" : `${observed.branch ?? "nothing"} is checked out`;
  if (observed.branch !== record.branch) return `${elsewhere} there`;
  if (observed.headOid !== landed.headOid) return "it has newer commits";
  const pending = await operationInProgress(engine.repo, located.gitDir);
  if (pending !== undefined) return `a ${pending} is in progress there`;
  const lease = liveLease(engine, record);
  if (lease !== null) return `it is in use by ${lease.holder}`;
  if (record.lock !== null || gitLock(located.gitDir, lease) !== null) return "it is locked";
  if (isProcessInside(located.path)) return "a process works in it";
  if (!engine.config.cleanup.onPull) return "cleanup.onPull is off";
  return unpublished(engine, record);
}

/** Whether whoever merged it last wanted the worktree to stay. */
export function isKeptAsAsked({ entries }: Journal): boolean {
  const wish = entries.findLast(
    ({ entry: { event }, superseded }) =>
      !superseded &&
      (event.type === "MERGE" || event.type === "REQUEST" || event.type === "RESOLVE_CONFLICT") &&
      (event.type !== "RESOLVE_CONFLICT" || event.keep !== undefined),
  )?.entry.event;
  return wish !== undefined && "keep" in wish && wish.keep === true;
}

/**
 * Until base's remote has the work, somebody may take it back. Who wrote LANDED may have been anybody who may push
 * journals, so only what base itself shows counts: history that has the commit, or the same changes under others.
 */
async function unpublished(engine: Engine, record: WorktreeRecord): Promise<string | undefined> {
  const { landed } = record;
  if (landed === null) return undefined;
  const { target, headOid, mergeOid } = landed;
  // Any other branch may be somebody's who wants the work to go.
  if (target !== record.base && !(await baseBranches(engine)).has(target)) return `${target} is not its base`;
  const upstream = await publishedTip(engine, target);
  if (upstream === undefined) return `${target} has no upstream that has the merge`;
  if (await isAncestor(engine.repo, headOid, upstream)) return undefined;
  if ((await landingIn(engine, target, upstream, headOid)) !== undefined) return undefined;
  const isThere = mergeOid !== null && (await hasCommit(engine, upstream, mergeOid));
  return isThere
    ? `nothing in ${target}'s upstream shows that it has the work`
    : `${target}'s upstream does not have the merge yet`;
}

/** A commit that only a journal names may not be here. */
async function hasCommit({ repo }: Engine, tip: Oid, oid: Oid): Promise<boolean> {
  return (await repo.objects().resolve(`${oid}^{commit}`)) === oid && (await isAncestor(repo, oid, tip));
}

/** Where the remote's like of a base branch was seen last; undefined: nowhere. */
export async function publishedTip(engine: Engine, base: BranchName): Promise<Oid | undefined> {
  try {
    return (await readBase(engine, base)).upstream?.oid;
  } catch (error) {
    if (error instanceof CoppiceError && error.code === "INVALID_STATE") return undefined;
    throw error;
  }
}

/**
 * Whether some process stands in a directory, where the system tells (Linux). One whose place is secret is not seen.
 * @param places - where processes stand, for who asks about many directories; default: as it is now
 */
export function isProcessInside(path: string, places: readonly string[] = processPlaces()): boolean {
  const directory = realPath(path);
  return places.some((place) => isInside(place, directory));
}

/** The directories in which processes stand now. */
export function processPlaces(): string[] {
  const places = new Set<string>();
  for (const pid of pids()) {
    try {
      places.add(directoryOf(pid));
    } catch {
      // It has ended, or is somebody else's.
    }
  }
  return [...places];
}
