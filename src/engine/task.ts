import { CoppiceError } from "../lifecycle/errors.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { RecordSession } from "./session.js";
import { taskProblem } from "./task-words.js";

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
export async function task(
  engine: Engine,
  name: string | undefined,
  { status, title, id }: TaskOptions,
): Promise<WorktreeRecord> {
  const problem = taskProblem({ status, title, id });
  if (problem !== undefined) {
    throw new CoppiceError("INVALID_STATE", `Nothing was said of the task: ${problem.what}.`, {
      details: { event: "TASK", reason: problem.what },
      suggestedAction: problem.advice,
    });
  }
  const found = await findRecord(engine, name);
  const session = await RecordSession.watch(engine, found.id);
  const { record } = session;
  return session.note({
    type: "TASK",
    id: id ?? record.task?.id ?? record.branch.slice(0, longestId),
    status,
    ...(title === undefined ? {} : { title }),
  });
}

const longestId = 255;
