import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";

/** What the commands of a worktree are told in their environment; what its record does not have is empty. */
export const recordVariables = (
  engine: Engine,
  record: WorktreeRecord,
  path: string,
): Record<string, string> => ({
  COPPICE_WORKTREE: path,
  COPPICE_BRANCH: record.branch,
  COPPICE_BASE: record.base ?? "",
  COPPICE_MAIN: engine.repo.mainWorktree ?? engine.repo.root,
  COPPICE_ROLE: record.role ?? "",
  COPPICE_SESSION: record.session ?? "",
});
