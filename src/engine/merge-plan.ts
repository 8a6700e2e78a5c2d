import { openMergeSession } from "../git/merge-session.js";
import { mergeTree } from "../git/merge-tree.js";
import type { Effect } from "../lifecycle/effects.js";
import type { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { MergeAhead } from "./merge-ahead.js";
import type { CommitMaker } from "./merge-commit.js";
import { computeMerge } from "./merge-compute.js";
import type { AheadGraph } from "./merge-graph.js";
import type { Computed, Merger, MergeWish } from "./merge-wish.js";
import type { RecordSession } from "./session.js";
import { rootTreeCheck } from "./whole-trees.js";

/** One branch that was found fit to merge, with its record's lock held. */
export interface MergeItem {
  readonly session: RecordSession;
  readonly wish: MergeWish;
  /** Why worktree and branch stay after the merge, as the end of a sentence; null: they go. */
  readonly kept: string | null;
  /** It is to be closed as merged also when base has everything already. */
  readonly finishes: boolean;
  /** Decides about the opening entry and appends it. */
  readonly open: () => Promise<readonly Effect[]>;
  /** Ends what was begun before the opening entry (a commit), when it comes to nothing. */
  readonly giveUp: () => Promise<void>;
}

/** Whatever a merge is computed for. */
export interface Wished {
  readonly wish: MergeWish;
}

/** What was computed for an item; `onto` is base as it stood before this one. */
export type Plan<Item extends Wished = MergeItem> =
  | { readonly item: Item; readonly onto: Oid; readonly computed: Computed }
  | { readonly item: Item; readonly onto: Oid; readonly error: CoppiceError };

export type Made<Item extends Wished = MergeItem> = Extract<Plan<Item>, { computed: unknown }> & {
  computed: Extract<Computed, { kind: "made" }>;
};

export const isMade = <Item extends Wished>(plan: Plan<Item>): plan is Made<Item> =>
  "computed" in plan && plan.computed.kind === "made";

/** Where base goes when all of them land; undefined: nowhere. */
export const lastMade = <Item extends Wished>(plans: readonly Plan<Item>[]): Oid | undefined =>
  plans.findLast((plan) => isMade(plan))?.computed.oid;

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
