import * as z from "zod/mini";
import { freshArchives } from "../../engine/archive-save.js";
import { remove } from "../../engine/remove.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { CommandModule } from "../command.js";
import { flag, readFlags } from "../flags.js";
import { visible } from "../render/visible.js";
import { forEachTarget } from "../results.js";

const flags = z.object({ force: z._default(z.number(), 0), keepBranch: flag, discard: flag });

/** Removes worktrees, one after the other. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { force, keepBranch, discard } = readFlags(flags, options);
  const level = force >= 2 ? 2 : force >= 1 ? 1 : 0;
  return cli.engine((engine) =>
    forEachTarget(cli, args, async (name) => {
      const record = await remove(engine, name, { force: level, keepBranch, discard });
      const { id, branch, status } = record;
      if (record.type === "home") {
        return {
          json: { branch, id, status, outcome: "removed", branchKept: true, archive: null },
          line: `ended the record ${branch}; the main worktree stays as it is`,
        };
      }
      const archive = level > 0 && !discard ? ((await freshArchives(engine, record))[0]?.ref ?? null) : null;
      const restored = archive === null ? "" : `; coppice restore ${shellWord(branch)} brings it back`;
      return {
        json: { branch, id, status, outcome: "removed", branchKept: keepBranch, archive },
        line: `removed ${visible(branch)}${keepBranch ? "; its branch is kept" : ""}${visible(restored)}`,
      };
    }),
  );
};
