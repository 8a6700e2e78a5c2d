import * as z from "zod/mini";
import { task } from "../../engine/task.js";
import { taskProblem } from "../../engine/task-words.js";
import type { CommandModule } from "../command.js";
import { UsageError } from "../failure.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { tell } from "../worktree.js";

const flags = z.object({ status: z.string(), title: textFlag, id: textFlag });

/** Says how far a worktree's task is. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { status, title, id } = readFlags(flags, options);
  const problem = taskProblem({ status, title, id });
  if (problem !== undefined) throw new UsageError(problem.what, problem.advice);
  return cli.engine(async (engine) => {
    const record = await task(engine, args[0], {
      status,
      ...(title === undefined ? {} : { title }),
      ...(id === undefined ? {} : { id }),
    });
    const named = record.task?.id === record.branch ? "" : ` (${visible(record.task?.id ?? "")})`;
    tell(cli, engine, record, `the task of ${visible(record.branch)}${named} is ${visible(status)}`);
    return 0;
  });
};
