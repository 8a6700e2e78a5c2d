import { type Floor, parallelism } from "../support.js";

/** Which of some worktrees are dirty: one bare `git status` for each, as many at once as Coppice runs. */
export const statusFloor = (paths: readonly string[]): Floor => ({
  commands: paths.map((path) => ({ argv: ["git", "-C", path, "status", "--porcelain"] })),
  parallelism,
});
