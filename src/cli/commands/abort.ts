import { abort } from "../../engine/abort.js";
import type { CommandModule } from "../command.js";
import { visible } from "../render/visible.js";
import { statusText } from "../render/words.js";
import { tell } from "../worktree.js";

/** Gives up a merge. */
export const run: CommandModule["run"] = (cli, args) =>
  cli.engine(async (engine) => {
    const record = await abort(engine, args[0]);
    tell(
      cli,
      engine,
      record,
      `aborted the merge of ${visible(record.branch)}, ${statusText(record.status, cli.paint)}`,
    );
    return 0;
  });
