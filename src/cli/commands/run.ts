import { constants } from "node:os";
import * as z from "zod/mini";
import { programFileExists, programFrom } from "../../engine/command-gate.js";
import { errorOf, type MergeOutcome } from "../../engine/merge.js";
import { type RunOutcome, run as runIn } from "../../engine/run.js";
import { mergeRun, requireMergeTrust } from "../../engine/run-merge.js";
import type { CommandModule } from "../command.js";
import type { Cli } from "../context.js";
import { exitCodeOf, failureOf, UsageError } from "../failure.js";
import { flag, readFlags, textFlag } from "../flags.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { visible } from "../render/visible.js";
import { type TargetResult, tellResult } from "../results.js";
import { trustOnRequest } from "../trust.js";
import { withPath } from "../worktree.js";
import { mergeResult } from "./merge.js";

const flags = z.object({ merge: flag, message: textFlag, command: z.optional(z.array(z.string())) });

/** As shells have it: no such program, and a file that is none. */
const EXIT_NOT_FOUND = 127;
const EXIT_NOT_EXECUTABLE = 126;

/** Runs a command in a worktree that is leased meanwhile, and merges its work where that is wanted. */
export const run: CommandModule["run"] = async (cli, args, options) => {
  const { merge: merges, message, command } = readFlags(flags, options);
  const words = commandOf(command);
  if (message !== undefined && !merges) {
    throw new UsageError("a message is given, but nothing is committed", "Add --merge.");
  }
  if (message?.trim() === "")
    throw new UsageError("the message is empty", "Say with --message what was done.");
  const { outcome, isFile, json } = await cli.engine(async (engine) => {
    if (merges) await trustOnRequest(cli, engine, () => requireMergeTrust(engine, args[0]));
    cli.progress.stop();
    const outcome = await runIn(engine, args[0], {
      command: words,
      ...(cli.io.streams === undefined ? {} : { streams: streamsOf(cli.io.streams, cli.globals.json) }),
      ...(cli.io.handOver === undefined ? {} : { signals: cli.io.handOver }),
    });
    const { code, signal } = outcome;
    return {
      outcome,
      isFile: programFileExists(programFrom(words[0], outcome.path), engine.repo.git.inherited.PATH),
      json: {
        ...withPath(engine, outcome.record),
        exitCode: code ?? null,
        signal: signal ?? null,
        mergeResult: null,
      },
    };
  });
  if (outcome.notFound) return notFound(cli, words[0], isFile);
  if (cli.globals.json) cli.json(json);
  const code = exitCode(outcome);
  return merges && code === 0 ? merged(cli, outcome, message) : code;
};

function commandOf(words: readonly string[] | undefined): readonly [string, ...string[]] {
  const [program, ...rest] = words ?? [];
  if (program !== undefined && program !== "") return [program, ...rest];
  throw new UsageError(
    "there is no command to run",
    "Write it behind two dashes: coppice run <worktree> -- npm test",
  );
}

/** With `--json` standard output has the document alone, and what the command prints goes where messages go. */
const streamsOf = ([input, output, errors]: readonly [number, number, number], json: boolean) =>
  [input, json ? errors : output, errors] as const;

const exitCode = ({ code, signal }: RunOutcome): number =>
  code ?? (signal === undefined ? 1 : 128 + constants.signals[signal]);

function notFound(cli: Cli, program: string, isFile: boolean): number {
  const error = isFile
    ? new UsageError(
        `'${visible(program)}' is no program: it may not be executed`,
        "Make it one with chmod +x, or name what reads it: sh, node.",
      )
    : new UsageError(
        `there is no program '${visible(program)}' that can be started`,
        "Name one that is on PATH, or its path; no shell reads the command: sh -c '...' does.",
      );
  tellResult(cli, { json: {}, error });
  if (cli.globals.json) cli.json({ error: failureOf(error) });
  return isFile ? EXIT_NOT_EXECUTABLE : EXIT_NOT_FOUND;
}

/** What the command left is merged by an engine of its own: hours may have passed, and the config may be another. */
async function merged(cli: Cli, { record }: RunOutcome, message: string | undefined): Promise<number> {
  const { result, json } = await cli.engine(async (engine) => {
    const outcome = await trustOnRequest(cli, engine, () => mergeRun(engine, record.id, message));
    const result = resultOf(outcome);
    return {
      result,
      json: {
        ...withPath(engine, outcome.record ?? record),
        exitCode: 0,
        signal: null,
        mergeResult:
          result.error === undefined ? result.json : { ...result.json, error: failureOf(result.error) },
        ...(result.error === undefined ? {} : { error: failureOf(result.error) }),
      },
    };
  });
  tellMerge(cli, result);
  if (cli.globals.json) cli.json(json);
  if (result.error === undefined) return 0;
  return cli.io.signal.aborted ? EXIT_INTERRUPTED : exitCodeOf(result.error);
}

/** A command that succeeds without a change to the branch has done nothing wrong. */
function resultOf(outcome: MergeOutcome): TargetResult {
  if (outcome.status !== "already-merged") {
    const error = errorOf(outcome);
    return { ...mergeResult(outcome), ...(error === undefined ? {} : { error }) };
  }
  const { json } = mergeResult(outcome);
  const [branch, target] = [visible(outcome.branch), visible(outcome.target)];
  return { json, line: `${branch} has nothing for ${target}: nothing is merged, and the worktree stays` };
}

/** Standard output is the command's own. */
function tellMerge(cli: Cli, result: TargetResult): void {
  cli.progress.stop();
  if (result.line !== undefined && !cli.globals.quiet) cli.io.stderr.write(`${result.line}\n`);
  if (result.error !== undefined) tellResult(cli, { json: {}, error: result.error });
}
