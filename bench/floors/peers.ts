import { join } from "node:path";
import type { Floor } from "../support.js";
import { statusFloor } from "./list.js";

/** A worktree on a new branch, by plain git. */
export const createFloor = (repo: string, branch: string): Floor => ({
  commands: [
    { argv: ["git", "-C", repo, "worktree", "add", "--quiet", "-b", branch, barePath(repo, branch), "main"] },
  ],
});

/** The worktree and its branch, by plain git. */
export const removeFloor = (repo: string, branch: string): Floor => ({
  commands: [
    { argv: ["git", "-C", repo, "worktree", "remove", barePath(repo, branch)] },
    { argv: ["git", "-C", repo, "branch", "--quiet", "-d", branch] },
  ],
});

/** Which worktrees there are, and which of them are dirty. */
export const listFloors = (repo: string, paths: readonly string[]): readonly Floor[] => [
  { commands: [{ argv: ["git", "-C", repo, "worktree", "list", "--porcelain"] }] },
  statusFloor(paths),
];

/** Which branches base holds, and which of the worktrees are dirty. */
export const cleanFloors = (repo: string, paths: readonly string[]): readonly Floor[] => [
  { commands: [{ argv: ["git", "-C", repo, "for-each-ref", "--merged=main", "refs/heads"] }] },
  ...listFloors(repo, paths),
];

const barePath = (repo: string, branch: string): string => join(`${repo}-trees`, branch.replaceAll("/", "-"));
