import { platform } from "node:os";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import { AttributeWatch } from "./attribute-watch.js";
import { MergePlace } from "./merge-place.js";
import { type MergeResult, readMerge } from "./merge-records.js";
import { mergeOnce, stoppedMerge } from "./merge-tree.js";
import { type CommitDraft, formatTree, type Person } from "./object-format.js";
import type { ObjectWriter } from "./object-writer.js";
import { ObjectReader } from "./objects.js";
import { decodePath } from "./paths.js";
import type { GitProcess } from "./process.js";
import type { Repository } from "./repository.js";
import { since } from "./version.js";

export interface MergePair {
  readonly ours: Oid;
  readonly theirs: Oid;
}

export interface MergeSessionOptions {
  /** The commit or tree whose `.gitattributes` count; "ours": those of each merge's own first side. */
  readonly attributes: Oid | "ours";
  /** Whether merged trees and commits stay in the repository. False: a forecast, of which nothing remains. */
  readonly keep: boolean;
}

/** Starts nothing yet: git runs from the first merge on. The caller closes the session. */
export const openMergeSession = (repo: Repository, options: MergeSessionOptions): MergeSession =>
  new MergeSession(repo, options);

/** How many pairs are sent before their answers are read. */
const portion = 200;

/**
 * Many merges through one `git merge-tree --stdin`, hundreds in a second. One merge can build on the commit that
 * was made from the one before it. Before git 2.39, which has no `--stdin`, each merge is a process.
 */
export class MergeSession {
  readonly #repo: Repository;
  readonly #options: MergeSessionOptions;
  readonly #place: MergePlace;
  readonly #reader: ObjectReader;
  readonly #watch: AttributeWatch;
  #process: GitProcess | undefined;
  #padding: MergePair | undefined;
  /** A padding record that git has been asked for and that has not been read. */
  #unreadPadding = false;
  /** The commit or tree that the attributes were last taken from or compared with. */
  #pinned: { readonly tree: Oid } | undefined;
  /** The last commit written: most often it is the next merge's first side. */
  #written: { readonly commit: Oid; readonly tree: Oid } | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(repo: Repository, options: MergeSessionOptions) {
    this.#repo = repo;
    this.#options = options;
    this.#place = new MergePlace(repo, options.keep);
    this.#reader = new ObjectReader(repo.git, this.#place.cwd, this.#place.env);
    this.#watch = new AttributeWatch(repo.git, this.#place.cwd, this.#place.env);
  }

  /** Merges two commits; the calls of one session run one after the other. */
  merge(ours: Oid, theirs: Oid): Promise<MergeResult> {
    return this.#inTurn(async () => {
      await this.#pin(ours);
      const [result] = await this.#ask([{ ours, theirs }]);
      if (result === undefined) throw new CoppiceError("GIT_FAILED", "git merge-tree gave no answer.");
      return result;
    });
  }

  /**
   * Merges many pairs, giving the results in their order. Faster than `merge` for each: git does not wait for us.
   * With attributes "ours" those of the first pair count for a whole portion, so give one base.
   */
  async *mergeAll(pairs: Iterable<MergePair>): AsyncGenerator<MergeResult> {
    let waiting: MergePair[] = [];
    for (const pair of pairs) {
      waiting.push(pair);
      if (waiting.length < portion) continue;
      yield* await this.#mergePortion(waiting);
      waiting = [];
    }
    if (waiting.length > 0) yield* await this.#mergePortion(waiting);
  }

  /** Writes a commit where the merged trees are. */
  async writeCommit(draft: CommitDraft): Promise<Oid> {
    const oid = await this.#place.writer.commit(draft);
    this.#written = { commit: oid, tree: draft.tree };
    return oid;
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

  #mergePortion(pairs: readonly MergePair[]): Promise<MergeResult[]> {
    return this.#inTurn(async () => {
      const first = pairs[0];
      if (first !== undefined) await this.#pin(first.ours);
      return this.#ask(pairs);
    });
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => {});
    return result;
  }

  /** A running git has cached the attributes it began with: where they have changed it is started again. */
  async #pin(ours: Oid): Promise<void> {
    const { attributes } = this.#options;
    if (attributes !== "ours" && this.#pinned !== undefined) return;
    const source = attributes === "ours" ? ours : attributes;
    // What was given from outside is the repository's: a session that merges once needs no reader of its own.
    const reader = attributes === "ours" ? this.#reader : this.#repo.objects();
    const tree =
      this.#written?.commit === source ? this.#written.tree : await reader.resolve(`${source}^{tree}`);
    if (tree === undefined) throw new CoppiceError("GIT_FAILED", `${source.slice(0, 12)} does not exist.`);
    if (this.#pinned === undefined || (await this.#watch.differ(this.#pinned.tree, tree))) {
      await this.#stop();
      await this.#place.pin(tree);
    }
    this.#pinned = { tree };
  }

  async #ask(pairs: readonly MergePair[]): Promise<MergeResult[]> {
    if (!this.#repo.version.atLeast(...since.mergeTreeStdin)) {
      const results: MergeResult[] = [];
      for (const { ours, theirs } of pairs)
        results.push(await mergeOnce(this.#repo, this.#place, ours, theirs));
      return results;
    }
    const results: MergeResult[] = [];
    while (results.length < pairs.length) {
      const left = pairs.slice(results.length);
      const open = await this.#send(left);
      for (const pair of left) {
        const result = await this.#receive(open, pair);
        if (result !== undefined) {
          results.push(result);
          continue;
        }
        // git ends at a pair that it cannot merge, after it has printed the results before it: this is that pair.
        const code = await open.close();
        this.#forget();
        results.push(
          await stoppedMerge(this.#repo, this.#place, pair.ours, pair.theirs, { code, stderr: open.stderr }),
        );
        break;
      }
    }
    return results;
  }

  async #send(pairs: readonly MergePair[]): Promise<GitProcess> {
    const lines = pairs.map(({ ours, theirs }) => `${ours} ${theirs}\n`);
    const padding = await this.#paddingPair();
    if (padding !== undefined) lines.push(`${padding.ours} ${padding.theirs}\n`);
    this.#process ??= this.#repo.git.open(
      this.#place.cwd,
      [...this.#place.options, "merge-tree", "--write-tree", "-z", "--stdin"],
      { env: this.#place.env },
    );
    const open = this.#process;
    open.write(lines.join(""));
    // The end of the last padding may have stayed in git's buffer until now.
    if (this.#unreadPadding && padding !== undefined) await this.#receive(open, padding);
    this.#unreadPadding = padding !== undefined;
    return open;
  }

  /** The next record; undefined when git has ended. */
  async #receive(open: GitProcess, pair: MergePair): Promise<MergeResult | undefined> {
    const next = async (): Promise<string | undefined> => {
      try {
        return decodePath(await open.readField());
      } catch (error) {
        if (open.code !== undefined) return undefined;
        throw error;
      }
    };
    const status = await next();
    if (status !== "0" && status !== "1") return undefined;
    const result = await readMerge(next, status === "1", pair);
    // A clean record has no messages; an empty field ends it, too.
    if (result?.outcome === "clean") await next();
    return result;
  }

  async #stop(): Promise<void> {
    const open = this.#process;
    this.#forget();
    await open?.close();
  }

  #forget(): void {
    this.#process = undefined;
    this.#unreadPadding = false;
  }

  async #paddingPair(): Promise<MergePair | undefined> {
    if (this.#repo.version.atLeast(...since.mergeTreeFlush)) return undefined;
    this.#padding ??= await writePadding(this.#place.scratch);
    return this.#padding;
  }
}

const nobody: Person = { name: "Coppice", email: "coppice@localhost", time: 0, zone: "+0000" };

/**
 * Before git 2.49 the output of `--stdin` stays in git's buffer until that is full. So each question is followed by
 * another one whose answer is longer than the buffer: a file with a very long name, changed here and deleted there.
 * glibc buffers 4 KiB of a pipe; elsewhere it may be more, there sixteen such files are used.
 */
async function writePadding(writer: ObjectWriter): Promise<MergePair> {
  const names = Array.from({ length: platform() === "linux" ? 1 : 16 }, (_, index) =>
    `${index}`.padEnd(2_200, "-"),
  );
  const commit = async (content: string | undefined, parents: readonly Oid[]): Promise<Oid> => {
    const blob = content === undefined ? undefined : await writer.blob(content);
    const entries = blob === undefined ? [] : names.map((name) => ({ mode: "100644", name, oid: blob }));
    const tree = await writer.write("tree", formatTree(entries));
    return writer.commit({ tree, parents, author: nobody, committer: nobody, message: "padding" });
  };
  const base = await commit("base\n", []);
  return { ours: await commit("changed\n", [base]), theirs: await commit(undefined, [base]) };
}
