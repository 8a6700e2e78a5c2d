import type { ConflictingMerge, MergeResult } from "../git/merge-records.js";
import { type MergeSession, openMergeSession } from "../git/merge-session.js";
import type { Person } from "../git/object-format.js";
import { listRefs } from "../git/refs.js";
import { keptFiles } from "../lifecycle/events.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { findRecord, live } from "./find.js";
import { type AheadGraph, readAhead } from "./merge-graph.js";
import { readBase } from "./merge-target.js";
import { mergeOrder } from "./order.js";
import { readable } from "./resolve-paths.js";

export interface ForecastOptions {
  /** Every pair of worktrees, not only each with base. */
  readonly matrix?: boolean;
  /** An order of merging that conflicts least. */
  readonly order?: boolean;
}

/** What would become of a merge. Contained: there is nothing to merge. Unrelated: the two share no commit. */
export type ForecastOutcome = "clean" | "conflict" | "contained" | "unrelated";

export interface ForecastPair {
  readonly branch: BranchName;
  /** Base, or the other worktree's branch. */
  readonly with: BranchName;
  readonly kind: "base" | "worktree";
  readonly outcome: ForecastOutcome;
  /** At most 100 of the files in conflict. */
  readonly files: readonly string[];
  readonly total: number;
}

/** One step of a merge order. */
export interface ForecastStep {
  readonly branch: BranchName;
  readonly base: BranchName;
  /** When everything before it is merged; a conflict is left out of what the next ones build on. */
  readonly outcome: ForecastOutcome;
}

export interface Forecast {
  readonly pairs: readonly ForecastPair[];
  /** Empty unless it was asked for. */
  readonly order: readonly ForecastStep[];
}

interface Branch {
  readonly name: BranchName;
  readonly head: Oid;
}

interface Group {
  readonly base: BranchName;
  readonly tip: Oid;
  readonly branches: readonly Branch[];
  readonly graph: AheadGraph;
  readonly session: MergeSession;
}

/**
 * Tries merges in memory: each worktree's branch into its base, and with the others. Uncommitted changes do not count.
 * Nothing is left behind, not even objects.
 * @param names none: all live worktrees
 * @throws NO_WORKTREE, INVALID_STATE when a base does not exist
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
  const pairs: ForecastPair[] = [];
  const order: ForecastStep[] = [];
  for (const [base, branches] of await branchesByBase(engine, records)) {
    const { tip } = await readBase(engine, base);
    const heads = branches.map(({ head }) => head);
    const graph = await readAhead(engine.repo, heads, tip);
    const session = openMergeSession(engine.repo, { attributes: tip, keep: false });
    try {
      const group = { base, tip, branches, graph, session };
      const withBase = await pairsWithBase(group);
      pairs.push(...withBase);
      if (options.matrix !== true && options.order !== true) continue;
      const among = await pairsAmong(group);
      if (options.matrix === true) pairs.push(...among);
      if (options.order === true) order.push(...(await tryOrder(group, withBase, among)));
    } finally {
      await session.close();
    }
  }
  return { pairs, order };
}

/** Oldest first: of equals, who came first is merged first. */
const byAge = (a: WorktreeRecord, b: WorktreeRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;

async function branchesByBase(
  engine: Engine,
  records: readonly WorktreeRecord[],
): Promise<Map<BranchName, Branch[]>> {
  const refs = await listRefs(engine.repo, ["refs/heads/"]);
  const heads = new Map(refs.map((ref) => [ref.name, ref.oid]));
  const groups = new Map<BranchName, Branch[]>();
  const seen = new Set<string>();
  for (const { branch, base, type } of records) {
    const head = heads.get(branchRef(branch));
    if (base === null || type === "home" || head === undefined || seen.has(branch)) continue;
    seen.add(branch);
    const group = groups.get(base);
    if (group === undefined) groups.set(base, [{ name: branch, head }]);
    else group.push({ name: branch, head });
  }
  return groups;
}

async function pairsWithBase(group: Group): Promise<ForecastPair[]> {
  const { base, tip, graph, session, branches } = group;
  const pairs = new Map<Branch, ForecastPair>();
  const wanted: Branch[] = [];
  for (const branch of branches) {
    if (graph.has(branch.head)) wanted.push(branch);
    else pairs.set(branch, pairOf(branch, base, "base", "contained"));
  }
  const results = session.mergeAll(wanted.map(({ head }) => ({ ours: tip, theirs: head })));
  let index = 0;
  for await (const result of results) {
    const branch = wanted[index];
    index += 1;
    if (branch !== undefined) pairs.set(branch, pairFrom(branch, base, "base", result, base));
  }
  return branches.flatMap((branch) => pairs.get(branch) ?? []);
}

async function pairsAmong({ base, graph, session, branches }: Group): Promise<ForecastPair[]> {
  const own = branches.filter(({ head }) => graph.has(head));
  const couples = own.flatMap((one, index) => own.slice(index + 1).map((two) => [one, two] as const));
  const pairs: ForecastPair[] = [];
  let at = 0;
  for await (const result of session.mergeAll(
    couples.map(([one, two]) => ({ ours: one.head, theirs: two.head })),
  )) {
    const couple = couples[at];
    at += 1;
    if (couple === undefined) continue;
    const [one, two] = couple;
    pairs.push(pairFrom(one, two.name, "worktree", result, base));
  }
  return pairs;
}

function pairFrom(
  branch: Branch,
  other: BranchName,
  kind: ForecastPair["kind"],
  result: MergeResult,
  base: BranchName,
): ForecastPair {
  if (result.outcome !== "conflict") return pairOf(branch, other, kind, result.outcome);
  // With base, base's side comes first; among worktrees, that of the one that is named first.
  const sides =
    kind === "base" ? { branch: base, target: branch.name } : { branch: branch.name, target: other };
  const files = filesOf(readable(result, sides));
  return {
    ...pairOf(branch, other, kind, "conflict"),
    files: files.slice(0, keptFiles),
    total: files.length,
  };
}

const pairOf = (
  branch: Branch,
  other: BranchName,
  kind: ForecastPair["kind"],
  outcome: ForecastOutcome,
): ForecastPair => ({ branch: branch.name, with: other, kind, outcome, files: [], total: 0 });

function filesOf({ files, messages }: ConflictingMerge): string[] {
  const unmerged = new Set(files.map(({ path }) => path));
  // Some conflicts leave no unmerged path: they are known by the path that git names first.
  for (const { type, paths } of messages) {
    const [first] = paths;
    if (type.startsWith("CONFLICT") && first !== undefined && !paths.some((path) => unmerged.has(path))) {
      unmerged.add(first);
    }
  }
  return [...unmerged].sort();
}

const nobody: Person = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };

/** Finds an order and merges in it, on a base that grows in memory. */
async function tryOrder(
  { base, tip, branches, graph, session }: Group,
  withBase: readonly ForecastPair[],
  among: readonly ForecastPair[],
): Promise<ForecastStep[]> {
  const named = new Map<string, Branch>(branches.map((branch) => [branch.name, branch]));
  const names = mergeOrder({
    branches: branches.map(({ name }) => name),
    conflictsWithBase: new Set(
      withBase
        .filter(({ outcome }) => outcome === "conflict" || outcome === "unrelated")
        .map(({ branch }) => branch),
    ),
    conflicts: among
      .filter(({ outcome }) => outcome === "conflict")
      .map((pair): [string, string] => [pair.branch, pair.with]),
  });
  const steps: ForecastStep[] = [];
  const landed = new Set<Oid>();
  let onto = tip;
  for (const name of names) {
    const branch = named.get(name);
    if (branch === undefined) continue;
    const own = graph.commitsOf(branch.head).filter((oid) => !landed.has(oid));
    const result: MergeResult | undefined =
      own.length === 0 ? undefined : await session.merge(onto, branch.head);
    steps.push({ branch: branch.name, base, outcome: result?.outcome ?? "contained" });
    if (result?.outcome !== "clean") continue;
    onto = await session.writeCommit({
      tree: result.tree,
      parents: [onto, branch.head],
      author: nobody,
      committer: nobody,
      message: "forecast",
    });
    for (const oid of own) landed.add(oid);
  }
  return steps;
}
