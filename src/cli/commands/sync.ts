import * as z from "zod/mini";
import { sync } from "../../engine/exchange.js";
import type { CommandModule } from "../command.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";

const flags = z.object({ remote: textFlag });

/** Exchanges journals with a remote. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const { remote } = readFlags(flags, options);
  return cli.engine(async (engine) => {
    const synced = await sync(engine, remote === undefined ? {} : { remote });
    if (cli.globals.json) cli.json(synced);
    const done = [
      ...(synced.received ? ["received what it had"] : []),
      ...(synced.sent ? ["sent what was new here"] : []),
    ];
    const name = visible(synced.remote);
    cli.say(done.length === 0 ? `${name} and this clone agree` : `${name}: ${done.join(", ")}`);
    for (const branch of synced.cleanedUp)
      cli.say(`${visible(branch)} has landed; its worktree and branch are removed`);
    return 0;
  });
};
