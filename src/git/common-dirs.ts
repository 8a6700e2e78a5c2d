import { closeSync, fstatSync, openSync, writeSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/*
 * A power cut can leave the file `commondir` of a worktree's registration empty. From then on git ends every command that
 * looks at all worktrees ("failed to read .../commondir"), whichever worktree it runs in. Another git that is just
 * making a worktree has it empty for a moment, too.
 */

/** The file `commondir` that ended a git command; undefined: something else did. The name is git's, which alone knows. */
export function unreadCommonDir(cwd: string, stderr: string): string | undefined {
  const named = /failed to read (.+commondir)(?::|$)/m.exec(stderr)?.[1];
  if (named === undefined) return undefined;
  const file = resolve(cwd, named);
  const isRegistration = basename(file) === "commondir" && basename(dirname(dirname(file))) === "worktrees";
  return isRegistration ? file : undefined;
}

/** How young an empty file may be somebody's who is about to write it. */
const youngMs = 1000;

/**
 * Writes what git itself always writes there, if nothing stands there and nobody is about to.
 * @returns whether it was written
 */
export function mendCommonDir(file: string): boolean {
  try {
    const descriptor = openSync(file, "r+");
    try {
      const { size, mtimeMs } = fstatSync(descriptor);
      if (size > 0 || Date.now() - mtimeMs < youngMs) return false;
      writeSync(descriptor, "../..\n", 0);
      return true;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // git's own words tell what is wrong.
    return false;
  }
}
