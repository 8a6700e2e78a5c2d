import type { MergeResult } from "../git/merge-records.js";
import type { StagedPack } from "../git/object-writer.js";
import { PackDraft } from "../git/pack-draft.js";
import { since } from "../git/version.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import type { CommitMaker } from "./merge-commit.js";
import { computeMerge } from "./merge-compute.js";
import { type AheadRequest, type Grown, MergeForesight, type Step } from "./merge-foresight.js";
import type { Plan, Wished } from "./merge-item.js";

/** For fewer branches it is not worth its beginning. */
const fewestBranches = 16;
/** How many are guessed at once: at first, and at most. Each such run is a pack. */
const firstLength = 128;
const longest = 512;
/** What is shorter goes one by one, and so many do after a guess that was wrong at once. */
const shortest = 8;

type Answers<Item extends Wished> = ReadonlyMap<Step<Item>, MergeResult | undefined>;

/** Guesses about some of the next branches. */
interface Run<Item extends Wished> {
  readonly steps: readonly Step<Item>[];
  /** Base if all of them are right. */
  readonly after: Grown;
  /** The objects that they make, on their way to the disk; undefined: none. */
  readonly pack: Promise<StagedPack> | undefined;
  /** What git says, once it has been asked. */
  answers?: Promise<Answers<Item>>;
}

/**
 * Merges many branches one on top of the other without waiting for git between them: what each merge will come to is
 * guessed, commits are made of the guesses, and then git merges the very same commits, all in one go. Up to the first
 * result that is another than was guessed everything counts, that result included, because it is git's own; what was
 * built on the wrong guess does not count. So each commit that lands has the tree that git has made of its parents.
 */
export class MergeAhead<Item extends Wished> {
  readonly #request: AheadRequest;
  readonly #foresight: MergeForesight;
  #length = firstLength;
  /** How many are to go one by one before the next guess. */
  #pause = 0;
  /** What was guessed on top of the last run while git was looking at that. */
  #next: Run<Item> | undefined;

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
  async merge(items: readonly Item[], base: Grown): Promise<Plan<Item>[]> {
    if (this.#pause > 0) {
      this.#pause -= 1;
      return [];
    }
    try {
      return await this.#mergeRun(items, base);
    } catch (error) {
      this.#forget();
      if (this.#request.engine.signal.aborted) throw error;
      // The branch that it belongs to tells it when it is merged by itself.
      this.#pause = this.#length;
      return [];
    }
  }

  async #mergeRun(items: readonly Item[], base: Grown): Promise<Plan<Item>[]> {
    const run = this.#next ?? (await this.#look(items, base));
    this.#next = undefined;
    const { steps } = run;
    if (steps.length < shortest) {
      this.#forget();
      this.#pause = Math.max(0, steps.length - 1);
      return [];
    }
    run.answers ??= this.#confirm(run);
    await this.#lookFurther(items.slice(steps.length), run);
    const answers = await run.answers;
    const wrong = steps.findIndex((step) => !isRight(step, answers.get(step)));
    this.#learn(steps, wrong);
    const plans: Plan<Item>[] = [];
    for (const step of wrong < 0 ? steps : steps.slice(0, wrong + 1)) {
      plans.push(await this.#planOf(step, answers.get(step), base));
    }
    return plans;
  }

  async #look(items: readonly Item[], base: Grown): Promise<Run<Item>> {
    const other = items.slice(0, this.#length).findIndex(({ wish }) => wish.strategy !== "merge");
    const next = items.slice(0, other < 0 ? this.#length : other);
    if (next.length < shortest) return { steps: [], after: base, pack: undefined };
    const draft = new PackDraft(this.#request.engine.repo.objectFormat);
    const look = await this.#foresight.look(next, base, draft, items);
    const isShort = look.steps.length < shortest || draft.count === 0;
    return { ...look, pack: isShort ? undefined : handled(this.#request.session.stagePack(draft)) };
  }

  /** While git is busy with one run, the next is guessed on top of it. */
  async #lookFurther(items: readonly Item[], run: Run<Item>): Promise<void> {
    if (items.length < shortest || run.steps.at(-1)?.guess.kind === "unknown") return;
    // What fails here fails again when its turn has come, and is told then.
    this.#next = await this.#look(items, run.after).catch(() => undefined);
    if (this.#next === undefined) this.#foresight.forget();
  }

  /**
   * Has git merge what was guessed, pair by pair, on objects that it is shown beforehand. They stay, also where a guess
   * was wrong: git writes no object that is there, and its own result may hold some of them.
   */
  #confirm({ pack, steps }: Run<Item>): Promise<Answers<Item>> {
    const asked = steps.filter(({ guess }) => guess.kind !== "contained" && guess.kind !== "error");
    const ask = async (): Promise<Answers<Item>> => {
      (await pack)?.publish();
      const pairs = asked.map(({ item, onto }) => ({ ours: onto, theirs: item.wish.head }));
      const results = await this.#request.session.mergeAll(pairs);
      return new Map(asked.map((step, index) => [step, results[index]]));
    };
    return handled(ask());
  }

  /** Longer runs while the guesses are right, shorter ones where they were not. */
  #learn(steps: readonly Step<Item>[], wrong: number): void {
    if (wrong < 0) {
      this.#length = Math.min(longest, this.#length * 2);
      const next = this.#next;
      if (next !== undefined && next.steps.length >= shortest) next.answers = this.#confirm(next);
      return;
    }
    this.#forget();
    if (steps[wrong]?.guess.kind === "unknown") return;
    this.#length = Math.max(2 * shortest, wrong);
    if (wrong < shortest) this.#pause = shortest;
  }

  async #planOf(
    { item, onto, guess }: Step<Item>,
    answer: MergeResult | undefined,
    { landed }: Grown,
  ): Promise<Plan<Item>> {
    const { engine, maker, graph, session } = this.#request;
    if (guess.kind === "error") return { item, onto, error: guess.error };
    if (guess.kind === "contained") return { item, onto, computed: { kind: "contained" } };
    if (guess.kind === "made" && answer?.outcome === "clean" && answer.tree === guess.tree) {
      return { item, onto, computed: { kind: "made", oid: guess.oid, dropped: [], joined: [] } };
    }
    const merge = async (): Promise<MergeResult> => answer ?? session.merge(onto, item.wish.head);
    try {
      const computed = await computeMerge({ engine, merge, maker, graph, landed }, item.wish, onto);
      return { item, onto, computed };
    } catch (error) {
      return { item, onto, error: asCoppiceError(error, "MERGE_FAILED", "compute the merge") };
    }
  }

  #forget(): void {
    this.#next?.pack?.then(
      (pack) => pack.discard(),
      () => {},
    );
    this.#next = undefined;
    this.#foresight.forget();
  }
}

/** A promise that is awaited later, or never. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
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
