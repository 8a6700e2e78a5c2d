import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statfsSync,
  unlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemError } from "../lifecycle/system-errors.js";
import { currentOwner, liveness, placeToken } from "./owner.js";
import type { Repository } from "./repository.js";

/*
 * The directories in which merges are computed. Each is named after its process and its repository, so that what a killed
 * one has left can be told from what is in use, also where several machines or containers share the place.
 */

const directoryName = /^coppice-merge-([0-9a-f]{8})\.(\d{1,10})\.(\d{0,20})\.([0-9a-f]{8})\.[A-Za-z0-9]{6}$/;

/** Those of this process. */
const open = new Set<string>();
let begun = false;

/** Linux's file system in memory. */
const memory = "/dev/shm";
const tmpfsType = 0x01021994;
/** How much of it has to be free: a forecast of thousands of merges takes some hundred megabytes, and there are others. */
const plenty = 2 * 1024 ** 3;

/** Where the objects of a forecast go. They are many and small, and memory takes them three times as fast as a disk. */
function forecastRoot(): string {
  if ((process.env.TMPDIR ?? "") !== "") return tmpdir();
  try {
    const { type, bavail, bsize } = statfsSync(memory);
    accessSync(memory, constants.W_OK);
    return type === tmpfsType && bavail * bsize >= plenty ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Makes a directory that is gone when this process ends; those of killed processes, beside it, go before.
 * @param keep - whether the merged objects go into the repository; else they go here
 * @throws a system code when there is no place for it
 */
export function makeMergeDirectory({ commonDir }: Place, keep: boolean): string {
  const root = keep ? tmpdir() : forecastRoot();
  const first = !begun;
  if (first) {
    begun = true;
    process.once("exit", () => {
      for (const left of open) deleteMergeDirectory(left);
    });
    for (const left of leftIn(root)) deleteMergeDirectory(left);
  }
  const { pid, startTime } = currentOwner();
  const name = `coppice-merge-${placeToken()}.${pid}.${startTime ?? ""}.${tokenOf(commonDir)}.`;
  try {
    // The place for temporary files may be missing, full or read-only, and the repository need not be.
    const dir = firstOf([root, own(commonDir)], (parent) => mkdtempSync(join(parent, name)));
    open.add(dir);
    return dir;
  } catch (error) {
    throw systemError(error, "make a temporary directory for merging") ?? error;
  }
}

/** The directories that killed processes have left of a repository, as far as that can be seen from here. */
export function leftMergeDirectories({ commonDir }: Place): string[] {
  const roots = [tmpdir(), ...(process.platform === "linux" ? [memory] : []), own(commonDir)];
  return [...new Set(roots)].flatMap((root) => leftIn(root, tokenOf(commonDir)));
}

type Place = Pick<Repository, "commonDir">;

const own = (commonDir: string): string => join(commonDir, "coppice");

const tokenOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 8);

/** @param repository - the token of the one that is meant; any other's are this user's, too */
const leftIn = (root: string, repository?: string): string[] =>
  namesIn(root)
    .filter((name) => isLeft(name, repository))
    .map((name) => join(root, name))
    .filter(isOwnDirectory);

function isLeft(name: string, repository: string | undefined): boolean {
  const [, place, pid, startTime, of] = directoryName.exec(name) ?? [];
  if (place !== placeToken() || (repository !== undefined && of !== repository)) return false;
  if (pid === undefined || Number(pid) < 1) return false;
  return liveness({ ...currentOwner(), pid: Number(pid), startTime: startTime || null }) === "dead";
}

function isOwnDirectory(path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isDirectory() && (process.geteuid === undefined || stat.uid === process.geteuid());
  } catch {
    return false;
  }
}

/** Deletes one with everything in it; never fails, and links are deleted, not followed. */
export function deleteMergeDirectory(dir: string): void {
  try {
    unlinkTree(dir);
  } catch {
    try {
      // Gone already, or held open by somebody for a moment.
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The next process tries again.
    }
  }
  open.delete(dir);
}

/** A forecast leaves thousands of objects, and rmSync looks at each before and after. */
function unlinkTree(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) unlinkTree(path);
    else unlinkSync(path);
  }
  rmdirSync(dir);
}

/** What works first; where nothing does, what the first one failed with. */
function firstOf<T>(places: readonly string[], work: (place: string) => T): T {
  const failures: unknown[] = [];
  for (const place of places) {
    try {
      return work(place);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0];
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch {
    return [];
  }
}
