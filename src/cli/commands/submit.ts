import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { submit, withdraw } from "../../engine/submit.js";
import { strategySchema } from "../../lifecycle/events.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { UsageError } from "../failure.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { short } from "../render/words.js";
import { withPath } from "../worktree.js";

const flags = z.object({
  remote: textFlag,
  strategy: z.optional(strategySchema),
  // What is not said on the command line is the config's to say.
  keep: z.optional(z.literal(true)),
  withdraw: flag,
});

/** Asks for a merge over there, or takes the request back. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { remote, strategy, keep, withdraw: takeBack } = readFlags(flags, options);
  if (takeBack && (strategy !== undefined || keep !== undefined)) {
    throw new UsageError(
      "--withdraw takes neither --strategy nor --keep",
      "Leave them out: a request is withdrawn as it was made.",
    );
  }
  const where = remote === undefined ? {} : { remote };
  return cli.engine((engine) =>
    takeBack
      ? withdrawOne(cli, engine, args[0], where)
      : submitOne(cli, engine, args[0], {
          ...where,
          ...(strategy === undefined ? {} : { strategy }),
          ...(keep === undefined ? {} : { keep }),
        }),
  );
};

async function submitOne(
  cli: Cli,
  engine: Engine,
  name: string | undefined,
  options: Parameters<typeof submit>[2],
): Promise<number> {
  const { record, remote, headOid, outcome } = await submit(engine, name, options);
  if (cli.globals.json) cli.json({ ...withPath(engine, record), outcome, remote });
  const { request } = record;
  const target = visible(request?.target ?? record.base ?? "");
  const how = request === null ? "" : ` (${request.strategy}${request.keep ? ", worktree kept" : ""})`;
  cli.say(
    outcome === "unchanged"
      ? `${visible(record.branch)} was submitted already: ${short(headOid)} waits in ${visible(remote)} to be merged into ${target}${how}`
      : `submitted ${visible(record.branch)} ${short(headOid)} to ${visible(remote)}, to be merged into ${target}${how}`,
  );
  return 0;
}

async function withdrawOne(
  cli: Cli,
  engine: Engine,
  name: string | undefined,
  options: { readonly remote?: string },
): Promise<number> {
  const { record, remote } = await withdraw(engine, name, options);
  if (cli.globals.json) cli.json({ ...withPath(engine, record), outcome: "withdrawn", remote });
  const where = remote === null ? "" : ` in ${visible(remote)}`;
  cli.say(`withdrew the request to merge ${visible(record.branch)}${where}`);
  return 0;
}
