import * as z from "zod/mini";
import { commit } from "../../engine/commit.js";
import type { CommandModule } from "../command.js";
import { UsageError } from "../failure.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { short } from "../render/words.js";
import { withPath } from "../worktree.js";

const flags = z.object({ message: z.string(), author: textFlag });

/** Commits everything that changed in a worktree. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { message, author } = readFlags(flags, options);
  checkWords(message, author);
  return cli.engine(async (engine) => {
    const { record, sha } = await commit(engine, args[0], {
      message,
      ...(author === undefined ? {} : { author }),
    });
    if (cli.globals.json) cli.json({ ...withPath(engine, record), sha });
    else
      cli.say(`committed ${visible(record.branch)} ${short(sha)}  ${visible(message.split("\n")[0] ?? "")}`);
    return 0;
  });
};

const longestMessage = 65_536;

/** What git would refuse after the commit was begun, or do something else with: it looks an author's name up. */
function checkWords(message: string, author: string | undefined): void {
  if (message.trim() === "") {
    throw new UsageError("the commit message is empty", "Say with --message what was done.");
  }
  if (Buffer.byteLength(message) > longestMessage) {
    throw new UsageError("the commit message is longer than 64 KiB", "Put what is so long into a file.");
  }
  if (author !== undefined && !/^[^<>\n]*<[^<>\n]*>\s*$/.test(author)) {
    throw new UsageError("the author is not written as 'Name <address>'", "Give both, in quotes.");
  }
}
