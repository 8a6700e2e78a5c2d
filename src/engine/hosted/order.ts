import { openMergeSession } from "../../git/merge-session.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import type { Engine } from "../context.js";
import { tryAll } from "../forecast-merges.js";
import { pairsAmong, type TriedBranch } from "../forecast-pairs.js";
import type { AheadGraph } from "../merge-graph.js";
import { mergeOrder } from "../order.js";
import type { Candidate } from "./model.js";

/** Puts candidates into an order in which few of them meet a conflict; nothing remains of the trials. */
export async function leastConflict(
  engine: Engine,
  tip: Oid,
  candidates: readonly Candidate[],
  graph: AheadGraph,
): Promise<Candidate[]> {
  const fit = candidates.filter(({ head }) => graph.commitsOf(head).length > 0 && !graph.isUnrelated(head));
  if (fit.length < 2) return [...candidates];
  const session = openMergeSession(engine.repo, { attributes: tip, keep: false });
  try {
    const trials = tryAll(
      session,
      fit.map(({ head }) => ({ ours: tip, theirs: head })),
      engine.signal,
    );
    const branches: TriedBranch[] = [];
    for (const { task, head } of fit) {
      const next = await trials.next();
      const trial = next.done === true ? undefined : next.value;
      if (trial === undefined || trial instanceof CoppiceError || trial.outcome === "unrelated") continue;
      branches.push({ name: task.branch, head, tree: trial.tree, conflicts: trial.outcome === "conflict" });
    }
    const pairs = await pairsAmong({ tip, branches, graph, session, signal: engine.signal });
    const order = mergeOrder({
      branches: branches.map(({ name }) => name),
      conflictsWithBase: new Set(branches.filter(({ conflicts }) => conflicts).map(({ name }) => name)),
      conflicts: pairs
        .filter(({ outcome }) => outcome === "conflict")
        .map((pair) => [pair.branch, pair.with] as const),
    });
    const named = new Map<string, Candidate>(candidates.map((one) => [one.task.branch, one]));
    const ordered = order.flatMap((name) => named.get(name) ?? []);
    const taken = new Set(ordered);
    return [...ordered, ...candidates.filter((one) => !taken.has(one))];
  } finally {
    await session.close();
  }
}
