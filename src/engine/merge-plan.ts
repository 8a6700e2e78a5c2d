import { openMergeSession } from "../git/merge-session.js";
import { mergeTree } from "../git/merge-tree.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { MergeAhead } from "./merge-ahead.js";
import type { CommitMaker } from "./merge-commit.js";
import { computeMerge } from "./merge-compute.js";
import type { AheadGraph } from "./merge-graph.js";
import { isMade, type Plan, type Wished } from "./merge-item.js";
import type { Merger } from "./merge-wish.js";
import { rootTreeCheck } from "./whole-trees.js";

export interface PlanRequest {
  readonly engine: Engine;
  readonly maker: CommitMaker;
  readonly graph: AheadGraph;
  /** Base as it is. */
  readonly tip: Oid;
  /** Commits that base has got since the graph was read. */
  readonly landed: ReadonlySet<Oid>;
}

/** Computes what each item comes to, on top of those before it. Nothing but objects is written. */
export async function planMerges<Item extends Wished>(
  request: PlanRequest,
  items: readonly Item[],
): Promise<Plan<Item>[]> {
  const { engine, maker, graph } = request;
  const { repo } = engine;
  const session = items.length > 1 ? openMergeSession(repo, { attributes: "ours", keep: true }) : undefined;
  const merge: Merger =
    session === undefined
      ? (ours, theirs) => mergeTree(repo, { ours, theirs, attributes: ours })
      : (ours, theirs) => session.merge(ours, theirs);
  const wishes = items.map(({ wish }) => wish);
  const requireTrees = await rootTreeCheck(engine, graph, wishes, request.tip);
  const ahead =
    session !== undefined && MergeAhead.isFor(engine, maker, items.length)
      ? new MergeAhead<Item>({ engine, session, maker, graph, requireTrees })
      : undefined;
  const landed = new Set(request.landed);
  const plans: Plan<Item>[] = [];
  let onto = request.tip;
  const planOne = async (item: Item): Promise<Plan<Item>> => {
    try {
      requireTrees(item.wish);
      const computed = await computeMerge({ engine, merge, maker, graph, landed }, item.wish, onto);
      return { item, onto, computed };
    } catch (error) {
      return { item, onto, error: asCoppiceError(error, "MERGE_FAILED", "compute the merge") };
    }
  };
  try {
    for (let item = items[0]; item !== undefined; item = items[plans.length]) {
      const many = (await ahead?.merge(items.slice(plans.length), { tip: onto, landed })) ?? [];
      for (const plan of many.length > 0 ? many : [await planOne(item)]) {
        plans.push(plan);
        if (!isMade(plan)) continue;
        onto = plan.computed.oid;
        for (const oid of graph.commitsOf(plan.item.wish.head)) landed.add(oid);
      }
    }
  } finally {
    await session?.close();
  }
  return plans;
}
