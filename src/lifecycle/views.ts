import { match } from "ts-pattern";
import type { WorktreeRecord } from "./record.js";

/** What only the clone that runs the command knows; null where it does not hold the worktree. */
export interface LocalPlace {
  /** The repository's directory name. */
  readonly repoName: string;
  /** The main worktree, or the bare repository: absolute. */
  readonly repoPath: string;
  /** The worktree's directory, absolute; null: it has none here. */
  readonly worktreePath: string | null;
  /** What a look at it tells and the journal does not yet. */
  readonly seen?: "disappeared" | "interrupted";
}

/** The states that tools which manage workspaces speak of. */
export type WorkspaceStatus = "creating" | "active" | "closing" | "failed" | "broken" | "stuck";

/** One worktree as a workspace. Field names are those of the tools that read it. */
export interface WorkspaceView {
  readonly version: 1;
  readonly type: "worktree" | "home";
  /** Null: the worktree is removed, there is no workspace any more. */
  readonly status: WorkspaceStatus | null;
  readonly repo_name: string | null;
  readonly branch_name: string;
  readonly parent_branch: string | null;
  readonly parent_repo: string | null;
  readonly worktree_path: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

function failedStatus({ lastError }: WorktreeRecord): WorkspaceStatus {
  // Something disappeared, whatever was tried when it was noticed.
  if (lastError?.code === "WORKTREE_NOT_FOUND") return "broken";
  return match(lastError?.operation)
    .returnType<WorkspaceStatus>()
    .with("create", "init", () => "failed")
    .with("observe", () => "broken")
    .with("commit", "merge", "resolve", "remove", undefined, () => "stuck")
    .exhaustive();
}

/** How workspace tools call the state; null when the worktree is removed. */
export const workspaceStatus = (record: WorktreeRecord): WorkspaceStatus | null =>
  match(record.status)
    .returnType<WorkspaceStatus | null>()
    .with("creating", "initializing", () => "creating")
    .with("active", "dirty", "committing", "merging", () => "active")
    .with("conflict", () => "stuck")
    .with("removing", () => "closing")
    .with("error", () => failedStatus(record))
    .with("removed", () => null)
    .exhaustive();

/** What it will be when somebody has journaled what is seen. */
const seenStatus = (record: WorktreeRecord, seen: LocalPlace["seen"]): WorkspaceStatus | null =>
  match(record.status)
    .with("creating", "initializing", () => (seen === "interrupted" ? "failed" : workspaceStatus(record)))
    .with("committing", "merging", "removing", () =>
      seen === "interrupted" ? "stuck" : workspaceStatus(record),
    )
    .with("active", "dirty", "conflict", () => (seen === "disappeared" ? "broken" : workspaceStatus(record)))
    .with("error", "removed", () => workspaceStatus(record))
    .exhaustive();

/** The record as a workspace; what depends on this clone is null without its facts. */
export const workspaceView = (record: WorktreeRecord, local: LocalPlace | null): WorkspaceView => ({
  version: 1,
  type: record.type,
  status: seenStatus(record, local?.seen),
  repo_name: local?.repoName ?? null,
  branch_name: record.branch,
  parent_branch: record.base,
  parent_repo: local?.repoPath ?? null,
  worktree_path: record.type === "home" ? null : (local?.worktreePath ?? null),
  created_at: record.createdAt,
  updated_at: record.updatedAt,
});

/** What the tools that keep metadata beside a worktree read. */
export type MetadataView = Pick<
  WorktreeRecord,
  "branch" | "createdAt" | "pr" | "initScriptRan" | "initScriptStatus" | "initScriptError"
>;

/** The record as metadata. */
export const metadataView = (record: WorktreeRecord): MetadataView => ({
  branch: record.branch,
  createdAt: record.createdAt,
  pr: record.pr,
  initScriptRan: record.initScriptRan,
  initScriptStatus: record.initScriptStatus,
  initScriptError: record.initScriptError,
});
