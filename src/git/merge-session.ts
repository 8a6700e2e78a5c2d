import { availableParallelism } from "node:os";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { AttributeWatch } from "./attribute-watch.js";
import { MergePlace } from "./merge-place.js";
import { type MergePair, MergeProcess } from "./merge-process.js";
import type { MergeResult } from "./merge-records.js";
import type { CommitDraft } from "./object-format.js";
import type { StagedPack } from "./object-writer.js";
import { ObjectReader } from "./objects.js";
import type { PackDraft } from "./pack-draft.js";
import type { Repository } from "./repository.js";
import { type CommitPair, changesBetween, type PathChange } from "./tree-changes.js";

export type { MergePair } from "./merge-process.js";

export interface MergeSessionOptions {
  /** The commit or tree whose `.gitattributes` count; "ours": those of each merge's own first side. */
  readonly attributes: Oid | "ours";
  /** Whether merged trees and commits stay in the repository. False: a forecast, of which nothing remains. */
  readonly keep: boolean;
}

/** Starts nothing yet: git runs from the first merge on. The caller closes the session. */
export const openMergeSession = (repo: Repository, options: MergeSessionOptions): MergeSession =>
  new MergeSession(repo, options);

/** As many processes share many merges; a third one would only take turns with us. */
const mostProcesses = Math.min(2, availableParallelism());
/** For fewer pairs another process is not worth its start. */
const fewest = 50;

/**
 * Many merges through one or two `git merge-tree --stdin`, hundreds in a second. One merge can build on the commit that
 * was made from the one before it. Before git 2.39, which has no `--stdin`, each merge is a process.
 */
export class MergeSession {
  readonly #repo: Repository;
  readonly #options: MergeSessionOptions;
  readonly #place: MergePlace;
  readonly #reader: ObjectReader;
  readonly #watch: AttributeWatch;
  /** The first does what has to be done in order; the others help with what has not. */
  readonly #processes: readonly MergeProcess[];
  /** The commit or tree that the attributes were last taken from or compared with. */
  #pinned: { readonly tree: Oid } | undefined;
  /** The last commit written: most often it is the next merge's first side. */
  #written: { readonly commit: Oid; readonly tree: Oid } | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(repo: Repository, options: MergeSessionOptions) {
    this.#repo = repo;
    this.#options = options;
    this.#place = new MergePlace(repo, options.keep);
    this.#reader = new ObjectReader(repo.git, this.#place.cwd, { env: this.#place.env });
    this.#watch = new AttributeWatch(repo.git, this.#place.cwd, this.#place.env);
    this.#processes = Array.from({ length: mostProcesses }, () => new MergeProcess(repo, this.#place));
  }

  /** Merges two commits; the calls of one session run one after the other. */
  merge(ours: Oid, theirs: Oid): Promise<MergeResult> {
    return this.#inTurn(async () => {
      const tree = await this.#attributesOf(ours);
      if (tree === undefined) return this.#ask(ours, theirs);
      if (this.#pinned === undefined) {
        await this.#pinTree(tree);
        return this.#ask(ours, theirs);
      }
      // Most often they are the same: git merges while they are compared.
      const [merged, differ] = await Promise.allSettled([
        this.#ask(ours, theirs),
        this.#watch.differ(this.#pinned.tree, tree),
      ]);
      if (differ.status === "rejected") throw differ.reason;
      if (differ.value) {
        await this.#pinTree(tree);
        return this.#ask(ours, theirs);
      }
      this.#pinned = { tree };
      if (merged.status === "rejected") throw merged.reason;
      return merged.value;
    });
  }

  async #ask(ours: Oid, theirs: Oid): Promise<MergeResult> {
    const [result] = (await this.#processes[0]?.ask([{ ours, theirs }])) ?? [];
    if (result === undefined) throw new CoppiceError("GIT_FAILED", "git merge-tree gave no answer.");
    return result;
  }

  /**
   * Merges many pairs, the results in their order. Faster than `merge` for each: git does not wait for us. With attributes
   * "ours" those of the first pair count for all, so give one base. All of them are sent and kept: give a thousand, not a
   * million.
   */
  mergeAll(pairs: readonly MergePair[]): Promise<MergeResult[]> {
    return this.#inTurn(async () => {
      const first = pairs[0];
      if (first !== undefined) await this.#pin(first.ours);
      const share = Math.max(fewest, Math.ceil(pairs.length / this.#processes.length));
      const shares = await Promise.allSettled(
        this.#processes.map((process, at) => process.ask(pairs.slice(at * share, (at + 1) * share))),
      );
      // Not before all have come to their end: the next question has to find no answer of theirs.
      return shares.flatMap((results) => {
        if (results.status === "rejected") throw results.reason;
        return results.value;
      });
    });
  }

  /** Lays out what merges onto this commit need, while the caller still finds out which ones there are. */
  async prepare(ours: Oid): Promise<void> {
    // What is wrong, the first merge tells: it tries again.
    await this.#inTurn(() => this.#pin(ours)).catch(() => {});
  }

  /** Writes a commit where the merged trees are. */
  async writeCommit(draft: CommitDraft): Promise<Oid> {
    const oid = await this.#place.writer.commit(draft);
    this.#written = { commit: oid, tree: draft.tree };
    return oid;
  }

  /** Writes many objects where the merged trees are. Once they are published, git merges commits among them. */
  stagePack(draft: PackDraft): Promise<StagedPack> {
    return this.#place.writer.stagePack(draft.files());
  }

  /** What commits changed, each against another one. One process. */
  changes(pairs: readonly CommitPair[]): Promise<ReadonlyMap<Oid, readonly PathChange[]>> {
    return changesBetween(this.#repo.git, this.#place, pairs);
  }

  /** Reads the repository's objects and the session's own. Closed with the session. */
  objects(): ObjectReader {
    return this.#reader;
  }

  /** Ends git and deletes what was not kept. Idempotent. */
  async close(): Promise<void> {
    await this.#tail.catch(() => {});
    await this.#stop();
    await this.#watch.close();
    await this.#reader.close();
    this.#place.dispose();
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => {});
    return result;
  }

  /** A running git has cached the attributes it began with: where they have changed it is started again. */
  async #pin(ours: Oid): Promise<void> {
    const tree = await this.#attributesOf(ours);
    if (tree === undefined) return;
    if (this.#pinned === undefined || (await this.#watch.differ(this.#pinned.tree, tree))) {
      await this.#pinTree(tree);
    }
    this.#pinned = { tree };
  }

  /** The tree whose attributes count for a merge; undefined: those that are pinned, whatever is merged. */
  async #attributesOf(ours: Oid): Promise<Oid | undefined> {
    const { attributes } = this.#options;
    if (attributes !== "ours" && this.#pinned !== undefined) return undefined;
    const source = attributes === "ours" ? ours : attributes;
    // What was given from outside is the repository's: a session that merges once needs no reader of its own.
    const reader = attributes === "ours" ? this.#reader : this.#repo.objects();
    const tree =
      this.#written?.commit === source ? this.#written.tree : await reader.resolve(`${source}^{tree}`);
    if (tree === undefined) throw new CoppiceError("GIT_FAILED", `${source.slice(0, 12)} does not exist.`);
    return tree;
  }

  async #pinTree(tree: Oid): Promise<void> {
    await this.#stop();
    await this.#place.pin(tree);
    this.#pinned = { tree };
  }

  async #stop(): Promise<void> {
    for (const process of this.#processes) await process.stop();
  }
}
