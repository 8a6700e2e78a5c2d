import { Trash } from "../../engine/trash.js";
import type { CommandModule } from "../command.js";

/** Deletes what removed worktrees have left in a worktree root. Other commands start it, and nobody waits for it. */
export const run: CommandModule["run"] = async (cli, [root]) => {
  if (root !== undefined) await new Trash({ root: cli.resolve(root) }).sweep(Date.now());
  return 0;
};
