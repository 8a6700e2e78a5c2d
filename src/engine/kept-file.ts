import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/*
 * Compiled code is run as it is, so what another user could have written is never used: not a file of theirs, nor one
 * that more than its owner may write, nor one in a directory where others could have put it. A person who works in
 * somebody else's repository has each run compile anew.
 */

/** The file that code is kept in. */
export interface KeptPlace {
  /** In a directory that nothing else is in. It is made; the one above has to be there. */
  readonly file: string;
  /** The user who has to own it. */
  readonly owner: number;
}

/** The code of one source file. */
export interface Kept {
  /** Of the code and all that it depends on: V8 itself does not look whether it fits the source, or is whole. */
  readonly sum: string;
  readonly code: Uint8Array;
}

/**
 * Where a repository's compiled code is kept, once Coppice has been used there.
 * @param shared the git directory that all worktrees share
 * @returns undefined where that belongs to somebody else, or the system does not tell whom
 */
export function keptPlaceIn(shared: string, name: string): KeptPlace | undefined {
  const owner = process.geteuid?.();
  const coppice = join(shared, "coppice");
  if (owner === undefined || ![shared, coppice].every((path) => isOwn(path, owner))) return undefined;
  return { file: join(coppice, "code", name), owner };
}

/** Whether a path is there and, not what it may point to, belongs to this user. */
export const isOwn = (path: string, owner: number): boolean => statOf(path)?.uid === owner;

/*
 * A file of kept code: a line of JSON, `[[name, sum, length], ...]`, then the codes. The sums are what is relied on: of a
 * file that is damaged, or that something else wrote, nothing fits.
 */

/** What is kept, by the names of the source files; nothing where it cannot be used. */
export function readKept(place: KeptPlace): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  try {
    const bytes = readOwned(place);
    const end = bytes.indexOf("\n");
    let start = end + 1;
    const entries: readonly (readonly [string, string, number])[] = JSON.parse(
      bytes.toString("utf8", 0, end),
    );
    for (const [name, sum, length] of entries) {
      kept.set(name, { sum, code: bytes.subarray(start, start + length) });
      start += length;
    }
  } catch (_error) {
    // There is none yet, or it is none.
    kept.clear();
  }
  return kept;
}

/** Whether a file of kept code could never be used, and stands in the way of nothing: cut off, or of something else. */
export function isKeptDamaged(place: KeptPlace): boolean {
  let bytes: Buffer;
  try {
    bytes = readOwned(place);
  } catch (_error) {
    return false;
  }
  const kept = readKept(place);
  const length = [...kept.values()].reduce((sum, { code }) => sum + code.length, 0);
  return kept.size === 0 || bytes.indexOf("\n") + 1 + length !== bytes.length;
}

/** More than any file of kept code has. */
const largest = 64 * 1024 * 1024;

function readOwned({ file, owner }: KeptPlace): Buffer {
  if (!isPrivateDirectory(dirname(file), owner)) throw new Error("others can write here");
  // Whatever somebody put there, a pipe too: it is neither followed nor waited for.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    // A second name: one of the person's own files, which somebody else chose.
    if (!stats.isFile() || !isPrivate(stats, owner) || stats.nlink !== 1 || stats.size > largest) {
      throw new Error("another user's");
    }
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a file of kept code, as a whole or not at all. Never throws.
 * @param compiled makes what is to be kept; called only when something can be written
 */
export function writeKept(place: KeptPlace, compiled: () => ReadonlyMap<string, Kept>): void {
  const directory = dirname(place.file);
  const scratch = `${place.file}.${process.pid}${scratchEnd}`;
  try {
    if (!makePrivate(directory, place.owner)) return;
    removeLeftovers(directory);
    // Whether it can be written comes first: the code takes longer.
    writeFileSync(scratch, "", { flag: "wx", mode: 0o600 });
    const entries = [...compiled()];
    const head = JSON.stringify(entries.map(([name, { sum, code }]) => [name, sum, code.length]));
    writeFileSync(scratch, Buffer.concat([Buffer.from(`${head}\n`), ...entries.map(([, { code }]) => code)]));
    renameSync(scratch, place.file);
  } catch (_error) {
    // Where nothing can be written, each run compiles anew.
    remove(scratch);
  }
}

/**
 * Makes the directory, or throws away one that others could write into, with all that is in it.
 * @returns false when something else stands there, or it cannot be had for oneself
 */
function makePrivate(directory: string, owner: number): boolean {
  if (isPrivateDirectory(directory, owner)) return true;
  const found = statOf(directory);
  if (found !== undefined) {
    if (!found.isDirectory() || found.uid !== owner) return false;
    // One by one: whoever could write here may put a link to somewhere else meanwhile.
    for (const name of readdirSync(directory)) unlinkSync(join(directory, name));
    rmdirSync(directory);
  }
  mkdirSync(directory, { mode: 0o700 });
  // Some file systems know no modes.
  return isPrivateDirectory(directory, owner);
}

const scratchEnd = ".tmp";
const oldestMs = 60 * 60_000;

/** What runs left behind that were killed. */
function removeLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (name.endsWith(scratchEnd) && Date.now() - (statOf(path)?.mtimeMs ?? 0) > oldestMs) remove(path);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (_left) {
    // It stays, and is nobody's.
  }
}

const writableByOthers = 0o022;

const isPrivate = ({ uid, mode }: Stats, owner: number): boolean =>
  uid === owner && (mode & writableByOthers) === 0;

function isPrivateDirectory(path: string, owner: number): boolean {
  const stats = statOf(path);
  return stats?.isDirectory() === true && isPrivate(stats, owner);
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (_error) {
    return undefined;
  }
}
