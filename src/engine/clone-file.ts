import { constants } from "node:fs";
import { copyFile, link, lstat, readlink, symlink, unlink } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { hasCode } from "./files.js";

/** `exists`: something stands at the target, and it was left alone. `gone`: the source is no longer there. */
export type CloneOutcome = "copied" | "exists" | "gone" | "outside" | "special";

export interface CloneRequest {
  /** Absolute. */
  readonly from: string;
  /** Absolute; its directory exists. */
  readonly to: string;
  /** A symbolic link is copied as one, and only when it stays inside this directory. */
  readonly root: string;
  /** A name for the unfinished copy, on the target's file system where that can be. */
  readonly draft: string;
}

let counter = 0;

/**
 * Copies one file, sharing its blocks where the file system can (copy-on-write). The target appears whole or not at
 * all, and never in the place of something else: the copy is made aside and linked to its name, which fails when the
 * name is taken.
 */
export async function cloneFile({ from, to, root, draft }: CloneRequest): Promise<CloneOutcome> {
  try {
    const stat = await lstat(from);
    if (stat.isSymbolicLink()) return await cloneLink(from, to, root);
    if (!stat.isFile()) return "special";
    counter += 1;
    await cloneRegular(from, to, `${draft}-${process.pid}-${counter}`);
    return "copied";
  } catch (error) {
    if (hasCode(error, "EEXIST")) return "exists";
    if (hasCode(error, "ENOENT") && (await isGone(from))) return "gone";
    throw error;
  }
}

async function cloneRegular(from: string, to: string, draft: string): Promise<void> {
  try {
    await copyFile(from, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await link(draft, to);
  } catch (error) {
    // Another file system, or one without hard links: straight to its place, and away again when that fails.
    if (!hasCode(error, "EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "ENOSYS")) throw error;
    await copyInPlace(from, to);
  } finally {
    await unlink(draft).catch(() => {});
  }
}

async function copyInPlace(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) await unlink(to).catch(() => {});
    throw error;
  }
}

async function cloneLink(from: string, to: string, root: string): Promise<CloneOutcome> {
  const target = await readlink(from);
  const path = relative(root, resolve(dirname(from), target));
  if (isAbsolute(target) || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path))
    return "outside";
  await symlink(target, to);
  return "copied";
}

async function isGone(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return false;
  } catch {
    return true;
  }
}

/** Where unfinished copies for a worktree are made: its own git directory, which goes when it goes. */
export const draftIn = (gitDir: string): string => join(gitDir, "coppice-copy");
