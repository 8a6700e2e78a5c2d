import { type MergeSession, openMergeSession } from "../git/merge-session.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { findRecord, live } from "./find.js";
import { type Branch, type BranchGroup, branchesByBase, readAheadOfSound } from "./forecast-branches.js";
import { type ForecastResult, plain, resultOf, tryAll, unknown } from "./forecast-merges.js";
import { type ForecastStep, tryOrder } from "./forecast-order.js";
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
  const base: ForecastBase[] = [];
  const pairs: ForecastPair[] = [];
  const order: ForecastStep[] = [];
  for (const group of await branchesByBase(engine.repo, records)) {
    const found = await forecastGroup(engine, group, options);
    base.push(...found.base);
    pairs.push(...found.pairs);
    order.push(...found.order);
  }
  return { base, pairs, order };
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
  const session = openMergeSession(engine.repo, { attributes: tip, keep: false });
  try {
    return await forecastOnto(engine, group, tip, session, options);
  } finally {
    await session.close();
  }
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
  const { graph, broken } = await readAheadOfSound(repo, [...heads.values()], tip);
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
  const trials = tryAll(
    session,
    ahead.map(({ head }) => ({ ours: tip, theirs: head })),
    signal,
  );
  let at = 0;
  for await (const trial of trials) {
    const branch = ahead[at++];
    if (branch !== undefined)
      results.set(branch.name, resultOf(trial, { branch: base, target: branch.name }));
  }
  const pairs = names.flatMap((branch): ForecastPair[] => {
    const result = results.get(branch);
    return result === undefined ? [] : [{ branch, with: base, kind: "base", ...result }];
  });
  const forecast: Forecast = { base: [{ branch: base, oid: tip }], pairs, order: [] };
  if (options.matrix !== true && options.order !== true) return forecast;

  const outcomeOf = ({ name }: Branch) => results.get(name)?.outcome;
  const mergeable = ahead.filter((branch) => ["clean", "conflict"].includes(outcomeOf(branch) ?? ""));
  const among = await pairsAmong(session, mergeable, signal);
  const order =
    options.order !== true
      ? []
      : await tryOrder({
          base,
          tip,
          branches: mergeable,
          conflictsWithBase: new Set(
            mergeable.filter((branch) => outcomeOf(branch) === "conflict").map(({ name }) => name),
          ),
          conflicts: among
            .filter(({ outcome }) => outcome === "conflict")
            .map((pair): [BranchName, BranchName] => [pair.branch, pair.with]),
          graph,
          session,
          signal,
        });
  return { ...forecast, pairs: options.matrix === true ? [...pairs, ...among] : pairs, order };
}

const absent = (branch: BranchName): string =>
  `This clone has no branch ${branch}, or its commit cannot be read.`;

const holed = (branch: BranchName): string => `The history of ${branch} cannot be read to its end.`;

/** Each branch with each that comes after it. */
async function pairsAmong(
  session: MergeSession,
  branches: readonly Branch[],
  signal: AbortSignal,
): Promise<ForecastPair[]> {
  const couples = branches.flatMap((one, index) =>
    branches.slice(index + 1).map((two) => ({ one, two, ours: one.head, theirs: two.head })),
  );
  const pairs: ForecastPair[] = [];
  let at = 0;
  for await (const trial of tryAll(session, couples, signal)) {
    const couple = couples[at++];
    if (couple === undefined) continue;
    const [branch, other] = [couple.one.name, couple.two.name];
    pairs.push({
      branch,
      with: other,
      kind: "worktree",
      ...resultOf(trial, { branch, target: other }),
    });
  }
  return pairs;
}
