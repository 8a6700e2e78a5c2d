import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { hasCode } from "./files.js";

/** So many files are asked for at once. */
const atOnce = 64;
/** What `stat` counts blocks in, whatever the file system's own are. */
const blockBytes = 512;

/**
 * What directories take of the disk, in bytes: blocks that are allocated, so that a sparse file counts for what is there.
 * A file with several names counts once, for the first of the directories that has it: with package stores of hard
 * links only that goes with the directory. Blocks that files share by copy-on-write are not told apart.
 * What goes away meanwhile, or may not be read, counts nothing. Mounts are not entered.
 * @returns in the order of `directories`
 */
export async function diskUse(directories: readonly string[], signal: AbortSignal): Promise<number[]> {
  const seen = new Set<string>();
  const sizes: number[] = [];
  for (const directory of directories) sizes.push(await sizeOf(directory, seen, signal));
  return sizes;
}

async function sizeOf(top: string, seen: Set<string>, signal: AbortSignal): Promise<number> {
  const root = await look(top);
  if (root === undefined) return 0;
  let bytes = root.blocks * blockBytes;
  const open = [top];
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    if (signal.aborted) throw new CoppiceError("INTERRUPTED", "The disk use was not measured to its end.");
    const names = await namesIn(directory);
    for (let at = 0; at < names.length; at += atOnce) {
      const paths = names.slice(at, at + atOnce).map((name) => join(directory, name));
      const stats = await Promise.all(paths.map(look));
      for (const [index, stat] of stats.entries()) {
        const path = paths[index];
        if (stat === undefined || path === undefined || stat.dev !== root.dev) continue;
        if (stat.isDirectory()) open.push(path);
        else if (stat.nlink > 1) {
          const identity = `${stat.dev}:${stat.ino}`;
          if (seen.has(identity)) continue;
          seen.add(identity);
        }
        bytes += stat.blocks * blockBytes;
      }
    }
  }
  return bytes;
}

async function look(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM")) return [];
    throw error;
  }
}
