import { type ErrorCode } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
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
export declare class StepLog {
    readonly path: string;
    private constructor();
    /** Starts the log, readable for its owner alone, and notes it where `show` finds it. */
    static start(engine: Engine, id: RecordId, step: SetupStep): StepLog;
    add(text: string): void;
}
/**
 * Runs one command of a setup step.
 * @throws CoppiceError with the step's code and name, exit code, signal or time, and the end of the output (which
 *   stays local); INTERRUPTED after Ctrl-C
 */
export declare function runStepCommand(engine: Engine, id: RecordId, step: StepCommand): Promise<void>;
/** Says in which step an error happened: from that the record knows which steps are done. */
export declare function inStep(error: unknown, step: SetupStep): unknown;
