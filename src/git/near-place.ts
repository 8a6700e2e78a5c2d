import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { GitConfig } from "./config.js";
import type { GitRunner } from "./run.js";
import { gitFileTarget, readText } from "./worktree-links.js";

/*
 * `git rev-parse` tells where a repository's parts lie, in a process of its own. In most repositories its files tell the
 * same, and the one process that lists the configuration confirms it: git names the file that each value comes from, so
 * it has found the very repository that was found here, and accepts it (its owner, its format).
 */

/** Where the parts of a repository lie; absolute, symbolic links resolved. */
export interface Place {
  readonly gitDir: string;
  readonly commonDir: string;
  readonly worktree: string;
}

/** What git tells of its configuration, and of its version. */
export type BegunListing = ReturnType<GitRunner["runWithVersion"]>;

/**
 * Asks git for its effective configuration, and where each value comes from. That can begin before anything else is loaded;
 * the result has to be handed to `openRepository`, or its failure caught.
 */
export const beginListing = (cwd: string, git: GitRunner): BegunListing =>
  git.runWithVersion(cwd, ["config", "-z", "--list", "--show-scope", "--show-origin"], {
    codes: "any",
    rawConfig: true,
  });

/** What `beginListing` was told. */
export interface Listing {
  /** As `git config -z --list` prints it. */
  readonly values: string;
  /** The files that values of the repository's own configuration come from; relative to the top of the worktree. */
  readonly local: ReadonlySet<string>;
}

export function readListing(output: string): Listing {
  const [values, local]: [string[], Set<string>] = [[], new Set()];
  const fields = output.split("\0");
  // Each is `scope NUL origin NUL key LF value NUL`.
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope, origin = "", value = ""] = fields.slice(at, at + 3);
    values.push(`${value}\0`);
    if (scope === "local" && origin.startsWith("file:")) local.add(origin.slice("file:".length));
  }
  return { values: values.join(""), local };
}

/**
 * The repository that a directory lies in, as its files tell it, for `isConfirmed` to be asked about.
 * @returns undefined where that is not plain: git has to be asked
 */
export function nearPlace(cwd: string): Place | undefined {
  // Names another place for refs than the repository's files do.
  if (process.platform === "win32" || process.env.GIT_REFERENCE_BACKEND !== undefined) return undefined;
  try {
    let top = realpathSync(cwd);
    const { dev } = statSync(top);
    for (;;) {
      const marker = standing(join(top, ".git"));
      if (marker !== undefined) return placeAt(top, marker);
      const above = dirname(top);
      // Inside of a git directory, perhaps a bare one. git does not look beyond a mount point.
      if (standing(join(top, "HEAD")) !== undefined || above === top || statSync(above).dev !== dev)
        return undefined;
      top = above;
    }
  } catch {
    return undefined;
  }
}

function placeAt(top: string, marker: Stats): Place | undefined {
  const file = join(top, ".git");
  if (marker.isDirectory()) {
    return isCommon(file) && standing(join(file, "commondir")) === undefined
      ? { gitDir: file, commonDir: file, worktree: top }
      : undefined;
  }
  // A linked worktree. Other git files, as of a submodule, come with settings that git knows how to read.
  const gitDir = marker.isFile() ? gitFileTarget(file) : undefined;
  const common = gitDir === undefined ? undefined : readText(join(gitDir, "commondir"));
  if (gitDir === undefined || common === undefined || standing(join(gitDir, "HEAD")) === undefined)
    return undefined;
  const commonDir = realpathSync(resolve(gitDir, common.replace(/\r?\n$/, "")));
  return isCommon(commonDir) ? { gitDir, commonDir, worktree: top } : undefined;
}

const isCommon = (directory: string): boolean =>
  ["HEAD", "config", "objects", "refs"].every((name) => standing(join(directory, name)) !== undefined);

/** Whether git found that very repository, and nothing in its configuration says that its parts lie elsewhere. */
export function isConfirmed(
  { commonDir, worktree }: Place,
  local: Listing["local"],
  config: GitConfig,
): boolean {
  const file = join(commonDir, "config");
  if (![...local].some((origin) => resolve(worktree, origin) === file)) return false;
  return (
    config.get("core.repositoryformatversion") === "0" &&
    config.get("core.worktree") === undefined &&
    (config.get("core.bare") ?? "false") === "false" &&
    !config.keys().some((key) => key.startsWith("extensions."))
  );
}

const standing = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });
