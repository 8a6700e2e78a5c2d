import * as z from "zod/mini";
import { follow } from "../../engine/follow.js";
import type { CommandModule } from "../command.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { visibleJson } from "../render/visible.js";

const flags = z.object({ follow: flag, since: textFlag });

/** Tells what the worktrees' transitions publish, a line of JSON each. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const given = readFlags(flags, options);
  const { stdout, signal } = cli.io;
  return cli.engine(async (engine) => {
    const events = follow(engine, {
      follow: given.follow,
      ...(given.since === undefined ? {} : { since: given.since }),
      ...(stdout.ended === undefined ? {} : { signal: stdout.ended }),
    });
    cli.progress.stop();
    for await (const event of events) stdout.write(`${visibleJson(JSON.stringify(event))}\n`);
    return signal.aborted ? EXIT_INTERRUPTED : 0;
  });
};
