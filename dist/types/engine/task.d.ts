import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
export { taskStatuses } from "./task-words.js";
export interface TaskOptions {
    /** `in_progress`: never pruned; `verified`: pruned when the delay for completed tasks is over; else a label. */
    readonly status: string;
    readonly title?: string;
    /** Default: the task's id as it is known; where there is none, the branch. */
    readonly id?: string;
}
/**
 * Says how far a worktree's task is. It waits for nobody: whatever runs there, it is only written down.
 * @throws NO_WORKTREE, INVALID_STATE for words that cannot be journaled or that pruning would not know
 */
export declare function task(engine: Engine, name: string | undefined, { status, title, id }: TaskOptions): Promise<WorktreeRecord>;
