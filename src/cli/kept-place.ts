import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOwn, type KeptPlace, keptPlaceIn } from "../engine/kept-file.js";
import { gitDirectoryOf, sharedDirectoryOf } from "../git/directories.js";

/**
 * Where a command's compiled code is kept: in the repository that the current directory lies in, once Coppice has been
 * used there, in a file for each command, because each needs other code. git has not been asked yet whether this is a
 * repository of the person's own, and kept code is run: so everything on the way to it has to be theirs.
 * @param word the first one of the command line
 * @returns undefined outside of a repository, where a file's owner cannot be told, and for the command that writes nothing
 */
export function keptPlace(word: string | undefined): KeptPlace | undefined {
  if (word === "doctor") return undefined;
  const owner = process.geteuid?.();
  const marker = owner === undefined ? undefined : markerAbove();
  if (owner === undefined || marker === undefined || !isOwn(marker, owner)) return undefined;
  const gitDir = gitDirectoryOf(marker);
  if (!isOwn(gitDir, owner)) return undefined;
  const name = word !== undefined && /^[a-z]{2,16}$/.test(word) ? word : "other";
  return keptPlaceIn(sharedDirectoryOf(gitDir), `cli-${name}`);
}

/** The nearest `.git`, in the current directory or above it. */
function markerAbove(): string | undefined {
  let directory = currentDirectory();
  while (directory !== undefined) {
    const marker = join(directory, ".git");
    if (existsSync(marker)) return marker;
    const above = dirname(directory);
    directory = above === directory ? undefined : above;
  }
  return undefined;
}

/** One that was deleted has no name any more. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch (_error) {
    return undefined;
  }
}
