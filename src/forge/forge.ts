import type { BranchName } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";

type PullRequest = NonNullable<WorktreeRecord["pr"]>;

/** A pull request as the forge tells it now: what the journal keeps, and what a worktree of it needs. */
export interface ForgePullRequest extends PullRequest {
  /** What is to be merged. Its branch is a name in somebody's repository: only ours has to be one that git takes. */
  readonly head: { readonly branch: string; readonly fork: boolean };
  readonly base: { readonly branch: BranchName };
}

/**
 * Where the repository is hosted, for one repository. What it answers has been checked; every error is one of the
 * catalogue and says in one sentence what is missing.
 */
export interface Forge {
  /** `owner/name`, for messages. */
  readonly repository: string;
  /**
   * One pull request by its number.
   * @throws FETCH_FAILED (also: there is none, or the token may not see it), PERMISSION_DENIED, RATE_LIMITED, TIMEOUT,
   *   INTERRUPTED
   */
  pullRequest(number: number): Promise<ForgePullRequest>;
}
