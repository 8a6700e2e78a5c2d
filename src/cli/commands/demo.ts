import * as z from "zod/mini";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { CommandModule } from "../command.js";
import { play } from "../demo/play.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";

const flags = z.object({ dir: textFlag });

/** Lives a whole life on a throw-away repository and tells it. */
export const run: CommandModule["run"] = async (cli, _args, options) => {
  const { dir } = readFlags(flags, options);
  const directory = dir === undefined ? undefined : cli.resolve(dir);
  const { stage, played } = await play(cli, directory);
  if (cli.globals.json) {
    cli.json({ repository: directory === undefined ? null : stage.repository, commands: played });
    return 0;
  }
  cli.say();
  cli.say(cli.paint.bold("To look further"));
  if (directory === undefined) {
    cli.say(
      "   The repositories are gone again; coppice demo --dir garden-demo leaves them. In one of yours:",
    );
    for (const line of [
      "coppice init",
      "coppice create task/first",
      "coppice list",
      "coppice log",
      "coppice machine",
    ]) {
      cli.say(`   $ ${line}`);
    }
    return 0;
  }
  cli.say(`   $ cd ${visible(shellWord(stage.repository))}`);
  for (const line of [
    "coppice log",
    "coppice list --all",
    "git log --graph --oneline --all",
    "git notes --ref=coppice list",
    "git log --oneline origin/main",
    "coppice machine",
  ]) {
    cli.say(`   $ ${line}`);
  }
  return 0;
};
