import * as z from "zod/mini";
import { retry } from "../../engine/retry.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { onFlag, readFlags } from "../flags.js";
import { visible } from "../render/visible.js";
import { statusText } from "../render/words.js";
import { trustOnRequest } from "../trust.js";
import { tell } from "../worktree.js";

const flags = z.object({ run: onFlag });

/** Goes on after an error, or only back to the state before it. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const given = readFlags(flags, options);
  return cli.engine(async (engine) => {
    const record = await trustOnRequest(cli, engine, () => retry(engine, args[0], { run: given.run }));
    tell(cli, engine, record, textOf(record, cli));
    return 0;
  });
};

/** What was retried may have been all that was left to do. */
function textOf({ branch, status, landed }: WorktreeRecord, { paint }: Cli): string {
  if (status !== "removed") return `${visible(branch)} is ${statusText(status, paint)} again`;
  return landed === null
    ? `removed ${visible(branch)}`
    : `${visible(branch)} is merged into ${visible(landed.target)} and removed`;
}
