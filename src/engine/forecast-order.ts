import type { MergeSession } from "../git/merge-session.js";
import type { Person } from "../git/object-format.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { Branch } from "./forecast-branches.js";
import { type Trial, tryOne } from "./forecast-merges.js";
import type { AheadGraph } from "./merge-graph.js";
import { mergeOrder } from "./order.js";

/** One step of a merge order. */
export interface ForecastStep {
  readonly branch: BranchName;
  readonly base: BranchName;
  /**
   * When everything before it is merged. Contained: one of those has brought it along. What conflicts is left out of
   * what the next ones build on.
   */
  readonly outcome: "clean" | "conflict" | "contained";
}

export interface OrderRequest {
  readonly base: BranchName;
  readonly tip: Oid;
  /** Those that have something to merge and that git can merge. */
  readonly branches: readonly Branch[];
  readonly conflictsWithBase: ReadonlySet<BranchName>;
  readonly conflicts: readonly (readonly [BranchName, BranchName])[];
  readonly graph: AheadGraph;
  readonly session: MergeSession;
  readonly signal: AbortSignal;
}

const nobody: Person = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };

/**
 * Finds an order in which few branches meet a conflict, and merges in it on a base that grows in memory, because two
 * branches that get along with a third one need not get along once that is merged.
 */
export async function tryOrder(request: OrderRequest): Promise<ForecastStep[]> {
  const { base, graph, session, signal } = request;
  const named = new Map<string, Branch>(request.branches.map((branch) => [branch.name, branch]));
  const names = mergeOrder({
    branches: [...named.keys()],
    conflictsWithBase: request.conflictsWithBase,
    conflicts: request.conflicts,
  });
  const steps: ForecastStep[] = [];
  const landed = new Set<Oid>();
  let onto = request.tip;
  for (const name of names) {
    const branch = named.get(name);
    if (branch === undefined) continue;
    const own = graph.commitsOf(branch.head).filter((oid) => !landed.has(oid));
    const trial: Trial | undefined =
      own.length === 0 ? undefined : await tryOne(session, onto, branch.head, signal);
    if (trial === undefined) steps.push({ branch: branch.name, base, outcome: "contained" });
    if (trial === undefined || trial instanceof CoppiceError || trial.outcome === "unrelated") continue;
    steps.push({ branch: branch.name, base, outcome: trial.outcome });
    if (trial.outcome === "conflict") continue;
    onto = await session.writeCommit({
      tree: trial.tree,
      parents: [onto, branch.head],
      author: nobody,
      committer: nobody,
      message: "forecast",
    });
    for (const oid of own) landed.add(oid);
  }
  return steps;
}
