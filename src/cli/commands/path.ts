import { findRecord } from "../../engine/find.js";
import { worktreePath } from "../../engine/place.js";
import type { CommandModule } from "../command.js";
import { visible } from "../render/visible.js";

/** Prints a worktree's directory, for scripts byte for byte. */
export const run: CommandModule["run"] = (cli, args) =>
  cli.engine(async (engine) => {
    const path = worktreePath(engine, await findRecord(engine, args[0]));
    if (cli.globals.json) cli.json({ path });
    else cli.print(cli.io.stdout.isTTY ? visible(path) : path);
    return 0;
  });
