import type { Floor } from "../support.js";

/** Finds out whether branches conflict with base by merging each in a worktree: base checked out anew, then the merge. */
export const checkFloor = (worktree: string, base: string, branches: readonly string[]): Floor => ({
  commands: branches.flatMap((branch) => [
    { argv: ["git", "-C", worktree, "checkout", "--quiet", "--detach", base] },
    { argv: ["git", "-C", worktree, "merge", "--no-ff", "--no-edit", branch] },
  ]),
});
