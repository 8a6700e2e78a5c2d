import { statfs } from "node:fs/promises";
import { hasCode } from "./files.js";
import { outputOf } from "./process.js";

/** Tells which blocks of files have been counted already as those of other files. */
export interface SharedBlocks {
  /**
   * Counts files, once each.
   * @returns how many bytes of theirs were counted before, among these files or earlier ones
   */
  countedBefore(files: readonly string[], signal: AbortSignal): Promise<number>;
}

/** File systems on which files can share blocks and that say which ones: btrfs and XFS. */
const sharing: ReadonlySet<number> = new Set([0x9123683e, 0x58465342]);
/** It comes with the tools of ext4, and lies where only root looks for programs. */
const programs: readonly string[] = ["filefrag", "/usr/sbin/filefrag", "/sbin/filefrag"];
/** What a command line takes with ease. */
const mostFiles = 500;
const longestLine = 65_536;

/**
 * The file system that a directory lies on, where it tells which blocks its files share. Any other costs one system call.
 * @returns undefined: files share none there, or it cannot be told
 */
export async function sharedBlocksAt(directory: string): Promise<SharedBlocks | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    return sharing.has((await statfs(directory)).type >>> 0) ? new ExtentBlocks() : undefined;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "ENOSYS")) return undefined;
    throw error;
  }
}

/** What `filefrag -v` prints of files; undefined: there is no such program. */
export type Extents = (files: readonly string[], signal: AbortSignal) => Promise<string | undefined>;

/** Asks for the extents of files, and remembers those that are shared. */
export class ExtentBlocks implements SharedBlocks {
  readonly #seen = new Ranges();
  readonly #extents: Extents;

  constructor(extents: Extents = readExtents) {
    this.#extents = extents;
  }

  async countedBefore(files: readonly string[], signal: AbortSignal): Promise<number> {
    let before = 0;
    for (const list of batches(files)) {
      const output = await this.#extents(list, signal);
      if (output === undefined) break;
      for (const { start, end } of sharedExtents(output)) before += end - start - this.#seen.add(start, end);
    }
    return before;
  }
}

interface Extent {
  /** In bytes of the file system. */
  readonly start: number;
  readonly end: number;
}

/**
 * The extents that `filefrag -v` calls shared. It prints, for each file, how large a block is, and a line for each extent:
 * `0:  0..  2047:  3328..  5375:  2048:  last,shared,eof`.
 */
export function sharedExtents(output: string): Extent[] {
  const extents: Extent[] = [];
  let blockSize = 0;
  for (const line of output.split("\n")) {
    const size = /\(\d+ blocks? of (\d+) bytes\)$/.exec(line)?.[1];
    if (size !== undefined) blockSize = Number(size);
    const [, from, length, flags] =
      /^ *\d+: +\d+\.\. *\d+: +(\d+)\.\. *\d+: +(\d+):(?: +\d+:)? *(\S*)$/.exec(line) ?? [];
    if (from === undefined || flags?.split(",").includes("shared") !== true) continue;
    const start = Number(from) * blockSize;
    extents.push({ start, end: start + Number(length) * blockSize });
  }
  return extents;
}

let found: string | undefined;

async function readExtents(files: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (const program of found === undefined ? programs : [found]) {
    // Of a file that cannot be read, or is gone, it tells nothing and goes on with the next.
    const output = await outputOf([program, "-v", ...files], signal);
    if (output === undefined) continue;
    found = program;
    return output;
  }
  return undefined;
}

function* batches(files: readonly string[]): Generator<readonly string[]> {
  let [list, length]: [string[], number] = [[], 0];
  for (const file of files) {
    if (list.length === mostFiles || (list.length > 0 && length + file.length > longestLine)) {
      yield list;
      [list, length] = [[], 0];
    }
    list.push(file);
    length += file.length;
  }
  if (list.length > 0) yield list;
}

/** Ranges of numbers, joined where they touch. */
export class Ranges {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** @returns how many numbers of it are new */
  add(start: number, end: number): number {
    if (end <= start) return 0;
    const from = this.#firstEndingAt(start);
    let to = from;
    let [low, high] = [start, end];
    let known = 0;
    for (; to < this.#starts.length; to += 1) {
      const [oneStart = 0, oneEnd = 0] = [this.#starts[to], this.#ends[to]];
      if (oneStart > end) break;
      known += Math.max(0, Math.min(end, oneEnd) - Math.max(start, oneStart));
      [low, high] = [Math.min(low, oneStart), Math.max(high, oneEnd)];
    }
    this.#starts.splice(from, to - from, low);
    this.#ends.splice(from, to - from, high);
    return end - start - known;
  }

  /** The first range that ends at a number or behind it. */
  #firstEndingAt(number: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
