import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { type LinkState, linkState, readText, realPath } from "../../git/worktree-links.js";
import type { RecordId } from "../../lifecycle/ids.js";
import type { Engine } from "../context.js";
import { hasCode } from "../files.js";
import { worktreeRoot } from "../worktree-root.js";

/*
 * Everything that claims to be a worktree of this repository, seen from both ends: the registrations, which name
 * directories, and the directories whose `.git` file names a registration. Read from files; nothing is written.
 */

/** A registration as it stands in `<common>/worktrees`, whatever is in it. */
export interface Entry {
  readonly id: string;
  readonly adminDir: string;
  /** The worktree's directory as its file `gitdir` names it; undefined when that names none. */
  readonly path: string | undefined;
  readonly state: LinkState | "nameless";
  /** The reason, which may be empty, when it is locked. */
  readonly locked: string | undefined;
  /** The record that its mark names. */
  readonly mark: RecordId | undefined;
}

/** A directory with a `.git` file, and the directory which that names, there or not. */
export interface Claimant {
  readonly path: string;
  readonly target: string;
  readonly dangling: boolean;
}

export interface LinkSurvey {
  readonly entries: readonly Entry[];
  readonly claimants: readonly Claimant[];
}

/** The most directories that are looked at in one folder. */
const mostSiblings = 5000;

export function surveyLinks(engine: Engine): LinkSurvey {
  const entries = entriesOf(engine);
  return { entries, claimants: claimantsIn(foldersAround(engine, entries)) };
}

function entriesOf({ repo, local }: Engine): Entry[] {
  const parent = join(repo.commonDir, "worktrees");
  return namesIn(parent)
    .sort()
    .map((id) => {
      const adminDir = join(parent, id);
      const path = registeredPath(adminDir);
      return {
        id,
        adminDir,
        path,
        state: path === undefined ? "nameless" : linkState(path, adminDir, { id, adminDir, path }),
        locked: readText(join(adminDir, "locked"))?.trim(),
        mark: local.markOf(adminDir),
      };
    });
}

/** Unlike `readRegistration`, only what git itself writes counts: the path of a `.git`. */
function registeredPath(adminDir: string): string | undefined {
  const text = readText(join(adminDir, "gitdir"))?.replace(/\r?\n$/, "");
  if (text === undefined || text === "" || text.includes("\0")) return undefined;
  const file = resolve(adminDir, text);
  return basename(file) === ".git" ? dirname(file) : undefined;
}

/** Where a worktree could lie: where others do, below the root, beside the main one, and where the command runs. */
function foldersAround(engine: Engine, entries: readonly Entry[]): ReadonlySet<string> {
  const { repo } = engine;
  const root = worktreeRoot(engine);
  const folders = new Set([root, dirname(repo.root)]);
  for (const { path } of entries) if (path !== undefined) folders.add(dirname(path));
  if (repo.worktree !== undefined) folders.add(dirname(repo.worktree));
  // A set's worktrees have a folder of their own. No branch's begins with a dot: what does is on its way to be deleted.
  for (const name of namesIn(root)) if (!name.startsWith(".")) folders.add(join(root, name));
  return folders;
}

function claimantsIn(folders: ReadonlySet<string>): Claimant[] {
  const found = new Map<string, Claimant>();
  for (const folder of folders) {
    for (const name of namesIn(folder).slice(0, mostSiblings)) {
      const path = join(folder, name);
      const target = gitFileNames(path);
      if (target === undefined) continue;
      const real = realPath(path);
      found.set(real, { path: real, target: realPath(target), dangling: !isThere(target) });
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What the `.git` file of a directory names, absolute, there or not; undefined where there is no such file. */
export function gitFileNames(path: string): string | undefined {
  const file = join(path, ".git");
  try {
    // A link may lead to another directory, which is looked at by its own name.
    if (!lstatSync(path).isDirectory() || !lstatSync(file).isFile()) return undefined;
  } catch {
    return undefined;
  }
  const named = /^gitdir: ([^\0]+?)\r?\n*$/.exec(readText(file) ?? "")?.[1];
  return named === undefined ? undefined : resolve(path, named);
}

/** The directories whose `.git` file names a registration. */
export const claimantsOf = ({ claimants }: LinkSurvey, { adminDir }: Pick<Entry, "adminDir">): Claimant[] =>
  claimants.filter(({ target, dangling }) => !dangling && target === realPath(adminDir));

/**
 * The directory of a worktree that was moved together with its repository: its `.git` file names a git directory that is
 * gone, and lies to that as the registered path lies to ours.
 */
export function movedAlong({ repo }: Engine, { claimants }: LinkSurvey, entry: Entry): string | undefined {
  const { path } = entry;
  if (path === undefined) return undefined;
  const found = claimants.filter(({ path: there, target, dangling }) => {
    if (!dangling || !namesRegistration(target, entry.id)) return false;
    const before = dirname(dirname(target));
    return relative(before, path) === relative(repo.commonDir, there);
  });
  return found.length === 1 ? found[0]?.path : undefined;
}

/** Whether a path that is gone could have been the registration of that name. */
export const namesRegistration = (target: string, id: string): boolean =>
  isAbsolute(target) && basename(target) === id && basename(dirname(target)) === "worktrees";

const isThere = (path: string): boolean => {
  try {
    realpathSync(path);
    return true;
  } catch {
    return false;
  }
};

/** The names in a directory; none where it is missing, is something else, or may not be read. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP")) return [];
    throw error;
  }
}
