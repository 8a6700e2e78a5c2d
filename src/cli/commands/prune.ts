import * as z from "zod/mini";
import { type PruneRow, prune } from "../../engine/prune.js";
import { pruneDaily } from "../../engine/prune-auto.js";
import { several } from "../../lifecycle/refusal.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { exitCodeOf, exitCodeOfAll, failureOf, UsageError } from "../failure.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { pruneTable } from "../render/prune.js";
import { tellResult, withInterruption } from "../results.js";

const flags = z.object({
  filter: z.optional(z.enum(["stale", "orphaned", "completed", "all"])),
  maxAge: textFlag,
  maxDisk: textFlag,
  dryRun: flag,
  force: flag,
  auto: flag,
});

/** Removes worktrees that are done with, and tells of each what became of it. */
export const run: CommandModule["run"] = (cli, _args, options) => {
  const { filter, maxAge, maxDisk, dryRun, force, auto } = readFlags(flags, options);
  const wanted = {
    ...(filter === undefined ? {} : { filter }),
    ...(maxAge === undefined ? {} : { maxAge: durationOf(maxAge) }),
    ...(maxDisk === undefined ? {} : { maxDisk: bytesOf(maxDisk) }),
    dryRun,
    force,
  };
  return cli.engine(async (engine) => {
    const done = auto ? await pruneDaily(engine, wanted) : await prune(engine, wanted);
    if (done === undefined) cli.say("pruned within the last day already");
    const worktrees = done?.worktrees ?? [];
    const failed = worktrees.flatMap(({ error }) => (error === null ? [] : [error]));
    const errors = withInterruption(cli, failed);
    if (cli.globals.json) {
      cli.json({
        dryRun,
        worktrees: worktrees.map(({ error, ...row }) =>
          error === null ? row : { ...row, error: failureOf(error) },
        ),
        ...(errors.length === 0 ? {} : { error: failureOf(errors[0]) }),
      });
    } else if (done !== undefined) {
      await tell(cli, worktrees, dryRun);
      for (const error of errors) tellResult(cli, { json: {}, error });
    }
    return exitCodeOfAll(errors.map(exitCodeOf));
  });
};

const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

function durationOf(text: string): number {
  const [, number, unit = "d"] = /^(\d{1,6}(?:\.\d{1,3})?)([mhdw])?$/.exec(text) ?? [];
  const ms = unitMs[unit];
  if (number === undefined || ms === undefined) {
    throw new UsageError(`'${text}' is no length of time`, "Write it like 90m, 12h, 7d or 2w.");
  }
  return Number(number) * ms;
}

const sizes: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

function bytesOf(text: string): number {
  const [, number, unit = "GB"] = /^(\d{1,6}(?:\.\d{1,3})?)\s?([MGT]B)?$/i.exec(text) ?? [];
  const bytes = sizes[unit.toUpperCase()];
  if (number === undefined || bytes === undefined) {
    throw new UsageError(`'${text}' is no size`, "Write it like 500MB or 10GB.");
  }
  return Number(number) * bytes;
}

async function tell(cli: Cli, rows: readonly PruneRow[], dryRun: boolean): Promise<void> {
  const own = rows.filter(({ reason }) => reason !== "elsewhere");
  const others = rows.length - own.length;
  if (own.length === 0) cli.say("no worktrees to prune");
  else if (!cli.globals.quiet) {
    cli.progress.stop();
    cli.io.stdout.write(await pruneTable(own, { dryRun, paint: cli.paint }));
  }
  if (others > 0) cli.say(`${several(others, "worktree")} held by other clones or by none, left to them`);
  const archived = own.filter(({ archive }) => archive !== null).length;
  if (archived > 0) {
    cli.say(
      `${several(archived, "branch is", "branches are")} archived; coppice restore <branch> brings one back`,
    );
  }
}
