import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { sep } from "node:path";
import { errnoOf } from "../lifecycle/system-errors.js";

/** What could not be deleted. */
export interface Undeleted {
  /** Absolute. */
  readonly path: string;
  /** The system's word (`EACCES`), or `mount`: another file system begins there. */
  readonly reason: string;
}

/** How often a directory is listed again into which something came meanwhile: a program may still run there. */
const mostRounds = 3;
/** A name need not be UTF-8 where the system keeps bytes; one character for each of them loses nothing. */
const encoding = process.platform === "win32" ? "utf8" : "latin1";
const separator = Buffer.from(sep);

/**
 * Deletes a directory with everything in it, one entry at each step, so that whoever drives it can stop in between: what is
 * left can be deleted later. Symbolic links are deleted, never followed; read-only directories are opened; other file systems
 * that are mounted in it are not entered. What is gone already counts as done, and what cannot be deleted stops nothing else.
 *
 * @param top a directory, known to be the right one
 * @yields each entry's path before it is deleted, a directory's before it is entered
 * @returns the first of what is left, if anything is
 */
export function* deletion(top: string): Generator<Buffer, Undeleted | undefined> {
  const dev = lstatSync(top, { throwIfNoEntry: false })?.dev;
  if (dev === undefined) return undefined;
  return yield* deleted(Buffer.from(top), undefined, { dev, mounts: mountsBelow(top) });
}

/** Where a file system ends. */
interface Borders {
  readonly dev: number;
  /** Mount points, one character for each byte. A directory of the same file system may be mounted, too. */
  readonly mounts: ReadonlySet<string>;
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

/** @param parent is made writable where need be */
function* deleted(
  path: Buffer,
  parent: Buffer | undefined,
  borders: Borders,
): Generator<Buffer, Undeleted | undefined> {
  const { dev, mounts } = borders;
  if (mounts.has(path.toString("latin1"))) return undeleted(path, "mount");
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isDirectory()) return attempt(path, () => unlinkSync(path), parent);
  if (stat.dev !== dev) return undeleted(path, "mount");
  const stays = new Map<string, Undeleted>();
  for (let round = 1; ; round += 1) {
    let names: readonly string[] = [];
    const unread = attempt(
      path,
      () => {
        names = readdirSync(path, encoding);
      },
      path,
    );
    if (unread !== undefined) return unread;
    for (const name of names) {
      if (stays.has(name)) continue;
      const entry = Buffer.concat([path, separator, Buffer.from(name, encoding)]);
      yield entry;
      const left = yield* deleted(entry, path, borders);
      if (left !== undefined) stays.set(name, left);
    }
    const [first] = stays.values();
    const left = first ?? attempt(path, () => rmdirSync(path), parent);
    if (left?.reason !== "ENOTEMPTY" || round === mostRounds) return left;
  }
}

/** Tries once more with the permission that an owner can always give: on a directory, on Windows also on a file. */
function attempt(path: Buffer, work: () => void, directory: Buffer | undefined): Undeleted | undefined {
  for (let again = false; ; again = true) {
    try {
      work();
      return undefined;
    } catch (error) {
      const reason = errnoOf(error);
      if (reason === "ENOENT") return undefined;
      if (reason === undefined) throw error;
      const refused = reason === "EACCES" || reason === "EPERM";
      if (again || !refused || !opened(path, directory)) return undeleted(path, reason);
    }
  }
}

function opened(path: Buffer, directory: Buffer | undefined): boolean {
  try {
    if (directory !== undefined) chmodSync(directory, lstatSync(directory).mode | 0o700);
    if (process.platform === "win32" && directory !== path) chmodSync(path, 0o666);
    return true;
  } catch {
    return false;
  }
}

const undeleted = (path: Buffer, reason: string): Undeleted => ({ path: path.toString(), reason });
