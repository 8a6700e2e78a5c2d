import { ownerOf } from "../git/owner.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { type CommandOptions, type CommandResult, runCommand } from "./process.js";
import { commandFile, stopCommand } from "./stop.js";

export type RecordCommand = Omit<CommandOptions, "signal" | "onStart">;

/**
 * Runs a command for a record, where a process that takes over can find and end it. What an earlier, killed process
 * left running for the record is ended first. Its output goes to the reporter as it comes.
 * @throws INTERRUPTED after Ctrl-C, and what `runCommand` throws
 */
export async function runRecordCommand(
  engine: Engine,
  id: RecordId,
  options: RecordCommand,
): Promise<CommandResult> {
  await stopCommand(engine, id);
  try {
    const result = await runCommand({
      ...options,
      inherited: engine.repo.git.inherited,
      inJob: engine.actor.door === "action",
      signal: engine.signal,
      onOutput: (chunk) => {
        engine.report.output(chunk);
        options.onOutput?.(chunk);
      },
      onStart: (pid) => engine.local.write(id, commandFile, { v: 1, leader: ownerOf(pid) }),
    });
    if (result.aborted) {
      throw new CoppiceError("INTERRUPTED", "The command that was running was stopped.", {
        details: { output: result.tail },
      });
    }
    return result;
  } finally {
    engine.local.clear(id, commandFile);
  }
}

/** How a command ended, as the end of a sentence; nothing when it succeeded. */
export function failureOf(result: CommandResult, timeoutMs?: number): string | undefined {
  if (result.timedOut) return `did not end within ${Math.round((timeoutMs ?? 0) / 1000)} s and was stopped`;
  if (result.notFound) return "was not found: no such program is on PATH";
  if (result.signal !== undefined) return `was ended by ${result.signal}`;
  return result.code === 0 ? undefined : `ended with exit code ${result.code}`;
}
