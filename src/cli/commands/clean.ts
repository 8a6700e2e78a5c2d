import * as z from "zod/mini";
import { type Cleaned, type CleanRow, clean } from "../../engine/clean.js";
import { several } from "../../lifecycle/refusal.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { exitCodeOf, exitCodeOfAll, failureOf, UsageError } from "../failure.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { tellResult, withInterruption } from "../results.js";

const flags = z.object({
  session: textFlag,
  run: textFlag,
  all: flag,
  force: z._default(z.number(), 0),
  dryRun: flag,
});

/** Removes what belongs to a session or a run: worktrees, branches, empty directories. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const { session, run: runName, all, force, dryRun } = readFlags(flags, options);
  const named = session !== undefined || runName !== undefined;
  if (named === all) {
    throw new UsageError(
      named ? "--all names every session and run already" : "nothing says what is to be removed",
      "Give --session, --run or both, or --all for every session and run.",
    );
  }
  return cli.engine(async (engine) => {
    const done = await clean(engine, {
      ...(session === undefined ? {} : { session }),
      ...(runName === undefined ? {} : { run: runName }),
      all,
      force: force >= 2 ? 2 : force >= 1 ? 1 : 0,
      dryRun,
    });
    const failed = done.rows.flatMap(({ error }) => (error === null ? [] : [error]));
    const errors = withInterruption(cli, failed);
    if (cli.globals.json) {
      cli.json({
        dryRun,
        worktrees: done.rows.map(({ error, ...row }) =>
          error === null ? row : { ...row, error: failureOf(error) },
        ),
        directories: done.directories,
        counts: countsOf(done),
        ...(errors.length === 0 ? {} : { error: failureOf(errors[0]) }),
      });
    } else {
      tell(cli, done);
      for (const error of errors.slice(failed.length)) tellResult(cli, { json: {}, error });
    }
    return exitCodeOfAll(errors.map(exitCodeOf));
  });
};

function countsOf({ rows, directories }: Cleaned) {
  const gone = rows.filter(({ outcome }) => outcome === "removed");
  const worktrees = gone.filter(({ id }) => id !== null).length;
  return {
    worktrees,
    branches: gone.length - worktrees,
    directories: directories.length,
    kept: rows.length - gone.length,
  };
}

function tell(cli: Cli, done: Cleaned): void {
  for (const row of done.rows) {
    if (row.error !== null) tellResult(cli, { json: {}, error: row.error });
    else tellResult(cli, { json: {}, line: lineOf(row, done.dryRun) });
  }
  const { worktrees, branches, directories, kept } = countsOf(done);
  const went = [
    several(worktrees, "worktree"),
    several(branches, "branch without one", "branches without one"),
    several(directories, "empty directory", "empty directories"),
  ].join(", ");
  cli.say(`${done.dryRun ? "would remove" : "removed"} ${went}; ${kept} kept`);
}

function lineOf({ branch, id, outcome, because, archive }: CleanRow, dryRun: boolean): string {
  const what = `${id === null ? "the branch " : ""}${visible(branch)}`;
  if (outcome === "skipped") return `kept ${what}: ${visible(because ?? "")}`;
  const why = because === null ? "" : `: ${visible(because)}`;
  const back = archive === null ? "" : `; coppice restore ${visible(shellWord(branch))} brings it back`;
  return `${dryRun ? "would remove" : "removed"} ${what}${why}${back}`;
}
