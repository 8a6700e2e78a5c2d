import { resolve } from "node:path";
import * as z from "zod/mini";
import { type Imported, type ImportRow, importTold } from "../../engine/import.js";
import { type ToldForm, toldForms } from "../../lifecycle/told.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { exitCodeOf, exitCodeOfAll, failureOf, UsageError } from "../failure.js";
import { flag, readFlags } from "../flags.js";
import { visible } from "../render/visible.js";
import { tellResult, withInterruption } from "../results.js";

const flags = z.object({ dryRun: flag });

/** Takes over worktrees from the files of another tool. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const { dryRun } = readFlags(flags, options);
  const form = formOf(args[0]);
  const [, directory = ""] = args;
  if (directory === "") throw new UsageError("the directory has no name", "Name the directory of the files.");
  const path = resolve(cli.globals.cwd, directory);
  return dryRun
    ? cli.reader(async (engine) => tell(cli, await importTold(engine, form, path, { dryRun })))
    : cli.engine(async (engine) => tell(cli, await importTold(engine, form, path)));
};

function formOf(word: string | undefined): ToldForm {
  const form = toldForms.find((name) => name === word);
  if (form !== undefined) return form;
  throw new UsageError(`no files are of the form '${word ?? ""}'`, `Name one of ${toldForms.join(", ")}.`);
}

/** @returns the exit code */
function tell(cli: Cli, done: Imported): number {
  const { form, dryRun, rows, changed } = done;
  const failed = rows.flatMap(({ error }) => (error === null ? [] : [error]));
  const errors = withInterruption(cli, failed);
  if (cli.globals.json) {
    cli.json({
      form,
      dryRun,
      worktrees: rows.map(({ file, index, outcome, branch, error, ...more }) => ({
        ...{ file, index, outcome, branch, ...more },
        ...(error === null ? {} : { error: failureOf(error) }),
      })),
      counts: countsOf(rows),
      changed,
      ...(errors.length === 0 ? {} : { error: failureOf(errors[0]) }),
    });
  } else {
    for (const row of rows) tellRow(cli, row, dryRun);
    for (const error of errors.slice(failed.length)) tellResult(cli, { json: {}, error });
    const { adopted, known, skipped, failed: stuck } = countsOf(rows);
    cli.say(
      rows.length === 0
        ? "no JSON files there"
        : `${dryRun ? "would adopt" : "adopted"} ${adopted}; ${known} known already, ${skipped} skipped, ${stuck} failed`,
    );
  }
  return exitCodeOfAll(errors.map(exitCodeOf));
}

function countsOf(rows: readonly ImportRow[]) {
  const count = (wanted: ImportRow["outcome"]): number =>
    rows.filter(({ outcome }) => outcome === wanted).length;
  return {
    adopted: count("adopted"),
    known: count("known"),
    skipped: count("skipped"),
    failed: count("failed"),
  };
}

function tellRow(cli: Cli, row: ImportRow, dryRun: boolean): void {
  if (row.error !== null) {
    tellResult(cli, { json: {}, error: row.error });
    return;
  }
  const at = `${row.file}${row.index === null ? "" : ` (${row.index})`}`;
  if (row.outcome === "skipped") {
    tellResult(cli, { json: {}, line: visible(`skipped ${at}: ${row.because ?? ""}`) });
    return;
  }
  const verb = row.outcome === "known" ? "known already:" : dryRun ? "would adopt" : "adopted";
  const carried = row.carried.length === 0 ? "" : `; carried ${row.carried.join(", ")}`;
  tellResult(cli, { json: {}, line: visible(`${verb} ${row.branch ?? ""} from ${at}${carried}`) });
  for (const { field, reason } of row.notCarried)
    cli.say(cli.paint.dim(visible(`  not carried: ${field}: ${reason}`)));
}
