import type { Cli } from "../context.js";
import { failureOf } from "../failure.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { failureText } from "../render/failure.js";
import { tableLines } from "./cells.js";
import { changesBetween } from "./changes.js";
import type { Look } from "./model.js";
import { Source } from "./source.js";

/** Prints the table, then a line for each change, until a signal ends it. @returns the exit code */
export async function watchInLines(cli: Cli): Promise<number> {
  const { signal } = cli.io;
  let before: Look | undefined;
  let failure = "";
  const source: Source = new Source({
    cli,
    wanted: () => source.look.rows.map(({ record }) => record.id),
    isBusy: () => false,
    told: (look) => {
      failure = "";
      if (before === undefined) return;
      for (const line of changesBetween(before, look)) cli.print(line);
      before = look;
    },
    failed: (error) => {
      const text = failureText(failureOf(error), cli.paint);
      // What goes on failing is told once.
      if (text !== failure && !signal.aborted) cli.io.stderr.write(text);
      failure = text;
    },
  });
  const stop = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    const starting = source.start();
    await Promise.race([starting, stop]);
    if (!signal.aborted) {
      before = source.look;
      printTable(cli, source.look);
      await stop;
    }
    await starting.catch(() => {});
  } finally {
    await source.stop();
  }
  return EXIT_INTERRUPTED;
}

function printTable(cli: Cli, { rows, clone, conflicts, now }: Look): void {
  if (rows.length === 0) {
    cli.say("no worktrees; coppice create <branch> makes one");
    return;
  }
  const table = tableLines(rows, { paint: cli.paint, now, clone, conflicts }, Number.POSITIVE_INFINITY);
  for (const line of [cli.paint.dim(table.head), ...table.rows]) cli.print(line);
}
