import { type Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts } from "./facts.js";
import type { EffectRunner } from "./interpret.js";
import { type RecordSession } from "./session.js";
export interface CommitOptions {
    readonly message: string;
    /** As `git commit --author` takes it: `Name <address>`. */
    readonly author?: string;
}
/**
 * Commits everything that changed in a worktree, untracked files too. The person's hooks run, as for a plain
 * `git commit`; one that refuses leaves the index as it was.
 * @throws INVALID_STATE (nothing to commit, unmerged files, conflict markers), WORKTREE_NOT_FOUND, COMMIT_FAILED
 */
export declare function commit(engine: Engine, name: string | undefined, options: CommitOptions): Promise<{
    readonly record: WorktreeRecord;
    readonly sha: Oid;
}>;
/** The same under a lock that is held. */
export declare function commitSession(session: RecordSession, options: CommitOptions): Promise<{
    readonly record: WorktreeRecord;
    readonly sha: Oid;
}>;
/** Decides about a commit and opens it; the effects are the caller's to run. */
export declare function openCommit(session: RecordSession, seen: WorktreeFacts, options: CommitOptions): Promise<{
    op: string & import("zod/mini").$brand<"OpId">;
    effects: readonly import("../index.js").Effect[];
}>;
/** What is committed must be the task's: someone may have switched to another branch in its worktree. */
export declare function refuseOtherBranch(record: WorktreeRecord, { status }: WorktreeFacts): void;
/** Runs `commitChanges`: everything is staged and committed, by the person's hooks and signing. */
export declare function commitRunner(session: RecordSession): EffectRunner<"commitChanges">;
/** Tells Coppice's hooks that this git call is ours, so that nothing is recorded twice. */
export declare const ownCall: ({ id, record }: RecordSession) => Record<string, string>;
/**
 * Whether to sign, and whether it can be done: a key that is missing must not change what the command results in.
 * Tried on a commit that no ref will name, because a failed `git commit` would run the hooks twice.
 */
export declare function commitSigning(engine: Engine, record: WorktreeRecord): Promise<boolean>;
