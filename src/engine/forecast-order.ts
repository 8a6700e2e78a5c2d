import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { Branch } from "./forecast-branches.js";
import { commitMerge, type Trial, tryOne } from "./forecast-merges.js";
import type { PairResult, PairsRequest } from "./forecast-pairs.js";
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

export interface OrderRequest extends PairsRequest {
  readonly base: BranchName;
  /** The pairs that conflict with each other. */
  readonly conflicts: readonly Pick<PairResult, "branch" | "with">[];
}

/**
 * Finds an order in which few branches meet a conflict, and merges in it on a base that grows in memory, because two
 * branches that get along with a third one need not get along once that is merged.
 */
export async function tryOrder(request: OrderRequest): Promise<ForecastStep[]> {
  const { base, graph, session, signal } = request;
  const named = new Map<string, Branch>(request.branches.map((branch) => [branch.name, branch]));
  const names = mergeOrder({
    branches: [...named.keys()],
    conflictsWithBase: new Set(request.branches.filter(({ conflicts }) => conflicts).map(({ name }) => name)),
    conflicts: request.conflicts.map((pair) => [pair.branch, pair.with]),
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
    onto = await commitMerge(session, trial.tree, onto, branch.head);
    for (const oid of own) landed.add(oid);
  }
  return steps;
}
