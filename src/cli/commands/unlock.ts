import { unlock } from "../../engine/lock.js";
import type { CommandModule } from "../command.js";
import { visible } from "../render/visible.js";
import { tell } from "../worktree.js";

/** Takes the lock away. */
export const run: CommandModule["run"] = (cli, args) =>
  cli.engine(async (engine) => {
    const record = await unlock(engine, args[0]);
    tell(cli, engine, record, `unlocked ${visible(record.branch)}`);
    return 0;
  });
