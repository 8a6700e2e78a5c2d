import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { type MergeOutcome } from "./merge.js";
/**
 * Asks for what merging a run's work will need, before the run: nobody wants to hear of it hours later.
 * @throws UNTRUSTED, NO_WORKTREE, WORKTREE_NOT_FOUND
 */
export declare function requireMergeTrust(engine: Engine, name: string | undefined): Promise<void>;
/**
 * Commits what a run has left uncommitted and merges; a conflict goes to the resolver of the config, where there is one.
 * @param message of that commit; default: the task's title
 * @throws UNTRUSTED, INTERRUPTED, WORKTREE_NOT_FOUND; CONFLICT_RESOLUTION_FAILED when the resolver did not: the state is `conflict`
 */
export declare function mergeRun(engine: Engine, id: RecordId, message?: string): Promise<MergeOutcome>;
