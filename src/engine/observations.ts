import { linkState, readRegistrations, realPath } from "../git/worktree-links.js";
import { type Engine, silent } from "./context.js";
import { asCoppiceError } from "./failure.js";
import {
  dropObservation,
  type HookObservation,
  hasObservations,
  type ObservedPlace,
  promiseToLook,
  readObservations,
  takeObserveLock,
} from "./observation-files.js";
import { journalHooks } from "./observed-worktree.js";

export interface DeliverOptions {
  /** How long to wait while another process turns observations into entries, in milliseconds. Default: not at all. */
  readonly waitMs?: number;
}

/** How often it is looked whether hooks have left something new meanwhile. */
const mostTurns = 20;
/** An observation that fails for so long is given up: whoever looks at the worktree sees what it was about. */
const givenUpAfterMs = 24 * 60 * 60_000;

/**
 * Turns what recording hooks saw into entries, by the door "hook". Each observation is forgotten after its entries are
 * in the spool; delivered twice, it tells nothing new. What is about a record that somebody works on waits until its
 * lock is free. Never throws: where nothing can be written, what hooks saw stays, and a command that reads goes on.
 */
export async function deliverObservations(engine: Engine, options: DeliverOptions = {}): Promise<void> {
  try {
    await deliverInTurns(engine, options.waitMs ?? 0);
  } catch (error) {
    engine.report.warn(asCoppiceError(error, "GIT_FAILED", "journal what hooks saw").message);
  }
}

async function deliverInTurns(engine: Engine, waitMs: number): Promise<void> {
  const { commonDir } = engine.repo;
  const hooked: Engine = {
    ...engine,
    actor: { ...engine.actor, door: "hook" },
    report: engine.actor.door === "hook" ? engine.report : silent,
  };
  const waiting = new Set<string>();
  for (let turn = 0; turn < mostTurns && hasObservations(commonDir); turn += 1) {
    const lock = await takeObserveLock(commonDir, waitMs);
    if (lock === undefined) return;
    try {
      promiseToLook(commonDir);
      const fresh = readObservations(commonDir).filter(({ name }) => !waiting.has(name));
      // Who came while the lock was held left its observation to us; with the lock given up it helps itself.
      if (fresh.length === 0) return;
      for (const name of await deliverAll(hooked, fresh)) waiting.add(name);
    } finally {
      lock.release();
    }
  }
}

/** @returns the names of those that have to wait */
async function deliverAll(engine: Engine, observations: readonly HookObservation[]): Promise<string[]> {
  const waiting: string[] = [];
  // What was done in task worktrees first: a merge may have brought it.
  const groups = [...groupsOf(engine, observations)].sort(([a], [b]) => Number(a.main) - Number(b.main));
  for (const [place, group] of groups) {
    const outcome = await deliverGroup(engine, place, group);
    for (const observation of group) {
      if (outcome === "waits" || (outcome === "failed" && !isOld(observation)))
        waiting.push(observation.name);
      else dropObservation(engine.repo.commonDir, observation.name);
    }
  }
  return waiting;
}

async function deliverGroup(
  engine: Engine,
  place: ObservedPlace,
  group: readonly HookObservation[],
): Promise<"done" | "waits" | "failed"> {
  try {
    if (!place.main && (await journalHooks(engine, place, group)) === "waits") return "waits";
    const merges = group.filter(({ hook, args }) => hook === "post-merge" && args[0] === "0");
    if (merges.length > 0) {
      const { markMerged } = await import("./landing.js");
      await markMerged(engine, place, merges);
    }
    return "done";
  } catch (error) {
    engine.report.warn(asCoppiceError(error, "GIT_FAILED", "journal what a hook saw").message);
    return "failed";
  }
}

/**
 * The observations by worktree. One that names no worktree of this repository is forgotten: a file in the spool may be
 * anybody's.
 */
function groupsOf(
  engine: Engine,
  observations: readonly HookObservation[],
): ReadonlyMap<ObservedPlace, HookObservation[]> {
  const { repo, report } = engine;
  const places = new Map<string, ObservedPlace>();
  places.set(repo.commonDir, { path: repo.mainWorktree ?? "", gitDir: repo.commonDir, main: true });
  for (const { adminDir, path } of readRegistrations(repo.commonDir)) {
    if (linkState(path, adminDir) === "intact") {
      places.set(adminDir, { path: realPath(path), gitDir: adminDir, main: false });
    }
  }
  const groups = new Map<ObservedPlace, HookObservation[]>();
  for (const observation of observations) {
    const place = places.get(realPath(observation.gitDir));
    if (place === undefined) {
      report.warn(`an observation of ${observation.hook} names no worktree of this repository`);
      dropObservation(repo.commonDir, observation.name);
      continue;
    }
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [observation]);
    else group.push(observation);
  }
  return groups;
}

const isOld = ({ at }: HookObservation): boolean => Date.now() - Number(at / 1_000_000n) > givenUpAfterMs;
