import { conflictPaths } from "../git/conflict-report.js";
import type { ConflictingMerge, MergeResult } from "../git/merge-records.js";
import type { MergePair, MergeSession } from "../git/merge-session.js";
import type { Person } from "../git/object-format.js";
import { displayPath } from "../git/paths.js";
import { type ConflictFile, CoppiceError } from "../lifecycle/errors.js";
import { keptFiles } from "../lifecycle/events.js";
import type { Oid } from "../lifecycle/ids.js";
import { isGitFailure } from "./forecast-branches.js";
import { readable, type SideNames } from "./resolve-paths.js";

/**
 * What would become of a merge. Contained: there is nothing to merge. Unrelated: the two share no commit, git merges
 * them only when told to. Unknown: it cannot be told.
 */
export type ForecastOutcome = "clean" | "conflict" | "contained" | "unrelated" | "unknown";

export interface ForecastFile {
  readonly path: string;
  readonly kind: ConflictFile["kind"];
}

export interface ForecastResult {
  readonly outcome: ForecastOutcome;
  /** At most 100 of the files in conflict, by path. */
  readonly files: readonly ForecastFile[];
  readonly total: number;
  /** Why the outcome is unknown; null otherwise. */
  readonly reason: string | null;
}

/** A merge that was tried, or why git could not try it. */
export type Trial = MergeResult | CoppiceError;

/** As many are sent to git together; between portions Ctrl-C is heard. */
const portion = 1_000;

/**
 * Tries many merges, the results in the order of the pairs.
 * @throws INTERRUPTED on Ctrl-C
 */
export async function* tryAll(
  session: MergeSession,
  pairs: readonly MergePair[],
  signal: AbortSignal,
): AsyncGenerator<Trial> {
  for (let start = 0; start < pairs.length; start += portion) {
    yield* await tryTogether(session, pairs.slice(start, start + portion), signal);
  }
}

/** A pair that git fails at (a missing object) spoils those that it is tried with: they are halved until it is alone. */
async function tryTogether(
  session: MergeSession,
  pairs: readonly MergePair[],
  signal: AbortSignal,
): Promise<readonly Trial[]> {
  assertWanted(signal);
  try {
    return await session.mergeAll(pairs);
  } catch (error) {
    if (!isGitFailure(error)) throw error;
    if (pairs.length === 1) return [error];
  }
  const middle = Math.ceil(pairs.length / 2);
  const before = await tryTogether(session, pairs.slice(0, middle), signal);
  return [...before, ...(await tryTogether(session, pairs.slice(middle), signal))];
}

/** Tries one merge. */
export async function tryOne(
  session: MergeSession,
  ours: Oid,
  theirs: Oid,
  signal: AbortSignal,
): Promise<Trial> {
  assertWanted(signal);
  try {
    return await session.merge(ours, theirs);
  } catch (error) {
    if (isGitFailure(error)) return error;
    throw error;
  }
}

/** @throws INTERRUPTED after Ctrl-C */
export function assertWanted(signal: AbortSignal): void {
  if (signal.aborted) throw new CoppiceError("INTERRUPTED", "The forecast was interrupted.");
}

const nobody: Person = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };

/** Writes a merge commit that vanishes with the session, to go on from. */
export const commitMerge = (session: MergeSession, tree: Oid, onto: Oid, head: Oid): Promise<Oid> =>
  session.writeCommit({
    tree,
    parents: [onto, head],
    author: nobody,
    committer: nobody,
    message: "forecast",
  });

/** @param sides the names of ours (`branch`) and theirs (`target`) */
export function resultOf(trial: Trial, sides: SideNames): ForecastResult {
  if (trial instanceof CoppiceError) return unknown(trial.message);
  if (trial.outcome !== "conflict") return plain(trial.outcome);
  const files = filesOf(trial, sides);
  return { outcome: "conflict", files: files.slice(0, keptFiles), total: files.length, reason: null };
}

export const plain = (outcome: ForecastOutcome): ForecastResult => ({
  outcome,
  files: [],
  total: 0,
  reason: null,
});

export const unknown = (reason: string): ForecastResult => ({ ...plain("unknown"), reason });

const filesOf = (merge: ConflictingMerge, sides: SideNames): ForecastFile[] =>
  conflictPaths(readable(merge, sides)).map(({ path, kind }) => ({ path: displayPath(path), kind }));
