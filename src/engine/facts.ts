import { realpathSync } from "node:fs";
import { operationInProgress } from "../git/operations.js";
import { readRef } from "../git/refs.js";
import type { Status } from "../git/status.js";
import { type StatusTarget, statusEach } from "../git/status-many.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { keptFiles } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { branchRef, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { isFree } from "./directory.js";
import { isInside } from "./find.js";
import { certainLease, gitLock } from "./lease.js";
import { type Located, locate, locateAll } from "./place.js";

export interface WorktreeFacts {
  readonly facts: Facts;
  /** Undefined when the worktree is not there or its status could not be read. Never taken for clean. */
  readonly status: Status | undefined;
  readonly located: Located | undefined;
}

/**
 * What is true of a record's own worktree now: one `git status`, the rest is read from files. What could not be
 * found out is left out, and every guard that needs it fails.
 * @param known the worktree's status, when it was read just before
 */
export async function worktreeFacts(
  engine: Engine,
  record: WorktreeRecord,
  known?: Status,
): Promise<WorktreeFacts> {
  const located = locate(engine, record.id);
  const intact = located?.state === "intact" && located.gitDir !== undefined;
  const now = intact ? (known ?? (await readStatus(engine, located.path, located.gitDir))) : undefined;
  const lease = certainLease(engine, record) ?? null;
  const head = await readRef(engine.repo, branchRef(record.branch));
  const facts: Facts = {
    owner: record.owner === null || record.owner === engine.clone,
    ...directoryFact(located),
    listed: intact,
    branchExists: head !== undefined,
    liveLease: lease,
    gitLock: located?.gitDir === undefined ? null : gitLock(located.gitDir, lease),
    insideDirectory: located !== undefined && runsInside(engine, located.path),
    ...(head === undefined ? {} : { headOid: head }),
    ...(now === undefined ? {} : statusFacts(now)),
    ...(intact ? { operationHere: (await operationInProgress(engine.repo, located.gitDir)) ?? null } : {}),
  };
  return { facts, status: now, located };
}

/**
 * Whether the worktree's directory exists. Where something stands in its place, or it lost its `.git` file, that is
 * not known: there may be work in it that git cannot tell us of.
 */
function directoryFact(located: Located | undefined): Pick<Facts, "directoryExists"> {
  if (located?.state === "intact") return { directoryExists: true };
  if (located === undefined || located.state === "missing") return { directoryExists: false };
  return located.state !== "unreadable" && isFree(located.path) ? { directoryExists: false } : {};
}

/** The facts that one `git status` tells. */
export const statusFacts = (now: Status): Pick<Facts, "uncommitted" | "unmerged"> => ({
  uncommitted: {
    files: now.files.slice(0, keptFiles).map((file) => file.path),
    total: now.files.length,
  },
  unmerged: now.unmerged,
});

/** A worktree's status; undefined, with a warning, when it cannot be read. */
export async function readStatus(engine: Engine, path: string, gitDir: string): Promise<Status | undefined> {
  const [found] = await readStatuses(engine, [{ path, gitDir }]);
  return found;
}

/** Where a record's worktree was found, and its status, unless that could not or was not to be read. */
export interface Sight {
  readonly located: Located | undefined;
  readonly status: Status | undefined;
}

/** Where many records' worktrees are. */
export type Places = ReadonlyMap<RecordId, Located | undefined>;

/** Finds the worktrees of many records. */
export const placesOf = (engine: Engine, ids: readonly RecordId[]): Places => locateAll(engine, ids);

/** Looks at the worktrees of many records at once. Without `dirtiness`, only at where they are. */
export const sightsOf = (
  engine: Engine,
  ids: readonly RecordId[],
  options: { readonly dirtiness?: boolean } = {},
): Promise<ReadonlyMap<RecordId, Sight>> => sightsAt(engine, placesOf(engine, ids), options);

/**
 * The same, of worktrees that were found.
 * @param seen is told each as soon as git has looked at it
 */
export async function sightsAt(
  engine: Engine,
  places: Places,
  options: { readonly dirtiness?: boolean } = {},
  seen: (id: RecordId, sight: Sight) => void = () => {},
): Promise<ReadonlyMap<RecordId, Sight>> {
  const targets = [...places].flatMap(([id, located]) =>
    options.dirtiness !== false && located?.state === "intact" && located.gitDir !== undefined
      ? [{ id, located, path: located.path, gitDir: located.gitDir }]
      : [],
  );
  const statuses = await readStatuses(engine, targets, (index, status) => {
    const target = targets[index];
    if (target !== undefined) seen(target.id, { located: target.located, status });
  });
  const byId = new Map(targets.map(({ id }, index) => [id, statuses[index]]));
  return new Map([...places].map(([id, located]) => [id, { located, status: byId.get(id) }]));
}

function readStatuses(
  engine: Engine,
  targets: readonly StatusTarget[],
  seen: (index: number, status: Status | undefined) => void = () => {},
): Promise<(Status | undefined)[]> {
  const statuses = statusEach(engine.repo, targets, { signal: engine.signal });
  return Promise.all(
    statuses.map(async (coming, index) => {
      const found = await coming;
      const status = found instanceof CoppiceError ? undefined : found;
      if (found instanceof CoppiceError)
        engine.report.warn(`The status of ${targets[index]?.path} could not be read: ${found.message}`);
      seen(index, status);
      return status;
    }),
  );
}

/** A deleted directory has no name, and is inside nothing. */
function nameOf(current: () => string): string | undefined {
  try {
    return current();
  } catch {
    return undefined;
  }
}

/** Whether the command, or the process that runs it, stands in a directory. */
export function runsInside(engine: Engine, directory: string): boolean {
  return [() => engine.cwd, process.cwd].some((current) => {
    const place = nameOf(current);
    if (place === undefined) return false;
    try {
      return isInside(realpathSync(place), realpathSync(directory));
    } catch {
      return isInside(place, directory);
    }
  });
}
