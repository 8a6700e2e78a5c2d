import { lstat, readdir } from "node:fs/promises";
import { sep } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf } from "../lifecycle/system-errors.js";
import { hasCode } from "./files.js";
import { type SharedBlocks, sharedBlocksAt } from "./shared-blocks.js";

/** So many files are asked for at once. */
const atOnce = 64;
/** What `stat` counts blocks in, whatever the file system's own are. */
const blockBytes = 512;
/** A name need not be UTF-8; one character for each of its bytes loses nothing. */
const encoding = process.platform === "win32" ? "utf8" : "latin1";
const separator = Buffer.from(sep);

/** What a directory takes of the disk. */
export interface DiskUse {
  readonly bytes: number;
  /** False: some of it may not be looked at, so it is that much at least. */
  readonly complete: boolean;
}

export interface DiskUseOptions {
  readonly signal: AbortSignal;
  /** Tells of blocks that several files share; undefined: the file system of that directory tells of none. */
  readonly sharing?: (directory: string) => Promise<SharedBlocks | undefined>;
}

/**
 * What directories take of the disk: blocks that are allocated, so that a sparse file counts for what is there. A file with
 * several names counts once, for the first of the directories that has it; so do blocks that files share by copy-on-write,
 * where the file system tells (`SharedBlocks`). What goes away meanwhile counts nothing. Mounts are not entered.
 * @returns in the order of `directories`
 */
export async function diskUse(
  directories: readonly string[],
  { signal, sharing = sharedBlocksAt }: DiskUseOptions,
): Promise<DiskUse[]> {
  const seen = new Set<string>();
  const sharers = new Map<number, SharedBlocks | undefined>();
  const found: DiskUse[] = [];
  for (const directory of directories) {
    const measure = new Measure(seen, signal);
    await measure.walk(directory);
    const { dev, large } = measure;
    let shared = 0;
    if (dev !== undefined && large.length > 0) {
      if (!sharers.has(dev)) sharers.set(dev, await sharing(directory));
      shared = (await sharers.get(dev)?.countedBefore(large, signal)) ?? 0;
    }
    found.push({ bytes: Math.max(0, measure.bytes - shared), complete: measure.complete });
  }
  return found;
}

/** One directory with what is below it. */
class Measure {
  bytes = 0;
  complete = true;
  dev: number | undefined;
  /** Regular files of more than a few blocks, which may share them with others. */
  readonly large: string[] = [];

  constructor(
    readonly seen: Set<string>,
    readonly signal: AbortSignal,
  ) {}

  async walk(top: string): Promise<void> {
    const open = [Buffer.from(top)];
    const root = await this.look(open[0] ?? Buffer.from(top));
    if (root === undefined) return;
    this.dev = root.dev;
    this.bytes += root.blocks * blockBytes;
    for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
      if (this.signal.aborted)
        throw new CoppiceError("INTERRUPTED", "The disk use was not measured to its end.");
      const names = await this.namesIn(directory);
      for (let at = 0; at < names.length; at += atOnce) {
        const parent = directory;
        const paths = names
          .slice(at, at + atOnce)
          .map((name) => Buffer.concat([parent, separator, Buffer.from(name, encoding)]));
        const stats = await Promise.all(paths.map((path) => this.look(path)));
        for (const [index, stat] of stats.entries()) {
          const path = paths[index];
          if (stat === undefined || path === undefined || stat.dev !== root.dev) continue;
          if (stat.isDirectory()) open.push(path);
          else if (stat.nlink > 1 && !this.isNew(`${stat.dev}:${stat.ino}`)) continue;
          this.bytes += stat.blocks * blockBytes;
          if (stat.isFile() && stat.blocks * blockBytes > smallest) this.large.push(path.toString());
        }
      }
    }
  }

  private isNew(identity: string): boolean {
    const before = this.seen.size;
    return this.seen.add(identity).size > before;
  }

  private async look(path: Buffer) {
    try {
      return await lstat(path);
    } catch (error) {
      this.miss(error);
      return undefined;
    }
  }

  private async namesIn(directory: Buffer): Promise<string[]> {
    try {
      return await readdir(directory, encoding);
    } catch (error) {
      this.miss(error);
      return [];
    }
  }

  /** What is gone takes nothing; of anything else it is not known what it takes. */
  private miss(error: unknown): void {
    if (errnoOf(error) === undefined) throw error;
    if (!hasCode(error, "ENOENT", "ENOTDIR")) this.complete = false;
  }
}

/** A file of one block is counted as it is: to ask about most files of a project would gain next to nothing. */
const smallest = 4_096;
