import { lstatSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";

/**
 * Refuses a directory for worktrees that a symbolic link of the repository's own files leads to: whoever can commit could
 * choose with it where on this machine files are written. A link that a person made there is theirs.
 * @param directory absolute, links not resolved
 * @throws UNTRUSTED
 */
export async function refuseBroughtLinks({ repo }: Engine, directory: string): Promise<void> {
  const main = repo.mainWorktree;
  if (main === undefined) return;
  const path = relative(main, directory);
  if (path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return;
  const link = firstLink(main, path.split(sep));
  if (link === undefined) return;
  const args = ["--literal-pathspecs", "ls-files", "-z", "--", link.join("/")];
  const { stdout } = await repo.git.run(main, args);
  if (stdout.length === 0) return;
  throw new CoppiceError(
    "UNTRUSTED",
    `The directory for worktrees, ${link.join("/")}, is a symbolic link among the repository's files: it could lead anywhere.`,
    {
      details: { files: [link.join("/").slice(0, 4096)] },
      suggestedAction:
        "Name the directory that you want in this clone's configuration: git config coppice.worktreeRoot <directory>.",
    },
  );
}

/** The first folder on the way that is a link. */
function firstLink(from: string, parts: readonly string[]): readonly string[] | undefined {
  for (let length = 1; length <= parts.length; length += 1) {
    const some = parts.slice(0, length);
    try {
      if (lstatSync(join(from, ...some)).isSymbolicLink()) return some;
    } catch (error) {
      if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
      throw error;
    }
  }
  return undefined;
}
