import { randomBytes } from "node:crypto";
import { constants, copyFileSync, linkSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { errnoOf } from "../lifecycle/system-errors.js";

/** Whether an error came from the operating system with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  const errno = errnoOf(error);
  return errno !== undefined && codes.includes(errno);
}

/** Writes a file whole or not at all: readers see the old content or the new one. */
export function writeAtomically(path: string, content: string): void {
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(draft, content);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Makes a file whole or not at all, where nothing has its name.
 * @throws EEXIST, and the system's other errors
 */
export function writeNew(path: string, content: string): void {
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(draft, content);
    linkOrCopy(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** What tells one directory from another that later stands at the same path. */
export interface Identity {
  readonly dev: string;
  readonly ino: string;
}

/** The identity of what stands at a path, without following a symbolic link; undefined when nothing does. */
export function identityOf(path: string): (Identity & { readonly directory: boolean }) | undefined {
  try {
    const stat = lstatSync(path, { bigint: true });
    return { dev: String(stat.dev), ino: String(stat.ino), directory: stat.isDirectory() };
  } catch (error) {
    // A file may stand in the place of one of its parents.
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/**
 * Gives a file a second name, which must not exist: a link is exclusive, and nobody sees it half-written. Where the file
 * system has no links, a copy, which somebody may see half-written.
 * @throws EEXIST, and the system's other errors
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}
