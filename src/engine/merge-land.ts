import type { Effect } from "../lifecycle/effects.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { landingIn } from "./landed.js";
import { closeMerge } from "./merge-close.js";
import { CommitMaker } from "./merge-commit.js";
import { type AheadGraph, readAhead } from "./merge-graph.js";
import { isMade, lastMade, type MergeItem, type Plan } from "./merge-item.js";
import type { MergeOutcome } from "./merge-outcome.js";
import { planMerges } from "./merge-plan.js";
import { type MergeTarget, readTarget } from "./merge-target.js";
import { alreadyMerged, refused } from "./merge-unbegun.js";
import { checkMove, moveBase } from "./move-base.js";
import { verify } from "./verify.js";

interface Opened {
  readonly item: MergeItem;
  readonly effects: readonly Effect[];
}

/**
 * How often a merge is computed because base moved meanwhile. Whoever moved it has landed its work, so of many agents
 * that merge at once each gets its turn; the verify command may take minutes, and is not run that often.
 */
const mostAttempts = { plain: 100, verified: 5 };

/**
 * Lands branches on one base, one after the other: a conflict of one does not stop the next. Without a verify command
 * base moves once for all of them, with it once for each.
 */
export class Landing {
  readonly #engine: Engine;
  readonly #maker: CommitMaker;
  readonly #verify: string | undefined;
  #target: MergeTarget;
  #graph: AheadGraph;
  /** Commits of branches that were landed since the graph was read. */
  #landed = new Set<Oid>();
  #moved = false;

  constructor(engine: Engine, target: MergeTarget, graph: AheadGraph, verifyCommand: string | undefined) {
    this.#engine = engine;
    this.#maker = new CommitMaker(engine);
    this.#target = target;
    this.#graph = graph;
    this.#verify = verifyCommand;
  }

  get #attempts(): number {
    return this.#verify === undefined ? mostAttempts.plain : mostAttempts.verified;
  }

  /** Base as it is now. */
  get target(): MergeTarget {
    return this.#target;
  }

  /** Whether anything was landed. */
  get moved(): boolean {
    return this.#moved;
  }

  /** One outcome for each item, in their order. */
  async land(items: readonly MergeItem[]): Promise<MergeOutcome[]> {
    if (this.#verify === undefined || items.length < 2) return this.#landTogether(items);
    return this.#landEach(items);
  }

  async #landEach(items: readonly MergeItem[]): Promise<MergeOutcome[]> {
    const outcomes: MergeOutcome[] = [];
    for (const item of items) outcomes.push(...(await this.#landTogether([item])));
    return outcomes;
  }

  async #landTogether(items: readonly MergeItem[]): Promise<MergeOutcome[]> {
    let plans = await this.#plan(items);
    const outcomes = new Map<MergeItem, MergeOutcome>();
    try {
      for (let attempt = 1; await this.#isStale(plans); attempt += 1) {
        if (attempt === this.#attempts) throw keepsMoving(this.#target);
        await this.#reload(items);
        plans = await this.#plan(items);
      }
    } catch (error) {
      // Which of them the edits are in the way of, each finds out alone.
      if (items.length > 1) return this.#landEach(items);
      for (const item of items) outcomes.set(item, await this.#refuse(item, error));
      return [...outcomes.values()];
    }
    // All at once: their entries wait for the disk together.
    const begun = await Promise.all(plans.map((plan) => this.#begin(plan)));
    const opened: Opened[] = [];
    begun.forEach((one) => {
      if ("effects" in one) opened.push(one);
      else outcomes.set(one.item, one.outcome);
    });
    const valid = opened.length + outcomes.size === plans.length && !lostOne(plans, opened);
    const closed = await this.#finish(opened, valid ? plans : undefined);
    for (const [item, outcome] of closed) outcomes.set(item, outcome);
    return items.flatMap((item) => outcomes.get(item) ?? []);
  }

  /** Moves base and closes what was opened. */
  async #finish(
    opened: readonly Opened[],
    ready: readonly Plan[] | undefined,
  ): Promise<Map<MergeItem, MergeOutcome>> {
    const items = opened.map(({ item }) => item);
    let plans = ready?.filter((plan) => items.includes(plan.item)) ?? (await this.#plan(items));
    let failure: CoppiceError | undefined;
    try {
      for (let attempt = 1; !(await this.#move(plans, attempt > 1)); attempt += 1) {
        if (attempt === this.#attempts) throw keepsMoving(this.#target);
        await this.#reload(items);
        plans = await this.#plan(items);
      }
    } catch (error) {
      failure = asCoppiceError(error, "MERGE_FAILED", `move ${this.#target.branch}`);
    }
    const outcomes = new Map<MergeItem, MergeOutcome>();
    const close = async ({ item, effects }: Opened): Promise<void> => {
      const plan = plans.find((one) => one.item === item);
      if (plan !== undefined) outcomes.set(item, await closeMerge(this.#engine, plan, effects, failure));
    };
    // Where only an entry is left to write, all at once; removing is work of git's, one worktree after the other.
    await Promise.all(opened.filter(({ item }) => item.kept !== null).map(close));
    for (const one of opened) if (one.item.kept === null) await close(one);
    return outcomes;
  }

  /** @throws what keeps base from moving where it is checked out */
  async #isStale(plans: readonly Plan[]): Promise<boolean> {
    const tip = lastMade(plans);
    return tip !== undefined && (await checkMove(this.#engine, this.#target, tip)) === "stale";
  }

  /** @returns false when base was elsewhere by then and everything has to be computed again */
  async #move(plans: readonly Plan[], again: boolean): Promise<boolean> {
    const tip = lastMade(plans);
    if (tip === undefined) return true;
    const made = plans.filter(isMade);
    const [only] = made;
    const { branch } = this.#target;
    if (this.#verify !== undefined && only !== undefined) {
      await verify(this.#engine, only.item.wish.record, branch, tip, this.#verify);
    }
    // Since base was looked at, its files had time to change.
    if ((this.#verify !== undefined || again) && (await this.#isStale(plans))) return false;
    const what = made.length === 1 ? (only?.item.wish.record.branch ?? "") : `${made.length} branches`;
    if ((await moveBase(this.#engine, this.#target, tip, `coppice: merge ${what}`)) === "stale") return false;
    for (const { item } of made) {
      for (const oid of this.#graph.commitsOf(item.wish.head)) this.#landed.add(oid);
    }
    this.#target = { ...this.#target, local: tip, tip };
    this.#moved = true;
    return true;
  }

  #plan(items: readonly MergeItem[]): Promise<Plan[]> {
    const { tip } = this.#target;
    const request = {
      engine: this.#engine,
      maker: this.#maker,
      graph: this.#graph,
      tip,
      landed: this.#landed,
    };
    return planMerges(request, items);
  }

  async #reload(items: readonly MergeItem[]): Promise<void> {
    const { branch } = this.#target;
    this.#target = await readTarget(this.#engine, branch, { fetch: false });
    if (this.#target.diverged) {
      throw new CoppiceError("BASE_DIVERGED", `${branch} and its upstream have both moved.`, {
        details: { base: branch },
      });
    }
    const heads = items.map(({ wish }) => wish.head);
    this.#graph = await readAhead(this.#engine.repo, heads, this.#target.tip);
    this.#landed = new Set();
  }

  /** Opens an item's merge, or tells why there is none. */
  async #begin(plan: Plan): Promise<Opened | { readonly item: MergeItem; readonly outcome: MergeOutcome }> {
    const { item } = plan;
    const outcome = await this.#nothingToDo(plan);
    if (outcome !== undefined) return { item, outcome };
    try {
      return { item, effects: await item.open() };
    } catch (error) {
      return { item, outcome: await this.#refuse(item, error) };
    }
  }

  /** The outcome of an item for which no entry is written. */
  async #nothingToDo(plan: Plan): Promise<MergeOutcome | undefined> {
    if ("error" in plan) return this.#refuse(plan.item, plan.error);
    const { kind } = plan.computed;
    const { item } = plan;
    if (kind === "made" || item.finishes) return undefined;
    // What was squashed into base conflicts with itself once base has moved on.
    const landing =
      kind === "conflict"
        ? await landingIn(this.#engine, item.wish.target, plan.onto, item.wish.head)
        : undefined;
    if (kind === "conflict" && landing === undefined) return undefined;
    await item.giveUp();
    return alreadyMerged(item.session, this.#target, landing ?? (kind === "contained" ? kind : "empty"));
  }

  async #refuse(item: MergeItem, error: unknown): Promise<MergeOutcome> {
    await item.giveUp();
    return refused(item.session, this.#target, asCoppiceError(error, "MERGE_FAILED", "begin the merge"));
  }
}

/** Whether a merge on which later ones build was not opened. */
const lostOne = (plans: readonly Plan[], opened: readonly Opened[]): boolean =>
  plans.some((plan) => isMade(plan) && !opened.some(({ item }) => item === plan.item));

const keepsMoving = (target: MergeTarget): CoppiceError =>
  new CoppiceError("MERGE_FAILED", `${target.branch} kept moving while the merge was computed.`, {
    details: { base: target.branch },
  });
