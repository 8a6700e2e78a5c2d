import type { CommandModule } from "../command.js";
import { shellFunction } from "../completion/scripts.js";
import { shellArgument } from "../flags.js";

/** Prints the `ccd` function for a shell. */
export const run: CommandModule["run"] = async (cli, args) => {
  cli.io.stdout.write(shellFunction(shellArgument(args)));
  return 0;
};
