import { trust, trustedCommands } from "../../engine/trust.js";
import type { CommandModule } from "../command.js";
import { visible } from "../render/visible.js";

/** Allows this clone to run the commands of the config as it is now, and shows them. */
export const run: CommandModule["run"] = (cli) =>
  cli.engine(async (engine) => {
    const added = await trust(engine);
    if (cli.globals.json) {
      cli.json({ added, commands: await trustedCommands(engine) });
      return 0;
    }
    if (added.length === 0) {
      const known = await trustedCommands(engine);
      cli.say(
        known.length === 0
          ? "the config has no commands to trust"
          : "every command of the config is trusted already",
      );
      return 0;
    }
    cli.say("this clone may now run:");
    for (const { key, command, files } of added) {
      cli.say(`  ${key}: ${cli.paint.bold(visible(command))}`);
      for (const file of files) cli.say(`    with ${visible(file)} as it is now`);
    }
    return 0;
  });
