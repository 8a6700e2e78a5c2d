import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Repository } from "../git/repository.js";
import { linkState, realPath } from "../git/worktree-links.js";
import { listWorktrees } from "../git/worktrees.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName } from "../lifecycle/ids.js";
import { standing } from "./hooks-own.js";

/** Where git takes the hooks of one worktree from. */
export interface HookPlace {
  readonly worktree: string;
  readonly branch: BranchName | null;
  /** The directory of hooks, absolute; it may be missing. */
  readonly directory: string;
  /**
   * `default`: the repository's own; `husky`: the generated one of husky 9, `<folder>/_`; `inside`: another one in the
   * worktree; `outside`: one that other repositories may use too; `broken`: git does not answer there.
   */
  readonly kind: "default" | "husky" | "inside" | "outside" | "broken";
  /** What sets `core.hooksPath`; undefined when nothing does. */
  readonly setting: HooksPathSetting | undefined;
}

export interface HooksPathSetting {
  readonly value: string;
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
}

/** The hooks directory that the repository has when nobody says otherwise. */
export const defaultDirectory = (commonDir: string): string => join(commonDir, "hooks");

/**
 * Asks git, in each worktree, where it takes hooks from: `core.hooksPath` may be relative, may stand in a worktree's
 * own configuration, or depend on where it is read.
 * @param options `onlyHere`: asks in no other worktree than the one that the command runs in
 * @returns the worktree that the command runs in first; a bare repository without worktrees is its own
 */
export async function hookPlaces(
  repo: Repository,
  options: { readonly onlyHere?: boolean } = {},
): Promise<readonly [HookPlace, ...HookPlace[]]> {
  const here = repo.worktree ?? repo.mainWorktree;
  const listed = (await listWorktrees(repo)).filter(({ path, bare }) => !bare && isDirectory(path));
  const known = listed.map(({ path, branch, main, gitDir }) => {
    // git answers in a directory without its own link, too: for the repository that it finds there.
    const lost = !main && gitDir !== undefined && linkState(path, gitDir) !== "intact";
    return { path: realPath(path), branch: branch ?? null, lost };
  });
  const first = known.find(({ path }) => path === here) ??
    known[0] ?? { path: repo.commonDir, branch: null, lost: false };
  const places = await Promise.all(
    [first, ...(options.onlyHere === true ? [] : known.filter((one) => one !== first))].map((one) => {
      if (one.lost && one !== first) return broken(one.path, one.branch);
      return placeOf(repo, one.path, one.branch).catch((error: unknown) => {
        // One broken worktree says nothing of the others.
        if (one === first || !(error instanceof CoppiceError) || error.code !== "GIT_FAILED") throw error;
        return broken(one.path, one.branch);
      });
    }),
  );
  const [place, ...others] = places;
  if (place === undefined) throw new Error("no place at all");
  return [place, ...others];
}

const broken = (worktree: string, branch: BranchName | null): HookPlace => ({
  worktree,
  branch,
  directory: worktree,
  kind: "broken",
  setting: undefined,
});

/** Whether worktrees could differ in where git takes hooks from: something that is configured may depend on the worktree. */
export const mayDiffer = ({ config }: Pick<Repository, "config">): boolean =>
  config.get("core.hooksPath") !== undefined ||
  config.bool("extensions.worktreeConfig") === true ||
  config.keys().some((key) => key.startsWith("includeif."));

/** Where git takes the hooks of one worktree from, with two processes. */
export async function placeOf(
  repo: Repository,
  worktree: string,
  branch: BranchName | null,
): Promise<HookPlace> {
  // What our own runner does to keep hooks out is left off: the person's git is what counts.
  const own = { hooks: true, rawConfig: true } as const;
  const [path, found] = await Promise.all([
    // git cannot make a path absolute that leads through a file, as `.git/hooks` does in a linked worktree.
    repo.git.text(worktree, ["rev-parse", "--git-path", "hooks"], own),
    repo.git.run(worktree, ["config", "--show-scope", "-z", "--get", "core.hooksPath"], {
      ...own,
      codes: [0, 1],
    }),
  ]);
  const directory = resolve(worktree, path);
  const [scope = "", value] = found.stdout.toString("utf8").split("\0");
  const setting = value === undefined ? undefined : { scope, value };
  return { worktree, branch, directory, setting, kind: kindOf(repo, worktree, directory) };
}

function kindOf(repo: Repository, worktree: string, directory: string): HookPlace["kind"] {
  const real = realPath(directory);
  const common = repo.commonDir;
  // A link that leads out of the repository leads to what others may use too.
  if (real === realPath(defaultDirectory(common))) return isInside(real, common) ? "default" : "outside";
  const inside = isInside(real, realPath(worktree)) && !isInside(real, common);
  if (inside && isHusky(repo, worktree, directory)) return "husky";
  return inside || isInside(real, common) ? "inside" : "outside";
}

/** husky generates `<folder>/_` in the worktree where it is set up; in another one that is missing at first. */
function isHusky(repo: Repository, worktree: string, directory: string): boolean {
  if (basename(directory) !== "_") return false;
  if (basename(dirname(directory)) === ".husky" || isFile(join(directory, "h"))) return true;
  const main = repo.mainWorktree;
  return main !== undefined && isFile(join(main, relative(realPath(worktree), realPath(directory)), "h"));
}

const isInside = (path: string, directory: string): boolean => {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const isFile = (path: string): boolean => standing(path)?.isFile() === true;
const isDirectory = (path: string): boolean => standing(path)?.isDirectory() === true;

/** The problem of a place of the kind "broken". */
export const brokenPlace = "git does not answer there";

/** Why Coppice does not write into a worktree's hooks directory; undefined where it may. */
export function placeProblem({ kind, directory, setting }: HookPlace): string | undefined {
  if (kind === "default" || kind === "husky") return undefined;
  if (kind === "broken") return brokenPlace;
  const where =
    setting === undefined
      ? "its hooks directory is a symbolic link that leads out of the repository"
      : `core.hooksPath is ${setting.value} (${scopeWords[setting.scope] ?? setting.scope})`;
  return kind === "outside"
    ? `${where}: other repositories may use ${directory} too`
    : `${where}: it belongs to the files of the worktree, or to another tool`;
}

const scopeWords: Readonly<Record<string, string>> = {
  system: "in the system's git config",
  global: "in your global git config",
  local: "in the repository's git config",
  worktree: "in the worktree's git config",
  command: "given for this command",
};
