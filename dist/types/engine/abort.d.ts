import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
/**
 * Gives up a merge that runs, was interrupted, or conflicts. Only what Coppice began in the task's worktree is undone;
 * a person's own merge, and a resolution that was committed, stay.
 * @throws INVALID_STATE where there is no merge to give up, ABORT_FAILED
 */
export declare function abort(engine: Engine, name: string | undefined, reason?: string): Promise<WorktreeRecord>;
