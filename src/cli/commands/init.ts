import * as z from "zod/mini";
import { type InitStep, init } from "../../engine/init.js";
import { trust, trustedCommands } from "../../engine/trust.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { flag, readFlags } from "../flags.js";
import { visible } from "../render/visible.js";
import { allowed } from "../trust.js";

const flags = z.object({ yes: flag });

/** Prepares a repository, says what it did, and asks about the config's commands where somebody can answer. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const { yes } = readFlags(flags, options);
  return cli.engine(async (engine) => {
    const result = await init(engine);
    for (const step of result.steps) cli.say(stepLine(cli, step));
    const open = (await trustedCommands(engine)).filter(({ trusted }) => !trusted);
    const trusting =
      open.length > 0 &&
      !yes &&
      (await allowed(
        cli,
        open.map(({ command }) => command),
      ));
    if (trusting) await trust(engine);
    if (cli.globals.json) cli.json(result);
    else if (!result.changed && !trusting) cli.say("everything was there already");
    return 0;
  });
};

const subjects: Readonly<Record<InitStep["name"], string>> = {
  config: "config file",
  exclude: "worktrees kept out of git status",
  refspec: "git fetch brings journals of other clones",
  hooks: "git hooks",
};

function stepLine(cli: Cli, { name, outcome, detail }: InitStep): string {
  const mark = { made: cli.paint.green("made"), kept: cli.paint.dim("kept"), none: cli.paint.dim("none") }[
    outcome
  ];
  return `${mark}  ${subjects[name]}: ${visible(detail)}`;
}
