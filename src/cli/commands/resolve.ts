import * as z from "zod/mini";
import type { Engine } from "../../engine/context.js";
import { findRecord, hereId } from "../../engine/find.js";
import { errorOf } from "../../engine/merge.js";
import { type ResolveOptions, type ResolveOutcome, resolve } from "../../engine/resolve.js";
import { resolverKey } from "../../engine/resolve-with.js";
import { CoppiceError } from "../../lifecycle/errors.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { exitCodeOf, failureOf, UsageError } from "../failure.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { visible } from "../render/visible.js";
import { plural } from "../render/words.js";
import { tellResult } from "../results.js";
import { trustOnRequest } from "../trust.js";
import { mergeResult } from "./merge.js";

const flags = z.object({ ours: flag, theirs: flag, manual: flag, continue: flag, with: textFlag });

/** Decides a conflict, by a side, by hand or by a command. */
export const run: CommandModule["run"] = (cli, args, options) => {
  const given = readFlags(flags, options);
  return cli.engine(async (engine) => {
    const { name, files } = await target(engine, args);
    const request = requestOf(given, files);
    const outcome = await trustOnRequest(cli, engine, () => resolve(engine, name, request)).catch(asUsage);
    return tell(cli, outcome);
  });
};

/** The worktree may be left out inside one, also when files are named. */
async function target(
  engine: Engine,
  args: readonly string[],
): Promise<{ readonly name: string | undefined; readonly files: readonly string[] }> {
  const [first, ...rest] = args;
  if (first === undefined) return { name: undefined, files: [] };
  try {
    await findRecord(engine, first);
    return { name: first, files: rest };
  } catch (error) {
    const unknown = error instanceof CoppiceError && error.code === "NO_WORKTREE";
    if (!unknown || hereId(engine) === undefined) throw error;
    return { name: undefined, files: args };
  }
}

function requestOf(given: z.infer<typeof flags>, files: readonly string[]): ResolveOptions {
  const manual = given.manual || given.continue;
  const ways = [given.ours, given.theirs, manual, given.with !== undefined].filter(Boolean).length;
  if (ways > 1) {
    throw new UsageError(
      "several ways to resolve at once",
      "Name one of --ours, --theirs, --manual (then --continue) and --with.",
    );
  }
  if (files.length > 0 && !given.ours && !given.theirs) {
    throw new UsageError("files are named, but no side to take for them", "Add --ours or --theirs.");
  }
  return {
    ...(given.ours ? { resolution: "ours" as const } : {}),
    ...(given.theirs ? { resolution: "theirs" as const } : {}),
    ...(manual ? { resolution: "manual" as const, continue: given.continue } : {}),
    ...(given.with === undefined ? {} : { with: given.with }),
    ...(files.length === 0 ? {} : { files }),
  };
}

/** No way was named and none is configured: the command line lacks something, the config need not name a resolver. */
function asUsage(error: unknown): never {
  if (error instanceof CoppiceError && error.code === "CONFIG_INVALID" && error.details.key === resolverKey) {
    throw new UsageError(
      `no way to resolve is named, and the config has no ${resolverKey}`,
      "Name one of --ours, --theirs, --manual (then --continue) and --with COMMAND.",
    );
  }
  throw error;
}

function tell(cli: Cli, outcome: ResolveOutcome): number {
  if (outcome.status !== "pending") {
    const result = mergeResult(outcome);
    const error = errorOf(outcome);
    tellResult(cli, result);
    if (cli.globals.json) {
      cli.json(error === undefined ? result.json : { ...result.json, error: failureOf(error) });
    }
    return error === undefined ? 0 : exitCodeOf(error);
  }
  const { record, path, left } = outcome;
  if (cli.globals.json) {
    const { branch, id, status, merge } = record;
    cli.json({ branch, target: merge?.target ?? null, outcome: "pending", id, status, path, left });
    return 0;
  }
  const open = left.length === 0 ? "nothing is open" : `${plural(left.length, "file")} to resolve`;
  cli.say(`${visible(record.branch)}: ${open} in ${visible(path)}`);
  for (const file of left) cli.say(`  ${visible(file)}`);
  const name = visible(shellWord(record.branch));
  cli.say(`then: coppice resolve ${name} --continue, or coppice abort ${name}`);
  return 0;
}
