import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, renameSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { readRegistration, readText } from "../git/worktree-links.js";
import { hasCode } from "./files.js";

/** The name of what lies in a trash and is still looked at: it may have to go back, and nobody deletes it. */
const heldPattern = /^h[0-9a-f]{1,16}-[0-9a-f]{16}$/;

/** What lies in a trash and is still looked at, or was when a process was killed; absolute paths. */
export function heldIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => heldPattern.test(name))
      .map((name) => join(directory, name));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP")) return [];
    throw error;
  }
}

/** Where something else has come meanwhile, beside it: in the trash it would be deleted. */
export function putBack(entry: string, path: string): void {
  try {
    renameSync(entry, path);
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOTDIR")) throw error;
    renameSync(entry, `${path}-${randomBytes(4).toString("hex")}`);
  }
}

/**
 * Where to put what a killed process was looking at: nobody has seen what was written into it before it was moved.
 * @param root the worktree root, on which its `.git` file was written when that names its registration relatively
 */
export function placeOfHeld(entry: string, root: string): string {
  const target = targetOf(entry);
  const id = basename(target ?? "") || "worktree";
  const there = target === undefined ? undefined : readRegistration(resolve(join(root, id), target));
  if (there !== undefined && lstatSync(there.path, { throwIfNoEntry: false }) === undefined)
    return there.path;
  return join(root, `${id}-${randomBytes(4).toString("hex")}`);
}

/** What its `.git` file names, as it stands there. */
export const targetOf = (entry: string): string | undefined =>
  /^gitdir: ([\s\S]+?)\r?\n*$/.exec(readText(join(entry, ".git")) ?? "")?.[1];
