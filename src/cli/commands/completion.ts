import type { CommandModule } from "../command.js";
import { completionScript } from "../completion/scripts.js";
import { shellArgument } from "../flags.js";

/** Prints the script that makes a shell complete `coppice`. */
export const run: CommandModule["run"] = async (cli, args) => {
  cli.io.stdout.write(completionScript(shellArgument(args)));
  return 0;
};
