import { existsSync } from "node:fs";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";

/** The subcommand, for messages: options before it may hold paths. */
export function subcommand(args: readonly string[]): string {
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (word === "-c" || word === "-C") index += 1;
    else if (!word.startsWith("-")) return word;
  }
  return "";
}

/** Git ended with a code that is no answer; `lock` names the lock file that stopped it. */
export function failed(
  args: readonly string[],
  result: { readonly code: number; readonly stderr: string },
  lock: string | undefined,
): CoppiceError {
  const command = `git ${subcommand(args)}`;
  const details = { exitCode: result.code, step: command, output: result.stderr.slice(-16_384) };
  if (lock !== undefined) {
    return new CoppiceError("GIT_FAILED", `${command} could not start: another git process holds a lock.`, {
      details: { ...details, reason: "lock held" },
      recoverable: true,
      suggestedAction:
        "Wait until it has ended; if none is running, delete the .lock file that git names, then run it again.",
    });
  }
  const how = result.code === -1 ? "was ended by a signal" : `ended with exit code ${result.code}`;
  return new CoppiceError("GIT_FAILED", `${command} ${how}.`, { details });
}

export const timedOut = (args: readonly string[], ms: number): CoppiceError =>
  new CoppiceError(
    "TIMEOUT",
    `git ${subcommand(args)} did not end within ${Math.round(ms / 1000)} s and was stopped.`,
    {
      details: { timeoutMs: ms, step: `git ${subcommand(args)}` },
    },
  );

export const interrupted = (args: readonly string[]): CoppiceError =>
  new CoppiceError("INTERRUPTED", `git ${subcommand(args)} was interrupted.`, {
    details: { step: `git ${subcommand(args)}` },
    suggestedAction: "Run the command again.",
  });

export const noPipes = (args: readonly string[]): CoppiceError =>
  new CoppiceError("GIT_FAILED", `git ${subcommand(args)} could not be started.`);

/** Why a process could not be started at all. */
export function notStarted(error: Error, cwd: string, args: readonly string[]): CoppiceError {
  // spawn reports a missing working directory exactly like a missing program.
  if (!existsSync(cwd) || errnoOf(error) === "ENOTDIR") {
    return new CoppiceError("WORKTREE_NOT_FOUND", "The directory in which git was to run does not exist.", {
      suggestedAction: "Run it in a directory that exists, or bring that one back.",
      cause: error,
    });
  }
  if (errnoOf(error) === "ENOENT") {
    return new CoppiceError("GIT_TOO_OLD", "git was not found: no such program is on PATH.", {
      details: { required: "2.38.0" },
      cause: error,
    });
  }
  return (
    systemError(error, `start git ${subcommand(args)}`) ??
    new CoppiceError("GIT_FAILED", `git ${subcommand(args)} could not be started.`, {
      details: { reason: errnoOf(error) ?? "unknown" },
      cause: error,
    })
  );
}
