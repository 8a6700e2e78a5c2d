import type { MergeResult } from "../git/merge-records.js";
import type { MergeSession } from "../git/merge-session.js";
import { PackDraft } from "../git/pack-draft.js";
import { since } from "../git/version.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import type { CommitMaker } from "./merge-commit.js";
import { computeMerge } from "./merge-compute.js";
import { type Grown, MergeForesight, type Step } from "./merge-foresight.js";
import type { AheadGraph } from "./merge-graph.js";
import type { Plan, Wished } from "./merge-plan.js";
import type { MergeWish } from "./merge-wish.js";

/** For fewer branches it is not worth its beginning. */
const fewestBranches = 16;
/** How many are guessed at once: at first, and at most. */
const firstLength = 256;
const longest = 1024;
/** What is shorter goes one by one, and so many do after a guess that was wrong at once. */
const shortest = 8;

export interface AheadRequest {
  readonly engine: Engine;
  readonly session: MergeSession;
  readonly maker: CommitMaker;
  readonly graph: AheadGraph;
  /** Throws for a merge that lacks a tree. */
  readonly requireTrees: (wish: MergeWish) => void;
}

/**
 * Merges many branches one on top of the other without waiting for git between them: what each merge will come to is
 * guessed, commits are made of the guesses, and then git merges the very same commits, all in one go. Up to the first
 * result that is another than was guessed everything counts, that result included, because it is git's own; what was
 * built on the wrong guess is thrown away. So each commit that is kept has the tree that git has made of its parents.
 */
export class MergeAhead {
  readonly #request: AheadRequest;
  readonly #foresight: MergeForesight;
  #length = firstLength;
  /** How many are to go one by one before the next guess. */
  #pause = 0;

  constructor(request: AheadRequest) {
    this.#request = request;
    this.#foresight = new MergeForesight(request);
  }

  /** Whether so many merges are done in this way. */
  static isFor({ repo }: Engine, maker: CommitMaker, branches: number): boolean {
    return branches >= fewestBranches && !maker.signs && repo.version.atLeast(...since.mergeTreeStdin);
  }

  /**
   * Merges some of the next items.
   * @returns what became of the first ones; empty: the first one is to be merged by itself
   */
  async merge<Item extends Wished>(items: readonly Item[], base: Grown): Promise<Plan<Item>[]> {
    const other = items.slice(0, this.#length).findIndex(({ wish }) => wish.strategy !== "merge");
    const run = items.slice(0, other < 0 ? this.#length : other);
    if (this.#pause > 0 || run.length < shortest) {
      this.#pause = Math.max(0, this.#pause - 1);
      return [];
    }
    try {
      return await this.#mergeRun(run, base);
    } catch (error) {
      if (this.#request.engine.signal.aborted) throw error;
      // The branch that it belongs to tells it when it is merged by itself.
      this.#foresight.forget();
      this.#pause = run.length - 1;
      return [];
    }
  }

  async #mergeRun<Item extends Wished>(run: readonly Item[], base: Grown): Promise<Plan<Item>[]> {
    const { session, engine } = this.#request;
    const pack = new PackDraft(engine.repo.objectFormat);
    const steps = await this.#foresight.look(run, base, pack);
    if (steps.length < shortest) {
      this.#foresight.forget();
      this.#pause = steps.length - 1;
      return [];
    }
    const asked = steps.filter(({ guess }) => guess.kind !== "contained" && guess.kind !== "error");
    if (pack.count > 0) await session.tryPack(pack);
    const results = await session.mergeAll(
      asked.map(({ item, onto }) => ({ ours: onto, theirs: item.wish.head })),
    );
    const answers = new Map(asked.map((step, index) => [step, results[index]]));
    const wrong = steps.findIndex((step) => !isRight(step, answers.get(step)));
    const settled = wrong < 0 ? steps : steps.slice(0, wrong + 1);
    await this.#keep(pack, wrong < 0 ? steps : steps.slice(0, wrong));
    this.#learn(steps, wrong);
    const plans: Plan<Item>[] = [];
    for (const step of settled) plans.push(await this.#planOf(step, answers.get(step), base));
    return plans;
  }

  /** Only what git has confirmed gets into the repository. */
  async #keep(pack: PackDraft, right: readonly Step<Wished>[]): Promise<void> {
    const made = right.flatMap(({ guess }) => (guess.kind === "made" ? [guess] : []));
    const last = made.at(-1);
    if (last !== undefined) {
      await this.#request.session.keepPack(pack, last.count, { commit: last.oid, tree: last.tree });
    }
  }

  /** Longer runs while the guesses are right, shorter ones where they were not. */
  #learn(steps: readonly Step<Wished>[], wrong: number): void {
    if (wrong < 0) {
      this.#length = Math.min(longest, this.#length * 2);
      return;
    }
    this.#foresight.forget();
    if (steps[wrong]?.guess.kind === "unknown") return;
    this.#length = Math.max(2 * shortest, wrong);
    if (wrong < shortest) this.#pause = shortest;
  }

  async #planOf<Item extends Wished>(
    { item, onto, guess }: Step<Item>,
    answer: MergeResult | undefined,
    { landed }: Grown,
  ): Promise<Plan<Item>> {
    const { engine, maker, graph } = this.#request;
    if (guess.kind === "error") return { item, onto, error: guess.error };
    if (guess.kind === "contained") return { item, onto, computed: { kind: "contained" } };
    if (guess.kind === "made" && answer?.outcome === "clean" && answer.tree === guess.tree) {
      return { item, onto, computed: { kind: "made", oid: guess.oid, dropped: [], joined: [] } };
    }
    try {
      const merge = (): Promise<MergeResult> =>
        answer === undefined ? this.#request.session.merge(onto, item.wish.head) : Promise.resolve(answer);
      return {
        item,
        onto,
        computed: await computeMerge({ engine, merge, maker, graph, landed }, item.wish, onto),
      };
    } catch (error) {
      return { item, onto, error: asCoppiceError(error, "MERGE_FAILED", "compute the merge") };
    }
  }
}

/** Whether git's answer is what was guessed, so that what was built on it stands. */
function isRight({ guess }: Step<Wished>, answer: MergeResult | undefined): boolean {
  switch (guess.kind) {
    case "made":
      return answer?.outcome === "clean" && answer.tree === guess.tree;
    case "conflict":
      return answer?.outcome === "conflict";
    case "unknown":
      return false;
    default:
      return true;
  }
}
