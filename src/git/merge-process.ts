import { platform } from "node:os";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { MergePlace } from "./merge-place.js";
import { type MergeResult, readMerge } from "./merge-records.js";
import { mergeOnce, stoppedMerge } from "./merge-tree.js";
import { formatTree, type Person } from "./object-format.js";
import type { ObjectWriter } from "./object-writer.js";
import { decodePath } from "./paths.js";
import type { GitProcess } from "./process.js";
import type { Repository } from "./repository.js";
import { since } from "./version.js";

export interface MergePair {
  readonly ours: Oid;
  readonly theirs: Oid;
}

/** One `git merge-tree --stdin`, started with the first question and again when a pair has ended it. */
export class MergeProcess {
  readonly #repo: Repository;
  readonly #place: MergePlace;
  #process: GitProcess | undefined;
  #padding: MergePair | undefined;
  /** A padding record that git has been asked for and that has not been read. */
  #unreadPadding = false;

  constructor(repo: Repository, place: MergePlace) {
    this.#repo = repo;
    this.#place = place;
  }

  /** Merges pairs, the results in their order. The caller waits for one call before the next. */
  async ask(pairs: readonly MergePair[]): Promise<MergeResult[]> {
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
        const result = await receive(open, pair);
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

  /** Ends git; the next question starts it again. Idempotent. */
  async stop(): Promise<void> {
    const open = this.#process;
    this.#forget();
    await open?.close();
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
    if (this.#unreadPadding && padding !== undefined) await receive(open, padding);
    this.#unreadPadding = padding !== undefined;
    return open;
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

/** The next record; undefined when git has ended. */
async function receive(open: GitProcess, pair: MergePair): Promise<MergeResult | undefined> {
  const next = async (): Promise<string | undefined> => {
    try {
      return decodePath(await open.readField());
    } catch (error) {
      if (open.code === undefined || isInterruption(error)) throw error;
      return undefined;
    }
  };
  const status = await next();
  if (status !== "0" && status !== "1") return undefined;
  const result = await readMerge(next, status === "1", pair);
  // A clean record has no messages; an empty field ends it, too.
  if (result?.outcome === "clean") await next();
  return result;
}

const isInterruption = (error: unknown): boolean =>
  error instanceof CoppiceError && error.code === "INTERRUPTED";

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
