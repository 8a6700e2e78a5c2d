/** What a repository, its worktrees and its journals come to, without times, ids and names of directories. */
export interface Projection {
  readonly state: State;
  /** Every object that some ref leads to, in the repository, its remote and its other clones. */
  readonly reachable: readonly string[];
  /** The stamps of all entries of the journals. */
  readonly lines: readonly string[];
  /** Files with their contents, of every worktree: blob oids. */
  readonly blobs: readonly string[];
  /** What a command must not leave behind. */
  readonly leftovers: readonly string[];
}

/** What has to be equal after two operations at once and after some order of them. */
export interface State {
  /** By repository and branch: what the commit is, with all that lies behind it. */
  readonly branches: Readonly<Record<string, string>>;
  readonly worktrees: Readonly<Record<string, WorktreeState>>;
  /** By clone and branch, the oldest first. */
  readonly records: Readonly<Record<string, readonly RecordState[]>>;
}

export interface WorktreeState {
  readonly branch: string;
  /** Path to content. */
  readonly files: Readonly<Record<string, string>>;
  /** As `git status` tells it. */
  readonly changes: readonly string[];
}

export type RecordState = Readonly<Record<string, string | boolean | null>>;
