import { readdirSync, readlinkSync } from "node:fs";
import { isAncestor } from "../git/history.js";
import { operationInProgress } from "../git/operations.js";
import { realPath } from "../git/worktree-links.js";
import type { Journal } from "../journal/store.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { isInside } from "./find.js";
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

/** Until base's remote has the merge, somebody may take it back. */
async function unpublished(engine: Engine, { landed }: WorktreeRecord): Promise<string | undefined> {
  if (landed === null) return undefined;
  const { target, headOid, mergeOid } = landed;
  const upstream = await publishedTip(engine, landed.target);
  if (upstream === undefined) return `${target} has no upstream that has the merge`;
  const objects = engine.repo.objects();
  for (const oid of mergeOid === null ? [headOid] : [mergeOid, headOid]) {
    if ((await objects.resolve(`${oid}^{commit}`)) !== oid) continue;
    if (await isAncestor(engine.repo, oid, upstream)) return undefined;
  }
  return `${target}'s upstream does not have the merge yet`;
}

async function publishedTip(engine: Engine, base: Parameters<typeof readBase>[1]) {
  try {
    return (await readBase(engine, base)).upstream?.oid;
  } catch (error) {
    if (error instanceof CoppiceError && error.code === "INVALID_STATE") return undefined;
    throw error;
  }
}

/** Whether some process stands in a directory, where the system tells (Linux). One whose place is secret is not seen. */
function isProcessInside(path: string): boolean {
  const directory = realPath(path);
  return processes().some((pid) => {
    try {
      return isInside(readlinkSync(`/proc/${pid}/cwd`), directory);
    } catch {
      return false;
    }
  });
}

function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
