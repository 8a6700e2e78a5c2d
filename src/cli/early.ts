import { type BegunListing, beginListing } from "../git/near-place.js";
import { GitRunner } from "../git/run.js";
import { currentDirectory } from "./io.js";

/** The opening of a repository, begun before it was known whether the command line can be understood. */
export interface BegunOpening {
  readonly cwd: string;
  readonly git: GitRunner;
  readonly listing: BegunListing;
}

/** The commands that most often begin a line and need the repository, whatever else stands there. */
export const earlyWords: ReadonlySet<string> = new Set([
  "create",
  "list",
  "ls",
  "status",
  "show",
  "path",
  "log",
  "setup",
  "trust",
  "commit",
  "merge",
  "conflicts",
  "resolve",
  "abort",
  "retry",
  "remove",
  "rm",
  "prune",
  "clean",
  "restore",
  "archive",
  "run",
  "task",
  "import",
  "lock",
  "unlock",
  "doctor",
  "events",
  "role",
]);

/**
 * Starts the git that opening the repository waits for, for a line that names such a command: git works while the rest of
 * Coppice is loaded, and a process is started in less time while this one is small.
 * @returns undefined where the repository is another one, or none is needed
 */
export function beginOpening([word = "", ...rest]: readonly string[]): BegunOpening | undefined {
  if (!earlyWords.has(word) || rest.some((option) => option.startsWith("-C"))) return undefined;
  const [cwd, git] = [currentDirectory(), new GitRunner()];
  const listing = beginListing(cwd, git);
  // Whoever opens the repository is told.
  listing.catch(() => {});
  return { cwd, git, listing };
}
