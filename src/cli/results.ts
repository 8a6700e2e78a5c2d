import { CoppiceError } from "../lifecycle/errors.js";
import type { Cli } from "./context.js";
import { colorsFor } from "./context.js";
import { exitCodeOf, exitCodeOfAll, failureOf } from "./failure.js";
import { EXIT_INTERRUPTED } from "./io.js";
import { failureText } from "./render/failure.js";
import { visible } from "./render/visible.js";

/** What became of one of a command's targets. */
export interface TargetResult {
  /** What `--json` says of it, the error apart. */
  readonly json: Readonly<Record<string, unknown>>;
  /** What a person is told when it went well; nothing when the error says it all. */
  readonly line?: string;
  readonly error?: unknown;
}

/** Tells a person of one target as soon as its end is known. */
export function tellResult(cli: Cli, result: TargetResult): void {
  cli.progress.stop();
  if (result.line !== undefined) cli.say(result.line);
  if (result.error !== undefined) {
    cli.io.stderr.write(
      failureText(failureOf(result.error), colorsFor(cli.io.stderr, cli.io, cli.globals.color)),
    );
  }
}

/**
 * Ends a command with one or several targets. `--json` prints one document: `results` with an item for each target,
 * and `error`, the first failure, when there was one.
 * @returns the exit code
 */
export function finish(cli: Cli, results: readonly TargetResult[]): number {
  const errors = results.map(({ error }) => error).filter((error) => error !== undefined);
  if (cli.globals.json) {
    cli.json({
      results: results.map(({ json, error }) =>
        error === undefined ? json : { ...json, error: failureOf(error) },
      ),
      ...(errors.length === 0 ? {} : { error: failureOf(errors[0]) }),
    });
  }
  return cli.io.signal.aborted && errors.length > 0
    ? EXIT_INTERRUPTED
    : exitCodeOfAll(errors.map(exitCodeOf));
}

/** Ctrl-C came before the command came to something that it was asked for. */
const stoppedBefore = (what: string): CoppiceError =>
  new CoppiceError("INTERRUPTED", `The command was interrupted before it came to ${what}.`, {
    suggestedAction: "Run the command again.",
  });

/** The failures of a command that does many things, with one for Ctrl-C where none of them tells of that. */
export function withInterruption(cli: Cli, errors: readonly CoppiceError[]): readonly CoppiceError[] {
  return cli.io.signal.aborted && !errors.some(({ code }) => code === "INTERRUPTED")
    ? [...errors, stoppedBefore("its end")]
    : errors;
}

/** Does something to each target in turn; a failure of one does not stop the next, Ctrl-C does. */
export async function forEachTarget(
  cli: Cli,
  names: readonly string[],
  work: (name: string | undefined) => Promise<TargetResult>,
): Promise<number> {
  const results: TargetResult[] = [];
  for (const name of names.length === 0 ? [undefined] : names) {
    const failed = (error: unknown): TargetResult => ({
      json: { branch: name ?? null, outcome: "failed" },
      error,
    });
    const result = cli.io.signal.aborted
      ? failed(stoppedBefore(name === undefined ? "it" : visible(name)))
      : await work(name).catch(failed);
    tellResult(cli, result);
    results.push(result);
  }
  return finish(cli, results);
}
