import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { gitDirOf, readText } from "../git/worktree-links.js";

/** What a directory belongs to, told by files alone: no process is started. */
export interface Place {
  /** The worktree's top; undefined inside a git directory. */
  readonly top: string | undefined;
  /** The worktree's own git directory, absolute and real. */
  readonly gitDir: string;
  readonly commonDir: string;
  /** A linked worktree: the only kind that can be managed. */
  readonly linked: boolean;
}

/** The place of a directory, or of the nearest directory above that exists; undefined outside of every repository. */
export function placeOf(directory: string): Place | undefined {
  for (let at = realTarget(directory); ; at = dirname(at)) {
    const gitDir = gitDirOf(at);
    if (gitDir !== undefined) return placeOfGitDir(gitDir, at);
    if (isGitDir(at)) return placeOfGitDir(at, undefined);
    if (dirname(at) === at) return undefined;
  }
}

/** The place that a git directory belongs to, as `GIT_DIR` names it. */
export function placeOfGitDir(directory: string, top?: string): Place | undefined {
  // `GIT_DIR` may name the `.git` file of a linked worktree.
  const named = basename(directory) === ".git" ? (gitDirOf(dirname(directory)) ?? directory) : directory;
  const gitDir = realTarget(named);
  if (!isGitDir(gitDir)) return undefined;
  const common = readText(join(gitDir, "commondir"))?.trim();
  const commonDir = common === undefined ? gitDir : realTarget(resolve(gitDir, common));
  const linked = common !== undefined && dirname(gitDir) === join(commonDir, "worktrees");
  return { top: top ?? (linked ? topOf(gitDir) : undefined), gitDir, commonDir, linked };
}

function topOf(gitDir: string): string | undefined {
  const marker = readText(join(gitDir, "gitdir"))?.replace(/\r?\n$/, "");
  return marker === undefined ? undefined : dirname(realTarget(resolve(gitDir, marker)));
}

/** What git itself asks of a git directory. */
const isGitDir = (directory: string): boolean =>
  stat(join(directory, "HEAD")) !== undefined &&
  (stat(join(directory, "commondir")) !== undefined ||
    (isDirectory(join(directory, "objects")) && isDirectory(join(directory, "refs"))));

const isDirectory = (path: string): boolean => stat(path)?.isDirectory() === true;

function stat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** More links than this in one path are a circle. */
const mostLinks = 40;

/**
 * Where writing to a path would end up: links are followed, also one whose target is not there yet, and what does not
 * exist is taken as it is named.
 */
export function realTarget(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const real = join(realTarget(parent, links), basename(path));
    if (links > mostLinks) return real;
    try {
      if (!lstatSync(real).isSymbolicLink()) return real;
      return realTarget(resolve(dirname(real), readlinkSync(real)), links + 1);
    } catch {
      return real;
    }
  }
}
