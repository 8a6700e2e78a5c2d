import * as z from "zod/mini";
import { task, taskStatuses } from "../../engine/task.js";
import type { CommandModule } from "../command.js";
import { UsageError } from "../failure.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { tell } from "../worktree.js";

const flags = z.object({ status: z.string(), title: textFlag, id: textFlag });

/** Says how far a worktree's task is. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { status, title, id } = readFlags(flags, options);
  checkWords(status, title, id);
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

const plain = (status: string): string => status.toLowerCase().replaceAll(/[\s_-]+/g, "");

function checkWords(status: string, title: string | undefined, id: string | undefined): void {
  for (const [name, text, most] of [
    ["status", status, 255],
    ["title", title, 1024],
    ["id", id, 255],
  ] as const) {
    if (text === undefined) continue;
    if (text.trim() === "") throw new UsageError(`the task's ${name} is empty`, `Say one with --${name}.`);
    if (text.length > most)
      throw new UsageError(`the task's ${name} is longer than ${most} characters`, "Say it shorter.");
  }
  // Pruning knows these words alone: what only looks like one would not do what it seems to.
  const meant = taskStatuses.find((known) => known !== status && plain(known) === plain(status));
  if (meant !== undefined)
    throw new UsageError(`the status '${status}' is none that pruning knows`, `Write ${meant}.`);
}
