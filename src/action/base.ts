import { isTaskBranch } from "../config/task-branches.js";
import { CoppiceError } from "../lifecycle/errors.js";

/**
 * A base that is a task branch by its name would be merged into itself, and pruned.
 * @throws CONFIG_INVALID naming the pattern
 */
export function refuseBaseAsTask(base: string, taskBranches: readonly string[]): void {
  const pattern = taskBranches.find((one) => isTaskBranch({ taskBranches: [one] }, base));
  if (pattern === undefined) return;
  throw new CoppiceError(
    "CONFIG_INVALID",
    `The pattern ${JSON.stringify(pattern)} of task-branches matches the base branch ${JSON.stringify(base)}.`,
    {
      details: { key: "task-branches", base },
      suggestedAction: "Choose patterns that only task branches match: task/** is the default.",
    },
  );
}
