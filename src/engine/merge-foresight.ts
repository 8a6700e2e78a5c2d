import { MergeGuesser } from "../git/merge-guess.js";
import type { MergeSession } from "../git/merge-session.js";
import type { PackDraft } from "../git/pack-draft.js";
import type { PathChange } from "../git/tree-changes.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import type { CommitMaker } from "./merge-commit.js";
import { mergeDraft } from "./merge-compute.js";
import type { AheadGraph } from "./merge-graph.js";
import type { Wished } from "./merge-item.js";
import { type MergeWish, unrelated } from "./merge-wish.js";

export interface AheadRequest {
  readonly engine: Engine;
  readonly session: MergeSession;
  readonly maker: CommitMaker;
  readonly graph: AheadGraph;
  /** Throws for a merge that lacks a tree. */
  readonly requireTrees: (wish: MergeWish) => void;
}

/** Base as it has become, and the commits of branches that it has got on the way. */
export interface Grown {
  readonly tip: Oid;
  readonly landed: ReadonlySet<Oid>;
}

/** What is thought to become of one branch on top of those before it. */
export interface Step<Item extends Wished> {
  readonly item: Item;
  readonly onto: Oid;
  readonly guess:
    | { readonly kind: "made"; readonly oid: Oid; readonly tree: Oid }
    /** Nothing lands. */
    | { readonly kind: "conflict" | "contained" }
    | { readonly kind: "error"; readonly error: CoppiceError }
    /** Git has to say it. */
    | { readonly kind: "unknown" };
}

/** What a branch has that base lacks once those before it have landed. */
interface Own {
  readonly head: Oid;
  readonly commits: readonly Oid[];
  /** The last commit of base that it builds on. */
  readonly from: Oid | undefined;
}

/** So many bytes of objects are enough for one look. */
const fullPack = 32 * 1024 * 1024;
/** Changed paths that are kept; what was asked for beyond them is asked for again. */
const mostPaths = 100_000;

/** Says what a row of merges will come to, and makes the commits of it. */
export class MergeForesight {
  readonly #request: AheadRequest;
  readonly #guesser: MergeGuesser;
  /** By branch and place of parting; undefined: more than is worth looking at. */
  readonly #changes = new Map<string, readonly PathChange[] | undefined>();
  #paths = 0;
  /** The commit whose tree the guesser has. */
  #at: Oid | undefined;

  constructor(request: AheadRequest) {
    this.#request = request;
    const { repo } = request.engine;
    // In a partial clone each content may have to be fetched.
    const joinsLines = repo.config.get("extensions.partialClone") === undefined;
    this.#guesser = new MergeGuesser(request.session.objects(), repo.objectFormat, joinsLines);
  }

  /** What was built on the last look does not stand. */
  forget(): void {
    this.#at = undefined;
  }

  /**
   * Looks ahead up to the first branch of which nothing can be said (that one is the last step), or until the pack is
   * full.
   * @param items those to look at
   * @param base where it goes on: as it is, or as the last look left it
   * @param coming these and those after them
   */
  async look<Item extends Wished>(
    items: readonly Item[],
    base: Grown,
    pack: PackDraft,
    coming: readonly Item[],
  ): Promise<{ readonly steps: readonly Step<Item>[]; readonly after: Grown }> {
    const owns = this.#ownsOf(this.#changes.size === 0 ? coming : items, base);
    // Of all at once: each question is a process.
    const changes = (await this.#changesOf(owns)).slice(0, items.length);
    await this.#goTo(base.tip);
    await this.#guesser.prepare(
      changes.map((all) => all ?? []),
      pack,
    );
    const landed = new Set(base.landed);
    const steps: Step<Item>[] = [];
    let { tip } = base;
    for (const [index, item] of items.entries()) {
      if (pack.size > fullPack) break;
      const commits = (owns[index]?.commits ?? []).filter((oid) => !landed.has(oid));
      const guess = await this.#guess(item, tip, commits, changes[index], pack);
      steps.push({ item, onto: tip, guess });
      if (guess.kind === "unknown") break;
      if (guess.kind !== "made") continue;
      tip = guess.oid;
      for (const oid of commits) landed.add(oid);
    }
    this.#at = tip;
    return { steps, after: { tip, landed } };
  }

  async #guess(
    { wish }: Wished,
    tip: Oid,
    commits: readonly Oid[],
    changes: readonly PathChange[] | undefined,
    pack: PackDraft,
  ): Promise<Step<Wished>["guess"]> {
    const { engine, graph, maker, requireTrees } = this.#request;
    try {
      requireTrees(wish);
    } catch (error) {
      return { kind: "error", error: asCoppiceError(error, "MERGE_FAILED", "compute the merge") };
    }
    if (commits.length === 0) return { kind: "contained" };
    if (graph.isUnrelated(wish.head)) return { kind: "error", error: unrelated(wish) };
    const guess = changes === undefined ? "unknown" : this.#guesser.guess(changes);
    if (guess === "conflict" || guess === "unknown") return { kind: guess };
    const oid = pack.add("commit", await maker.bytes(mergeDraft({ engine }, wish, tip, guess.tree)));
    return { kind: "made", oid, tree: guess.tree };
  }

  #ownsOf(items: readonly Wished[], base: Grown): Own[] {
    const { graph } = this.#request;
    const landed = new Set(base.landed);
    return items.map(({ wish: { head } }) => {
      const commits = graph.commitsOf(head);
      const fresh = commits.filter((oid) => !landed.has(oid));
      const own = new Set(fresh);
      const below = fresh.flatMap((oid) => graph.parentsOf(oid)).filter((oid) => !own.has(oid));
      for (const oid of fresh) landed.add(oid);
      return { head, commits, from: below.at(-1) };
    });
  }

  /** What each branch changes against where it parted from base; undefined: it did not, or nothing is new. */
  async #changesOf(owns: readonly Own[]): Promise<(readonly PathChange[] | undefined)[]> {
    const keyOf = ({ head, from }: Own): string => `${head} ${from}`;
    const missing = new Map<string, { readonly from: Oid; readonly to: Oid }>();
    for (const own of owns) {
      const key = keyOf(own);
      if (own.from !== undefined && !this.#changes.has(key))
        missing.set(key, { from: own.from, to: own.head });
    }
    if (missing.size > 0) {
      if (this.#paths > mostPaths) {
        this.#changes.clear();
        this.#paths = 0;
        return this.#changesOf(owns);
      }
      const found = await this.#request.session.changes([...missing.values()]);
      for (const [key, { to }] of missing) {
        const changes = found.get(to);
        if (changes === undefined && found.size > 0) continue;
        this.#changes.set(key, changes);
        this.#paths += changes?.length ?? 0;
        if (changes === undefined) break;
      }
    }
    return owns.map((own) => this.#changes.get(keyOf(own)));
  }

  async #goTo(tip: Oid): Promise<void> {
    if (this.#at === tip) return;
    const tree = await this.#request.session.objects().resolve(`${tip}^{tree}`);
    if (tree === undefined || !(await this.#guesser.moveTo(tree))) {
      throw new CoppiceError("GIT_FAILED", `The tree of ${tip.slice(0, 12)} cannot be read.`);
    }
    this.#at = tip;
  }
}
