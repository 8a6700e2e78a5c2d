import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import type { ForecastPair } from "../../engine/forecast.js";
import { type ListRow, list, rowsOf } from "../../engine/list.js";
import { type CellContext, type ColumnName, chosenColumns, columns, costs, isMarked } from "../columns.js";
import type { CommandModule } from "../command.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { observedText } from "../observed.js";
import { tableText } from "../render/table.js";

const flags = z.object({ columns: textFlag, all: flag });

/** Shows the worktrees. What a column needs is found out only when the column is asked for. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const given = readFlags(flags, options);
  const names = chosenColumns(given.columns);
  return cli.engine(async (engine) => {
    const rows = await rowsFor(engine, names, given.all);
    const conflicts = costs(names, "forecast") ? await conflictsOf(engine, rows) : new Map<string, number>();
    if (cli.globals.json) {
      const texts = rows.map((row) =>
        observedText(row, { conflictFiles: conflicts.get(row.record.id) ?? null }),
      );
      cli.jsonText(`{"worktrees":[${texts.join(",")}]}`);
      return 0;
    }
    if (rows.length === 0) {
      cli.say("no worktrees; coppice create <branch> makes one");
      return 0;
    }
    const context: CellContext = { paint: cli.paint, now: engine.now(), conflicts };
    cli.progress.stop();
    cli.io.stdout.write(
      await tableText(
        names.map((name) => cli.paint.dim(columns[name].head)),
        rows.map((row) => names.map((name) => columns[name].cell(row, context))),
      ),
    );
    if (names.includes("state") && rows.some(({ observed }) => isMarked(observed)))
      cli.say("!: coppice show <worktree> says what does not fit");
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

/** In how many files each would conflict with base now; rows of which it cannot be told are left out. */
async function conflictsOf(engine: Engine, rows: readonly ListRow[]): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, number>();
  const apart: ListRow[] = [];
  for (const row of rows) {
    if (row.ahead === null || row.behind === null) continue;
    if (row.ahead === 0 || row.behind === 0) files.set(row.record.id, 0);
    else apart.push(row);
  }
  if (apart.length === 0) return files;
  const { forecast } = await import("../../engine/forecast.js");
  const { pairs } = await forecast(
    engine,
    apart.map(({ record }) => record.branch),
  );
  const byBranch = new Map<string, ForecastPair>(pairs.map((pair) => [pair.branch, pair]));
  for (const { record } of apart) {
    const pair = byBranch.get(record.branch);
    if (pair?.outcome === "clean" || pair?.outcome === "conflict") files.set(record.id, pair.total);
  }
  return files;
}
