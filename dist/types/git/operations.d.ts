import type { Repository } from "./repository.js";
export type GitOperation = "merge" | "rebase" | "cherry-pick" | "revert" | "bisect" | "am";
/**
 * What a worktree is in the middle of, read from the files that git keeps for it, without a process.
 * A reftable repository keeps CHERRY_PICK_HEAD and REVERT_HEAD among its refs: they are looked up there.
 */
export declare function operationInProgress(repo: Repository, gitDir: string): Promise<GitOperation | undefined>;
