import * as z from "zod/mini";
import { machineJson, machineMarkdown, machineMermaid } from "../../lifecycle/document.js";
import type { CommandModule } from "../command.js";
import { UsageError } from "../failure.js";
import { flag, readFlags } from "../flags.js";

const flags = z.object({ mermaid: flag, markdown: flag });

/** Prints the transition table: as markdown unless another form is asked for. */
export const run: CommandModule["run"] = async (cli, _args, options) => {
  const { mermaid, markdown } = readFlags(flags, options);
  if ([mermaid, markdown, cli.globals.json].filter(Boolean).length > 1) {
    throw new UsageError("several forms at once", "Name one of --json, --mermaid, --markdown.");
  }
  if (cli.globals.json) cli.json(machineJson());
  else cli.io.stdout.write(`${(mermaid ? machineMermaid() : machineMarkdown()).trimEnd()}\n`);
  return 0;
};
