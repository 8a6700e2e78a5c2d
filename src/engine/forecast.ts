import { type MergePair, type MergeSession, openMergeSession } from "../git/merge-session.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { findRecord, live } from "./find.js";
import { isApart } from "./forecast-apart.js";
import { type Branch, type BranchGroup, branchesByBase, readAheadOfSound } from "./forecast-branches.js";
import { assertWanted, type ForecastResult, plain, resultOf, tryAll, unknown } from "./forecast-merges.js";
import { type ForecastStep, tryOrder } from "./forecast-order.js";
import { pairsAmong, type TriedBranch } from "./forecast-pairs.js";
import { readBase } from "./merge-target.js";

export type { ForecastFile, ForecastOutcome, ForecastResult } from "./forecast-merges.js";
export type { ForecastStep } from "./forecast-order.js";

export interface ForecastOptions {
  /** Every pair of worktrees that have one base, not only each with base. */
  readonly matrix?: boolean;
  /** An order of merging that conflicts least. */
  readonly order?: boolean;
}

export interface ForecastPair extends ForecastResult {
  readonly branch: BranchName;
  /** Base, or the other worktree's branch. */
  readonly with: BranchName;
  readonly kind: "base" | "worktree";
}

export interface ForecastBase {
  readonly branch: BranchName;
  /** The commit that the forecast was made against; null: there is no such branch. */
  readonly oid: Oid | null;
}

export interface Forecast {
  /** Each base of the worktrees that were looked at. */
  readonly base: readonly ForecastBase[];
  readonly pairs: readonly ForecastPair[];
  /** Of each base what can be merged, what conflicts with base itself last; empty unless it was asked for. */
  readonly order: readonly ForecastStep[];
}

/**
 * Tries merges in memory: each worktree's branch into its base, and with the others. Uncommitted changes do not count.
 * Nothing is left behind, not even objects. What cannot be told of one branch (it is in another clone, its history has
 * a hole, its base is gone) is an outcome of that branch alone.
 * @param names none: all live worktrees
 * @throws NO_WORKTREE when a name is nobody's; INTERRUPTED
 */
export async function forecast(
  engine: Engine,
  names: readonly string[] = [],
  options: ForecastOptions = {},
): Promise<Forecast> {
  const records =
    names.length === 0
      ? live((await engine.journal.records()).values()).sort(byAge)
      : await Promise.all(names.map((name) => findRecord(engine, name)));
  return forecastOf(engine, records, options);
}

/** The same about records that are known. */
export async function forecastOf(
  engine: Engine,
  records: readonly WorktreeRecord[],
  options: ForecastOptions = {},
): Promise<Forecast> {
  const found: Forecast[] = [];
  for (const group of await branchesByBase(engine.repo, records)) {
    found.push(await forecastGroup(engine, group, options));
  }
  return {
    base: found.flatMap(({ base }) => base),
    pairs: found.flatMap(({ pairs }) => pairs),
    order: found.flatMap(({ order }) => order),
  };
}

/** Oldest first: of equals, who came first is merged first. */
const byAge = (a: WorktreeRecord, b: WorktreeRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;

async function forecastGroup(
  engine: Engine,
  group: BranchGroup,
  options: ForecastOptions,
): Promise<Forecast> {
  const { base } = group;
  const tip = await tipOf(engine, base);
  if (tip instanceof CoppiceError) {
    const reason = unknown(tip.message);
    const pairs = group.names.map((branch) => ({ branch, with: base, kind: "base" as const, ...reason }));
    return { base: [{ branch: base, oid: null }], pairs, order: [] };
  }
  const only = await forecastOnly(engine, group, tip, options);
  if (only !== undefined) return only;
  const session = openMergeSession(engine.repo, { attributes: tip, keep: false });
  try {
    return await forecastOnto(engine, group, tip, session, options);
  } finally {
    await session.close();
  }
}

/** One branch that has nothing to do with what base has changed meanwhile: told without a merge. */
async function forecastOnly(
  engine: Engine,
  { base, names, heads }: BranchGroup,
  tip: Oid,
  options: ForecastOptions,
): Promise<Forecast | undefined> {
  const [name, ...more] = names;
  const head = name === undefined ? undefined : heads.get(name);
  if (name === undefined || head === undefined || more.length > 0) return undefined;
  assertWanted(engine.signal);
  // An order is made of the merged trees.
  if (options.order === true || !(await isApart(engine.repo, tip, head))) return undefined;
  return {
    base: [{ branch: base, oid: tip }],
    pairs: [{ branch: name, with: base, kind: "base", ...plain("clean") }],
    order: [],
  };
}

/** Where base is, or that there is none. */
const tipOf = (engine: Engine, base: BranchName): Promise<Oid | CoppiceError> =>
  readBase(engine, base).then(
    ({ tip }) => tip,
    (error: unknown) => {
      if (error instanceof CoppiceError && error.code === "INVALID_STATE") return error;
      throw error;
    },
  );

async function forecastOnto(
  engine: Engine,
  { base, names, heads }: BranchGroup,
  tip: Oid,
  session: MergeSession,
  options: ForecastOptions,
): Promise<Forecast> {
  const { repo, signal } = engine;
  const [{ graph, broken }] = await Promise.all([
    readAheadOfSound(repo, [...heads.values()], tip),
    session.prepare(tip),
  ]);
  const results = new Map<BranchName, ForecastResult>();
  const ahead: Branch[] = [];
  for (const name of names) {
    const head = heads.get(name);
    const failure = head === undefined ? undefined : broken.get(head);
    if (head === undefined) results.set(name, unknown(absent(name)));
    else if (failure !== undefined) results.set(name, unknown(holed(name)));
    else if (!graph.has(head)) results.set(name, plain("contained"));
    // Before it is sent: one of them ends git's process.
    else if (graph.isUnrelated(head)) results.set(name, plain("unrelated"));
    else ahead.push({ name, head });
  }
  const tried: TriedBranch[] = [];
  let at = 0;
  for await (const trial of tryAll(session, ahead.map(onto(tip)), signal)) {
    const branch = ahead[at++];
    if (branch === undefined) continue;
    results.set(branch.name, resultOf(trial, { branch: base, target: branch.name }));
    if (trial instanceof CoppiceError || trial.outcome === "unrelated") continue;
    tried.push({ ...branch, tree: trial.tree, conflicts: trial.outcome === "conflict" });
  }
  const pairs = names.flatMap((branch): ForecastPair[] => {
    const result = results.get(branch);
    return result === undefined ? [] : [{ branch, with: base, kind: "base", ...result }];
  });
  const forecast: Forecast = { base: [{ branch: base, oid: tip }], pairs, order: [] };
  if (options.matrix !== true && options.order !== true) return forecast;

  const request = { base, tip, branches: tried, graph, session, signal };
  const among = await pairsAmong(request);
  const conflicts = among.filter(({ outcome }) => outcome === "conflict");
  const order = options.order === true ? await tryOrder({ ...request, conflicts }) : [];
  if (options.matrix !== true) return { ...forecast, order };
  return { ...forecast, pairs: pairs.concat(among.map((pair) => ({ ...pair, kind: "worktree" }))), order };
}

const onto =
  (tip: Oid) =>
  ({ head }: Branch): MergePair => ({ ours: tip, theirs: head });

const absent = (branch: BranchName): string =>
  `This clone has no branch ${branch}, or its commit cannot be read.`;

const holed = (branch: BranchName): string => `The history of ${branch} cannot be read to its end.`;
