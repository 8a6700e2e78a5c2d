import { lstatSync, readdirSync, readFileSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errnoOf } from "../lifecycle/system-errors.js";
import { readOwnText } from "./own-file.js";

/**
 * How a linked worktree and its registration name each other (gitrepository-layout(5)): the directory's `.git`
 * file names the administrative directory `<common>/worktrees/<id>`, whose file `gitdir` names the `.git` file.
 */

/** A registration as it stands in the common git directory. */
export interface Registration {
  /** The administrative directory's own name. */
  readonly id: string;
  /** The administrative directory: the worktree's git directory. */
  readonly adminDir: string;
  /** The worktree's directory as its registration names it. */
  readonly path: string;
}

/**
 * A worktree's directory, from what git lists. git takes the main worktree for its git directory without `/.git`, which
 * is wrong after `init --separate-git-dir`, in a submodule and with core.worktree: there it may be the git directory itself.
 * @returns what is listed for a bare repository, and where the main worktree's place is not known
 */
export function listedPath({ commonDir, mainWorktree }: MainPlace, listed: string): string {
  const main = basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
  return listed === main ? (mainWorktree ?? listed) : listed;
}

interface MainPlace {
  readonly commonDir: string;
  readonly mainWorktree: string | undefined;
}

/** All registrations, read from files. One that cannot be read is left out. */
export function readRegistrations(commonDir: string): Registration[] {
  const parent = join(commonDir, "worktrees");
  let ids: string[];
  try {
    ids = readdirSync(parent);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
  return ids.flatMap((id) => readRegistration(join(parent, id)) ?? []);
}

/** One registration; undefined when it names no directory. */
export function readRegistration(adminDir: string): Registration | undefined {
  const content = readText(join(adminDir, "gitdir"));
  if (content === undefined) return undefined;
  // A path may end in white space; only the line feed that git adds is not part of it.
  const file = resolve(adminDir, content.replace(/\r?\n$/, ""));
  return { id: basename(adminDir), adminDir, path: basename(file) === ".git" ? dirname(file) : file };
}

/** The git directory of the worktree at `path`: of a main one its `.git`, of a linked one what its `.git` file names. */
export function gitDirOf(path: string): string | undefined {
  const marker = join(path, ".git");
  const stat = standing(marker);
  return typeof stat === "object" && stat.isDirectory() ? realPath(marker) : gitFileTarget(marker);
}

/** The directory that a `.git` file names, symbolic links resolved; undefined when there is no such file or target. */
export function gitFileTarget(file: string): string | undefined {
  try {
    if (!lstatSync(file).isFile()) return undefined;
    const target = targetIn(readFileSync(file, "utf8"));
    return target === undefined ? undefined : realpathSync(resolve(dirname(file), target));
  } catch {
    return undefined;
  }
}

/** What a `.git` file names, as it stands there. */
const targetIn = (text: string): string | undefined => /^gitdir: ([\s\S]+?)\r?\n*$/.exec(text)?.[1];

/** Why a directory and a registration do not belong together, or "intact". */
export type LinkState =
  | "intact"
  /** Nothing is there. */
  | "missing"
  /** A directory is there without a `.git`. */
  | "no-git-file"
  /** One of its parents may not be looked into, or is a symbolic link to itself. */
  | "unreadable"
  /** Something else than a directory is there: a file, or a symbolic link that may lead anywhere. */
  | "not-a-directory"
  /** Its `.git` names another repository or registration, as after `cp -r`. */
  | "foreign"
  /** The registration names another directory, as after moving it by hand. */
  | "moved";

/**
 * Whether a worktree's directory and its registration name each other.
 * Anything but "intact" means: do not delete what is there.
 * @param registered the registration, when it was read just before
 */
export function linkState(
  path: string,
  adminDir: string,
  registered: Registration | undefined = readRegistration(adminDir),
): LinkState {
  const stat = standing(path);
  if (stat === undefined) return "missing";
  if (stat === "unreadable") return "unreadable";
  if (!stat.isDirectory()) return "not-a-directory";
  const marker = standing(join(path, ".git"));
  if (marker === undefined) return "no-git-file";
  if (marker === "unreadable") return "unreadable";
  // Most often its very name stands there. Resolving links takes a system call for each folder.
  const isNamed =
    registered !== undefined && marker.isFile() && targetIn(readText(join(path, ".git")) ?? "") === adminDir;
  const named = isNamed ? adminDir : gitDirOf(path);
  if (named === undefined || !isSamePlace(adminDir, named)) return "foreign";
  return registered !== undefined && isSamePlace(registered.path, path) ? "intact" : "moved";
}

/** Resolving links takes a system call for each folder; most often there are none. */
const isSamePlace = (one: string, other: string): boolean =>
  one === other || realPath(one) === realPath(other);

/** Nothing can stand at a path that is too long for the system, or holds a NUL. */
const nowhere: readonly string[] = ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"];

/** What stands at a path, without following a link there. A file in the place of one of its parents: nothing does. */
function standing(path: string): Stats | "unreadable" | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== undefined && nowhere.includes(errno)) return undefined;
    if (errno === "EACCES" || errno === "ELOOP") return "unreadable";
    throw error;
  }
}

/** The path with symbolic links resolved, as far as it exists; never throws. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** A text without ASCII white space at its ends. `trim` takes no-break spaces and U+2028, too, and a branch may end so. */
export const asGitTrims = (text: string): string => text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "");

/** What a file of git's says on its one line, as git reads it; undefined when it cannot be read. */
export function lineIn(file: string): string | undefined {
  const text = readText(file);
  return text === undefined ? undefined : asGitTrims(text);
}

/** A file's text, or undefined when it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readOwnText(file);
  } catch {
    return undefined;
  }
}
