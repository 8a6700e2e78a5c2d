import * as z from "zod/mini";
import { commit } from "../../engine/commit.js";
import { commitProblem } from "../../engine/commit-words.js";
import type { CommandModule } from "../command.js";
import { UsageError } from "../failure.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { short } from "../render/words.js";
import { withPath } from "../worktree.js";

const flags = z.object({ message: z.string(), author: textFlag });

/** Commits everything that changed in a worktree. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { message, author } = readFlags(flags, options);
  const problem = commitProblem(message, author);
  if (problem !== undefined) throw new UsageError(problem.what, problem.advice);
  return cli.engine(async (engine) => {
    const { record, sha } = await commit(engine, args[0], {
      message,
      ...(author === undefined ? {} : { author }),
    });
    if (cli.globals.json) cli.json({ ...withPath(engine, record), sha });
    else
      cli.say(`committed ${visible(record.branch)} ${short(sha)}  ${visible(message.split("\n")[0] ?? "")}`);
    return 0;
  });
};
