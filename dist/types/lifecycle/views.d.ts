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
/** How workspace tools call the state; null when the worktree is removed. */
export declare const workspaceStatus: (record: WorktreeRecord) => WorkspaceStatus | null;
/** The record as a workspace; what depends on this clone is null without its facts. */
export declare const workspaceView: (record: WorktreeRecord, local: LocalPlace | null) => WorkspaceView;
/** What the tools that keep metadata beside a worktree read. */
export type MetadataView = Pick<WorktreeRecord, "branch" | "createdAt" | "pr" | "initScriptRan" | "initScriptStatus" | "initScriptError">;
/** The record as metadata. */
export declare const metadataView: (record: WorktreeRecord) => MetadataView;
