import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { type ListRow, list, rowsOf } from "../../engine/list.js";
import { type CellContext, type ColumnName, chosenColumns, columns, costs } from "../columns.js";
import type { CommandModule } from "../command.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { observedJson } from "../observed.js";
import { tableText } from "../render/table.js";

const flags = z.object({ columns: textFlag, all: flag });

/** Shows the worktrees. What a column needs is found out only when the column is asked for. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const given = readFlags(flags, options);
  const names = chosenColumns(given.columns);
  return cli.engine(async (engine) => {
    const rows = await rowsFor(engine, names, given.all);
    if (cli.globals.json) {
      cli.json({ worktrees: rows.map(observedJson) });
      return 0;
    }
    if (rows.length === 0) {
      cli.say("no worktrees yet; coppice create <branch> makes one");
      return 0;
    }
    const context: CellContext = { paint: cli.paint, now: engine.now(), conflicts: new Map() };
    cli.progress.stop();
    cli.io.stdout.write(
      tableText(
        names.map((name) => cli.paint.dim(columns[name].head)),
        rows.map((row) => names.map((name) => columns[name].cell(row, context))),
      ),
    );
    return 0;
  });
};

async function rowsFor(engine: Engine, names: readonly ColumnName[], all: boolean): Promise<ListRow[]> {
  const looks = { dirtiness: costs(names, "dirtiness"), aheadBehind: costs(names, "aheadBehind") };
  if (!all) return list(engine, looks);
  const records = [...(await engine.journal.records()).values()];
  return rowsOf(
    engine,
    records.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),
    looks,
  );
}
