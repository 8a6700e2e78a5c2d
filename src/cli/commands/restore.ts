import * as z from "zod/mini";
import { restore } from "../../engine/restore.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { archiveJson, changesText } from "../archived.js";
import type { CommandModule } from "../command.js";
import { UsageError } from "../failure.js";
import { readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { statusText } from "../render/words.js";
import { withPath } from "../worktree.js";

const flags = z.object({ at: textFlag });

/** Brings a removed worktree back. */
export const run: CommandModule["run"] = (cli, [name], options) => {
  const { at } = readFlags(flags, options);
  if (name === undefined) throw new UsageError("missing required argument 'branch'", "Name what to restore.");
  return cli.engine(async (engine) => {
    const { record, path, archive } = await restore(engine, name, at === undefined ? {} : { at });
    if (cli.globals.json) {
      const { archiveDays } = engine.config.prune;
      cli.json({
        ...withPath(engine, record),
        archive: archive === null ? null : archiveJson(archive, archiveDays),
      });
      return 0;
    }
    const what = archive === null ? "its branch" : changesText(archive);
    cli.say(`restored ${visible(record.branch)} (${visible(what)}), ${statusText(record.status, cli.paint)}`);
    cli.say(`  ${visible(path)}`);
    cli.say(`  its setup was not run; coppice setup ${visible(shellWord(record.branch))} runs it`);
    return 0;
  });
};
