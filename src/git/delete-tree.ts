import {
  type BigIntStats,
  chmodSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { sep } from "node:path";
import { errnoOf } from "../lifecycle/system-errors.js";
import { type HeldDirectory, hold, nameEncoding, newName, SwappedError } from "./held-directory.js";

/** What could not be deleted. */
export interface Undeleted {
  /** Absolute. */
  readonly path: string;
  /**
   * The system's word (`EACCES`); `mount`: another file system begins there; `swapped`: something else stands there than
   * was to be deleted.
   */
  readonly reason: string;
}

/** How often a directory is listed again into which something came meanwhile: a program may still run there. */
const mostRounds = 3;
/**
 * So many directories are held open at once. What lies deeper is moved up first: a process may not open many more, and no
 * path may be longer than some thousand bytes.
 */
const deepest = 64;
const separator = Buffer.from(sep);

/**
 * Deletes a directory with everything in it, one entry at each step, so that whoever drives it can stop in between: what is
 * left can be deleted later. Symbolic links are deleted, never followed, also where one takes a directory's place meanwhile;
 * read-only directories are opened; other file systems that are mounted in it are not entered. What is gone already counts
 * as done, and what cannot be deleted stops nothing else.
 *
 * Directories stay open in between: whoever stops has to call `return`.
 *
 * @param top a directory
 * @param ino its inode number, where it is known; else what stands there is the right one
 * @yields each entry's path before it is deleted, a directory's before it is entered
 * @returns the first of what is left, if anything is
 */
export function* deletion(top: string, ino?: bigint): Generator<Buffer, Undeleted | undefined> {
  const found = lstatSync(top, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const shown = Buffer.from(top);
  if (ino !== undefined && found.ino !== ino) return undeleted(shown, "swapped");
  if (!found.isDirectory()) return attempt(shown, () => unlinkSync(top), undefined);
  const work: Work = { dev: found.dev, mounts: mountsBelow(top), top: undefined, moved: 0 };
  return yield* entered(() => shown, found, undefined, shown, { work, depth: 0 });
}

/**
 * Deletes one file, or link, of a directory, as far as that still is the one with this inode number.
 * @throws what the system says, and SwappedError
 */
export function deleteEntry(top: string, ino: bigint, name: string): void {
  const found = lstatSync(top, { bigint: true });
  if (found.ino !== ino) throw new SwappedError("something else stands there by now");
  const directory = hold(Buffer.from(top), found);
  try {
    unlinkSync(directory.entry(name));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  } finally {
    directory.close();
  }
}

/** One deletion. */
interface Work {
  /** Where a file system ends. */
  readonly dev: bigint;
  /** Mount points, one character for each byte. A directory of the same file system may be mounted, too. */
  readonly mounts: ReadonlySet<string>;
  top: HeldDirectory | undefined;
  /** How many directories were moved up to the top. */
  moved: number;
}

interface Depth {
  readonly work: Work;
  readonly depth: number;
}

/** What is mounted below a directory, as Linux tells; elsewhere that is not known. */
function mountsBelow(top: string): ReadonlySet<string> {
  let table: string;
  try {
    table = readFileSync("/proc/self/mountinfo", "latin1");
  } catch {
    return new Set();
  }
  const real = Buffer.from(realpathSync(top)).toString("latin1");
  const name = Buffer.from(top).toString("latin1");
  return new Set(mountPoints(table, real).map((point) => name + point.slice(real.length)));
}

/**
 * The mount points below a directory in a table like /proc/self/mountinfo (proc(5)), which writes white space in octal.
 * @param table and `directory` have one character for each byte
 */
export function mountPoints(table: string, directory: string): string[] {
  return table
    .split("\n")
    .map((line) =>
      (line.split(" ")[4] ?? "").replace(/\\([0-7]{3})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 8)),
      ),
    )
    .filter((point) => point.startsWith(`${directory}/`));
}

/** An entry of a directory. @param parent is made writable where need be */
function* deleted(
  parent: HeldDirectory,
  name: string,
  shown: Buffer,
  { work, depth }: Depth,
): Generator<Buffer, Undeleted | undefined> {
  if (work.mounts.has(shown.toString("latin1"))) return undeleted(shown, "mount");
  const path = (): Buffer => parent.entry(name);
  const found: { stat?: BigIntStats | undefined } = {};
  const unseen = attempt(
    shown,
    () => {
      found.stat = lstatSync(path(), { bigint: true, throwIfNoEntry: false });
    },
    parent,
  );
  if (unseen !== undefined || found.stat === undefined) return unseen;
  if (!found.stat.isDirectory()) return attempt(shown, () => unlinkSync(path()), parent);
  if (found.stat.dev !== work.dev) return undeleted(shown, "mount");
  if (depth > deepest && movedUp(path, work)) return undefined;
  return yield* entered(path, found.stat, parent, shown, { work, depth });
}

/** Puts a directory into the top one, where it is found when that is listed again. */
function movedUp(path: () => Buffer, work: Work): boolean {
  if (work.top === undefined) return false;
  try {
    renameSync(path(), work.top.entry(newName()));
    work.moved += 1;
    return true;
  } catch {
    // It may not be moved: then it is entered where it is, as long as that goes.
    return false;
  }
}

/** A directory. @param path of it, for one use at once */
function* entered(
  path: () => Buffer,
  found: BigIntStats,
  parent: HeldDirectory | undefined,
  shown: Buffer,
  depth: Depth,
): Generator<Buffer, Undeleted | undefined> {
  const held: { directory?: HeldDirectory } = {};
  const unheld = attempt(
    shown,
    () => {
      held.directory = hold(path(), found);
    },
    parent,
  );
  const { directory } = held;
  // By now it is a link or a file, which goes as such.
  if (unheld?.reason === "ENOTDIR" || unheld?.reason === "ELOOP")
    return attempt(shown, () => unlinkSync(path()), parent);
  if (directory === undefined) return unheld;
  if (parent === undefined) depth.work.top = directory;
  try {
    return yield* emptied(directory, () => removeEmptied(path), parent, shown, depth);
  } finally {
    directory.close();
  }
}

/** Where a link has taken its place, that goes. */
function removeEmptied(path: () => Buffer): void {
  try {
    rmdirSync(path());
  } catch (error) {
    if (errnoOf(error) !== "ENOTDIR") throw error;
    unlinkSync(path());
  }
}

/** @param remove removes the directory itself, once it is empty */
function* emptied(
  directory: HeldDirectory,
  remove: () => void,
  parent: HeldDirectory | undefined,
  shown: Buffer,
  { work, depth }: Depth,
): Generator<Buffer, Undeleted | undefined> {
  const stays = new Map<string, Undeleted>();
  for (let round = 1; ; round += 1) {
    const { moved } = work;
    let names: readonly string[] = [];
    const unread = attempt(
      shown,
      () => {
        names = directory.names();
      },
      directory,
    );
    if (unread !== undefined) return unread;
    for (const name of names) {
      if (stays.has(name)) continue;
      const entry = Buffer.concat([shown, separator, Buffer.from(name, nameEncoding)]);
      yield entry;
      const left = yield* deleted(directory, name, entry, { work, depth: depth + 1 });
      if (left !== undefined) stays.set(name, left);
    }
    if (work.moved > moved && parent === undefined) {
      round = 0;
      continue;
    }
    const [first] = stays.values();
    const left = first ?? attempt(shown, remove, parent);
    if (left?.reason !== "ENOTEMPTY" || round === mostRounds) return left;
  }
}

/** Tries once more with the permission that an owner can always give: on a directory, on Windows also on a file. */
function attempt(
  shown: Buffer,
  work: () => void,
  directory: HeldDirectory | undefined,
): Undeleted | undefined {
  for (let again = false; ; again = true) {
    try {
      work();
      return undefined;
    } catch (error) {
      const reason = errnoOf(error);
      if (reason === "ENOENT") return undefined;
      if (reason === undefined) throw error;
      const refused = reason === "EACCES" || reason === "EPERM";
      if (again || !refused || !opened(shown, directory)) return undeleted(shown, reason);
    }
  }
}

function opened(shown: Buffer, directory: HeldDirectory | undefined): boolean {
  try {
    directory?.open();
    // There directories are not held, and what is shown is the path.
    if (process.platform === "win32") chmodSync(shown, 0o666);
    return true;
  } catch {
    return false;
  }
}

const undeleted = (path: Buffer, reason: string): Undeleted => ({ path: path.toString(), reason });
