import { CoppiceError } from "../../lifecycle/errors.js";
import type { Oid } from "../../lifecycle/ids.js";
import { conflictError } from "../conflict.js";
import { asCoppiceError } from "../failure.js";
import { readAheadOfSound } from "../forecast-branches.js";
import { CommitMaker } from "../merge-commit.js";
import type { AheadGraph } from "../merge-graph.js";
import { isMade, type Plan, type Wished } from "../merge-item.js";
import { planMerges } from "../merge-plan.js";
import { verify } from "../verify.js";
import { brokenReason } from "./candidates.js";
import type { Candidate, HostedRun } from "./model.js";
import { leastConflict } from "./order.js";

/** What became of one candidate on the objects alone. */
export type Landing = {
  readonly candidate: Candidate;
  /** Base before it. */
  readonly onto: Oid;
} & (
  | { readonly kind: "made"; readonly oid: Oid }
  | {
      /** Base has its commits (ancestor), or its changes (tree), already. */
      readonly kind: "landed";
      readonly evidence: "ancestor" | "tree";
      /** It had commits that base lacked; another branch of this run brought them. */
      readonly hadOwn: boolean;
    }
  /** It merges cleanly, and it is the forge that is to merge its pull request. */
  | { readonly kind: "by-forge" }
  | { readonly kind: "conflict"; readonly error: CoppiceError }
  | { readonly kind: "refused"; readonly error: CoppiceError }
);

export interface Landings {
  /** In the order in which they were merged. */
  readonly all: readonly Landing[];
  /** Where base goes; the tip itself when nothing was made. */
  readonly tip: Oid;
}

interface Item extends Wished {
  readonly candidate: Candidate;
}

/** How often what conflicts is tried again after others have landed. */
const rounds = 4;

/**
 * Merges candidates one on top of the other, in strict order, on objects alone: no ref, index or file is touched. What
 * conflicts never stops the next; it is tried again on what the others have made of base, for one of them may have
 * brought what it builds on.
 * @param apart each on base as it is: base takes no push, so the forge is to merge whatever merges cleanly
 */
export async function landAll(
  run: HostedRun,
  tip: Oid,
  candidates: readonly Candidate[],
  apart = false,
): Promise<Landings> {
  if (candidates.length === 0) return { all: [], tip };
  const { engine } = run;
  const heads = candidates.map(({ head }) => head);
  const { graph, broken } = await readAheadOfSound(engine.repo, heads, tip);
  const ordered =
    run.settings.order === "least-conflict"
      ? await leastConflict(engine, tip, candidates, graph)
      : candidates;
  const bench = new Bench(run, tip, graph, apart);
  // What is not in the graph counts as contained in base there.
  for (const [head, error] of broken) bench.refuse(ordered, head, error);
  const sound = ordered.filter(({ head }) => !broken.has(head));
  const items = await Promise.all(sound.map((candidate) => itemOf(run, candidate)));
  let open = await bench.merge(items);
  for (let round = 1; open.length > 0 && round < rounds && bench.grew; round += 1)
    open = await bench.merge(open);
  return bench.result(ordered);
}

async function itemOf(run: HostedRun, candidate: Candidate): Promise<Item> {
  const { record } = candidate.task;
  const resolutions = candidate.strategy === "rebase" ? await resolutionsOf(run, record.id) : [];
  return {
    candidate,
    wish: { record, head: candidate.head, target: run.base, strategy: candidate.strategy, resolutions },
  };
}

async function resolutionsOf(run: HostedRun, id: Candidate["task"]["record"]["id"]): Promise<Oid[]> {
  const journal = await run.draft.read(id);
  return (journal?.entries ?? []).flatMap(({ entry, superseded }) =>
    entry.event.type === "RESOLVE_CONFLICT" && !superseded ? [entry.event.headOid] : [],
  );
}

/** Base as it grows, and what was found on the way. */
class Bench {
  readonly #run: HostedRun;
  readonly #apart: boolean;
  readonly #graph: AheadGraph;
  readonly #maker: CommitMaker;
  readonly #landed = new Set<Oid>();
  readonly #results = new Map<Candidate, Landing>();
  #tip: Oid;
  /** Whether the last round made something. */
  grew = false;

  constructor(run: HostedRun, tip: Oid, graph: AheadGraph, apart: boolean) {
    this.#run = run;
    this.#apart = apart;
    this.#graph = graph;
    this.#maker = new CommitMaker(run.engine);
    this.#tip = tip;
  }

  /** One round. @returns those that conflict */
  async merge(items: readonly Item[]): Promise<Item[]> {
    const before = this.#tip;
    const command = this.#run.engine.config.merge.verify;
    // A command has to see each before the next is put on top of it; what the forge merges changes nothing here.
    const together = command === undefined && !items.some(({ candidate }) => this.#isForForge(candidate));
    const conflicts: Item[] = [];
    for (const group of together ? [items] : items.map((item) => [item])) {
      for (const plan of await this.#plan(group)) {
        if (await this.#take(plan, command)) conflicts.push(plan.item);
      }
    }
    this.grew = this.#tip !== before;
    return conflicts;
  }

  /** The candidates at a commit whose history cannot be walked. */
  refuse(candidates: readonly Candidate[], head: Oid, cause: CoppiceError): void {
    for (const candidate of candidates) {
      if (candidate.head !== head) continue;
      const { branch } = candidate.task;
      const error = new CoppiceError("MERGE_FAILED", `${branch} cannot be merged: ${brokenReason}.`, {
        details: { branch },
        cause,
      });
      this.#results.set(candidate, { candidate, onto: this.#tip, kind: "refused", error });
    }
  }

  result(order: readonly Candidate[]): Landings {
    return { all: order.flatMap((candidate) => this.#results.get(candidate) ?? []), tip: this.#tip };
  }

  #plan(items: readonly Item[]): Promise<Plan<Item>[]> {
    const { engine } = this.#run;
    return planMerges(
      { engine, maker: this.#maker, graph: this.#graph, tip: this.#tip, landed: this.#landed },
      items,
    );
  }

  /** @returns whether it conflicts */
  async #take(plan: Plan<Item>, command: string | undefined): Promise<boolean> {
    const { candidate, wish } = plan.item;
    const about = { candidate, onto: plan.onto };
    const set = (landing: Landing): void => {
      this.#results.set(candidate, landing);
    };
    if ("error" in plan) {
      set({ ...about, kind: "refused", error: plan.error });
    } else if (plan.computed.kind === "conflict") {
      const sides = { branch: wish.record.branch, head: wish.head, target: wish.target, tip: plan.onto };
      set({
        ...about,
        kind: "conflict",
        error: await conflictError(this.#run.engine, sides, plan.computed.merge),
      });
      return true;
    } else if (isMade(plan)) {
      await this.#accept(plan, command, set);
    } else {
      set({
        ...about,
        kind: "landed",
        evidence: plan.computed.kind === "contained" ? "ancestor" : "tree",
        hadOwn: this.#graph.commitsOf(wish.head).length > 0,
      });
    }
    return false;
  }

  async #accept(
    plan: Extract<Plan<Item>, { computed: unknown }> & { computed: { kind: "made"; oid: Oid } },
    command: string | undefined,
    set: (landing: Landing) => void,
  ): Promise<void> {
    const { candidate, wish } = plan.item;
    const { oid } = plan.computed;
    const about = { candidate, onto: plan.onto };
    try {
      if (command !== undefined) await verify(this.#run.engine, wish.record, wish.target, oid, command);
    } catch (error) {
      if (this.#run.engine.signal.aborted) throw error;
      set({ ...about, kind: "refused", error: asCoppiceError(error, "MERGE_FAILED", "verify the merge") });
      return;
    }
    if (this.#isForForge(candidate)) {
      set({ ...about, kind: "by-forge" });
      return;
    }
    this.#tip = oid;
    for (const own of this.#graph.commitsOf(wish.head)) this.#landed.add(own);
    set({ ...about, kind: "made", oid });
  }

  /**
   * Only a commit that has the pull request's head among its ancestors lets GitHub show it as merged; a squash or a
   * rebase of ours has not.
   */
  #isForForge({ task, strategy }: Candidate): boolean {
    return this.#apart || (task.pull !== undefined && strategy !== "merge");
  }
}
