import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { type ListOptions, list } from "../../engine/list.js";
import { conflictCounts } from "../../engine/list-conflicts.js";
import {
  type CellContext,
  type ColumnName,
  cellOf,
  chosenColumns,
  columns,
  costs,
  fitting,
  isMarked,
} from "../columns.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { observedText } from "../observed.js";
import { canRedraw } from "../render/live-lines.js";
import type { LiveList } from "../render/live-list.js";
import { tableText } from "../render/table.js";

const flags = z.object({ columns: textFlag, all: flag });

/** Shows the worktrees. What a column needs is found out only when the column is asked for. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const given = readFlags(flags, options);
  const names = chosenColumns(given.columns);
  const looks = {
    // JSON tells each path, whatever the columns.
    places: cli.globals.json || costs(names, "places"),
    dirtiness: costs(names, "dirtiness"),
    aheadBehind: costs(names, "aheadBehind"),
    removed: given.all,
  };
  return cli.engine(async (engine) => {
    const live = await liveListFor(cli, engine, names);
    try {
      await show(cli, live?.engine ?? engine, names, looks, live);
      return 0;
    } finally {
      live?.stop();
    }
  });
};

async function show(
  cli: Cli,
  engine: Engine,
  names: readonly ColumnName[],
  looks: ListOptions,
  live: LiveList | undefined,
): Promise<void> {
  const rows = await list(engine, looks, live);
  const conflicts = costs(names, "forecast") ? await conflictCounts(engine, rows) : new Map<string, number>();
  if (cli.globals.json) {
    const texts = rows.map((row) =>
      observedText(row, { conflictFiles: conflicts.get(row.record.id) ?? null }),
    );
    cli.jsonText(`{"worktrees":[${texts.join(",")}]}`);
    return;
  }
  if (rows.length === 0) {
    cli.say("no worktrees; coppice create <branch> makes one");
    return;
  }
  const context: CellContext = { paint: cli.paint, now: engine.now(), clone: engine.clone, conflicts };
  cli.progress.stop();
  const text = await tableText(
    names.map((name) => cli.paint.dim(columns[name].head)),
    rows.map((row) => names.map((name) => cellOf(name, row, context))),
    fitting(names, cli.io.stdout.columns),
  );
  if (live === undefined) cli.io.stdout.write(text);
  else live.end(text);
  if (names.includes("state") && rows.some(({ observed }) => isMarked(observed)))
    cli.say("!: coppice show <worktree> says what does not fit");
}

/** On a terminal, when there is something to wait for: the list shows what is known already. */
async function liveListFor(
  cli: Cli,
  engine: Engine,
  names: readonly ColumnName[],
): Promise<LiveList | undefined> {
  const isSlow = (["dirtiness", "aheadBehind"] as const).some((cost) => costs(names, cost));
  if (!isSlow || cli.globals.json || !canRedraw(cli.io.stdout, cli.io.env)) return undefined;
  const { LiveList } = await import("../render/live-list.js");
  cli.progress.stop();
  return new LiveList(cli.io.stdout, cli.paint, engine, names);
}
