import * as z from "zod/mini";
import { type Forecast, type ForecastPair, forecast } from "../../engine/forecast.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { flag, readFlags } from "../flags.js";
import { tableText } from "../render/table.js";
import { visible } from "../render/visible.js";
import { plural } from "../render/words.js";

const flags = z.object({ matrix: flag, order: flag });

/** Shows what merging would conflict; changes nothing. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const given = readFlags(flags, options);
  return cli.engine(async (engine) => {
    const found = await forecast(engine, args, given);
    if (cli.globals.json) cli.json(found);
    else await print(cli, found, given.matrix);
    return 0;
  });
};

async function print(cli: Cli, { pairs, order }: Forecast, matrix: boolean): Promise<void> {
  if (pairs.length === 0) {
    cli.say("no worktrees to compare");
    return;
  }
  cli.progress.stop();
  cli.io.stdout.write(await (matrix ? matrixText(cli, pairs) : listText(cli, pairs)));
  if (order.length > 0) {
    cli.print();
    cli.print(cli.paint.dim("an order that conflicts least"));
    for (const [number, { branch, base, outcome }] of order.entries()) {
      cli.print(`  ${number + 1}. ${visible(branch)} into ${visible(base)}: ${outcomeText(cli, outcome)}`);
    }
  }
  cli.say(cli.paint.dim("only commits count; uncommitted changes are left out"));
}

const outcomeText = (cli: Cli, outcome: ForecastPair["outcome"]): string => {
  const { paint } = cli;
  switch (outcome) {
    case "clean":
      return paint.green("clean");
    case "conflict":
      return paint.red("conflict");
    case "contained":
      return paint.dim("nothing to merge");
    case "unrelated":
      return paint.red("no common commit");
    case "unknown":
      return paint.yellow("cannot be told");
  }
};

const NAMED_FILES = 3;

/** The files with what kind of conflict each is, or why nothing can be told. */
function detailText({ files, total, reason }: ForecastPair): string {
  if (reason !== null) return visible(reason);
  const named = files
    .slice(0, NAMED_FILES)
    .map(({ path, kind }) => `${visible(path)} (${kind})`)
    .join(", ");
  return total > NAMED_FILES ? `${named} and ${total - NAMED_FILES} more` : named;
}

const listText = (cli: Cli, pairs: readonly ForecastPair[]): Promise<string> =>
  tableText(
    ["branch", "with", "merge", "files"].map(cli.paint.dim),
    pairs.map((pair) => [
      visible(pair.branch),
      visible(pair.with),
      outcomeText(cli, pair.outcome),
      detailText(pair),
    ]),
  );

const untroubled: readonly ForecastPair["outcome"][] = ["clean", "contained"];

/** Up to so many branches fit beside each other. */
const WIDEST = 8;

/** A square of branches, or, where that would be too wide, the pairs that do not merge cleanly. */
async function matrixText(cli: Cli, pairs: readonly ForecastPair[]): Promise<string> {
  const rows = [...new Set(pairs.map(({ branch }) => branch))];
  const columns = [...new Set(pairs.map((pair) => pair.with))];
  const troubled = pairs.filter(({ outcome }) => !untroubled.includes(outcome));
  if (columns.length > WIDEST) {
    const clean = pairs.length - troubled.length;
    return `${await listText(cli, troubled)}${plural(clean, "other pair")} without a conflict\n`;
  }
  const square = await tableText(
    ["", ...columns].map((name) => cli.paint.dim(visible(name))),
    rows.map((row) => [
      visible(row),
      ...columns.map((column) => {
        const pair = pairs.find((one) => one.branch === row && one.with === column);
        return pair === undefined ? "" : outcomeText(cli, pair.outcome);
      }),
    ]),
  );
  return troubled.length === 0 ? square : `${square}\n${await listText(cli, troubled)}`;
}
