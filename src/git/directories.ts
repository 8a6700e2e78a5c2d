import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The git directory that a `.git` names: itself, or, where it is a linked worktree's file, what stands in it. */
export function gitDirectoryOf(marker: string): string {
  const found = /^gitdir: ([^\n]+)/.exec(textOf(marker));
  return found === null || found[1] === undefined ? marker : resolve(dirname(marker), found[1]);
}

/** The git directory that all worktrees share, as git's files tell; it need not be there. */
export const sharedDirectoryOf = (gitDir: string): string =>
  resolve(gitDir, textOf(join(gitDir, "commondir")).replace(/\r?\n$/, ""));

/** What a file says; nothing where it cannot be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (_error) {
    return "";
  }
}
