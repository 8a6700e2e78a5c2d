import * as z from "zod/mini";
import { lock } from "../../engine/lock.js";
import type { CommandModule } from "../command.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { tell } from "../worktree.js";

const flags = z.object({ reason: textFlag });

/** Keeps a worktree from being removed. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { reason } = readFlags(flags, options);
  return cli.engine(async (engine) => {
    const record = await lock(engine, args[0], reason);
    tell(
      cli,
      engine,
      record,
      `locked ${visible(record.branch)}${reason === undefined ? "" : `: ${visible(reason)}`}`,
    );
    return 0;
  });
};
