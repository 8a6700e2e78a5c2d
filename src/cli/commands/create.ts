import * as z from "zod/mini";
import { create } from "../../engine/create.js";
import type { CommandModule } from "../command.js";
import { flag, onFlag, readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { statusText } from "../render/words.js";
import { trustOnRequest } from "../trust.js";
import { withPath } from "../worktree.js";

const flags = z.object({
  base: textFlag,
  task: textFlag,
  title: textFlag,
  adopt: flag,
  setup: onFlag,
  env: onFlag,
  install: onFlag,
  initScript: onFlag,
  lock: flag,
  print: z.optional(z.literal("path")),
});

/** Makes a worktree and sets it up. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const given = readFlags(flags, options);
  const request = {
    branch: args[0] ?? "",
    ...(given.base === undefined ? {} : { base: given.base }),
    ...(given.task === undefined ? {} : { task: given.task }),
    ...(given.title === undefined ? {} : { title: given.title }),
    adopt: given.adopt,
    lock: given.lock,
    // What is not turned off is left open: a worktree that exists already is set up by nobody.
    setup: {
      ...(given.setup && given.env ? {} : { copyEnv: false }),
      ...(given.setup && given.install ? {} : { installDeps: false }),
      ...(given.setup && given.initScript ? {} : { runInitScript: false }),
    },
  };
  return cli.engine(async (engine) => {
    const { record, path } = await trustOnRequest(cli, engine, () => create(engine, request));
    if (cli.globals.json) cli.json(withPath(engine, record));
    else if (given.print === "path") cli.print(path);
    else {
      const base = record.base === null ? "" : ` from ${visible(record.base)}`;
      cli.say(`created ${visible(record.branch)}${base}, ${statusText(record.status, cli.paint)}`);
      cli.say(`  ${visible(path)}`);
    }
    return 0;
  });
};
