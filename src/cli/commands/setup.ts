import { setup } from "../../engine/setup.js";
import type { CommandModule } from "../command.js";
import { visible } from "../render/visible.js";
import { statusText } from "../render/words.js";
import { trustOnRequest } from "../trust.js";
import { tell } from "../worktree.js";

/** Runs the setup again. */
export const run: CommandModule["run"] = (cli, args) =>
  cli.engine(async (engine) => {
    const record = await trustOnRequest(cli, engine, () => setup(engine, args[0]));
    tell(cli, engine, record, `set up ${visible(record.branch)}, ${statusText(record.status, cli.paint)}`);
    return 0;
  });
