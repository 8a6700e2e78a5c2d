import { type Floor, parallelism } from "../support.js";

/** Which of some worktrees are dirty: one bare `git status` for each, as many at once as Coppice runs. */
export const statusFloor = (paths: readonly string[]): Floor => ({
  commands: paths.map((path) => ({ argv: ["git", "-C", path, "status", "--porcelain"] })),
  parallelism,
});

/** Which worktrees there are, on which commits their branches stand, and what is noted of each: nothing made of it. */
export const tableFloor = (repository: string, oids: string): Floor => ({
  commands: [
    { argv: ["git", "-C", repository, "worktree", "list", "--porcelain"] },
    { argv: ["git", "-C", repository, "for-each-ref"] },
    { argv: ["git", "-C", repository, "ls-tree", "-r", "refs/notes/coppice"] },
    { argv: ["git", "-C", repository, "cat-file", "--batch"], stdin: oids },
  ],
});
