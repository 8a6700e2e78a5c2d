import type { Floor } from "../support.js";

/** Merges branches one after the other in a worktree that has base checked out. The first would be a fast-forward. */
export const mergeFloor = (worktree: string, branches: readonly string[]): Floor => ({
  commands: branches.map((branch) => ({
    argv: ["git", "-C", worktree, "merge", "--no-ff", "--no-edit", branch],
  })),
});
