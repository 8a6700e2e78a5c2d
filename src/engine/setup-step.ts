import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { appendOwn } from "../git/own-file.js";
import { CoppiceError, type ErrorCode, type ErrorDetails } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import type { Engine } from "./context.js";
import { logsFile } from "./local.js";
import type { CommandResult } from "./process.js";
import { failureOf, runRecordCommand } from "./record-command.js";

/** The steps of a setup, by the effects that ask for them; their logs have the same names. */
export type SetupStep = "copyEnvFiles" | "installDependencies" | "runInitScript";

/** One command of a step, and how its failure is told. */
export interface StepCommand {
  readonly step: SetupStep;
  readonly code: ErrorCode;
  /** The command in a sentence; it may be journaled, so it holds no path and no text of the config. */
  readonly name: string;
  readonly command: string | readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The step's whole time, for the message. */
  readonly limitMs: number;
  readonly log: StepLog;
  /** What to do when the program is missing. */
  readonly whenMissing?: string;
}

/** The log of one run of a step; an earlier run's is replaced. */
export class StepLog {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Starts the log, readable for its owner alone, and notes it where `show` finds it. */
  static start(engine: Engine, id: RecordId, step: SetupStep): StepLog {
    try {
      const directory = join(engine.local.directory(id), "logs");
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const log = new StepLog(join(directory, `${step}.log`));
      rmSync(log.path, { force: true });
      log.add("");
      engine.local.write(id, logsFile, { ...engine.local.read(id, logsFile), [step]: log.path });
      return log;
    } catch (error) {
      throw systemError(error, "write the setup's log") ?? error;
    }
  }

  add(text: string): void {
    appendOwn(this.path, text, 0o600);
  }
}

/**
 * Runs one command of a setup step.
 * @throws CoppiceError with the step's code and name, exit code, signal or time, and the end of the output (which
 *   stays local); INTERRUPTED after Ctrl-C
 */
export async function runStepCommand(engine: Engine, id: RecordId, step: StepCommand): Promise<void> {
  const shown = typeof step.command === "string" ? step.command : step.command.join(" ");
  step.log.add(`$ ${shown}\n`);
  let result: CommandResult;
  try {
    result = await runRecordCommand(engine, id, {
      command: step.command,
      cwd: step.cwd,
      env: step.env,
      timeoutMs: step.timeoutMs,
      logFile: step.log.path,
    });
  } catch (error) {
    throw inStep(error, step.step);
  }
  const how = failureOf(result, step.limitMs);
  if (how === undefined) return;
  const details: ErrorDetails = {
    step: step.step,
    ...(result.code === undefined ? {} : { exitCode: result.code }),
    ...(result.signal === undefined || result.timedOut ? {} : { signal: result.signal }),
    ...(result.timedOut ? { timeoutMs: step.limitMs } : {}),
    ...(result.tail === "" ? {} : { output: result.tail }),
  };
  throw new CoppiceError(step.code, `${step.name} ${how}.`, {
    details,
    ...(result.notFound && step.whenMissing !== undefined ? { suggestedAction: step.whenMissing } : {}),
  });
}

/** Says in which step an error happened: from that the record knows which steps are done. */
export function inStep(error: unknown, step: SetupStep): unknown {
  if (!(error instanceof CoppiceError) || error.details.step !== undefined) return error;
  return new CoppiceError(error.code, error.message, {
    details: { ...error.details, step },
    recoverable: error.recoverable,
    suggestedAction: error.suggestedAction,
    cause: error.cause,
  });
}
