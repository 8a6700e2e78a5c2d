import type { CommandModule } from "../command.js";
import { UsageError } from "../failure.js";
import { canRedraw } from "../render/live-lines.js";

/** Shows the worktrees as they are now, again and again: on a whole screen, or in lines where there is none. */
export const run: CommandModule["run"] = async (cli) => {
  if (cli.globals.json) {
    throw new UsageError(
      "watch has no JSON form",
      "coppice events --follow prints each change as JSON, coppice list --json the state.",
    );
  }
  const { stdin, stdout } = process;
  const isScreen = canRedraw(cli.io.stdout, cli.io.env) && stdin.isTTY === true && stdout.isTTY === true;
  if (!isScreen) return (await import("../watch/plain.js")).watchInLines(cli);
  return (await import("../watch/app.js")).watchOnScreen(cli, { stdin, stdout });
};
