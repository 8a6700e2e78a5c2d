import * as z from "zod/mini";
import { updateRole } from "../../engine/role-update.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { CommandModule } from "../command.js";
import { flag, readFlags } from "../flags.js";
import { visible } from "../render/visible.js";
import { roleActions } from "../role-actions.js";
import { withPath } from "../worktree.js";

const flags = z.object({ force: flag });
const action = z.enum(roleActions);

/** Copies the files of a worktree's role again. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { force } = readFlags(flags, options);
  action.parse(args[0]);
  return cli.engine(async (engine) => {
    const { record, copied, kept, removed, archive } = await updateRole(engine, args[1], { force });
    const { id, branch, role } = record;
    if (cli.globals.json) {
      const { path } = withPath(engine, record);
      cli.json({ id, branch, role, path, copied, kept, removed, archive });
      return 0;
    }
    for (const file of copied) cli.say(`copied ${visible(file)}`);
    for (const file of removed) cli.say(`removed ${visible(file)}: the role has it no more`);
    if (archive !== null)
      cli.say(`what was edited is archived: git show ${visible(shellWord(`${archive}:ignored/<file>`))}`);
    if (kept.length > 0)
      engine.report.warn(
        `Edited in the worktree, and left as they are: ${kept.map(visible).join(", ")}. --force archives them and copies them again.`,
      );
    if (copied.length + removed.length + kept.length === 0)
      cli.say(`the files of ${visible(branch)} are those of the role ${visible(role ?? "")}`);
    return 0;
  });
};
