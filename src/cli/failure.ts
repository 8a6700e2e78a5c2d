import { known } from "../engine/failure.js";
import { CoppiceError, type ErrorDetails } from "../lifecycle/errors.js";
import { EXIT_INTERRUPTED } from "./io.js";

/** A command line that says something Coppice does not understand. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** An error as every command shows it: the object under `error` of `--json`, and the two lines of text. */
export interface Failure {
  /** A code of the catalogue, or USAGE or INTERNAL, which only a command line can end in. */
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
  readonly recoverable: boolean;
  readonly suggestedAction: string;
}

/** What is shown of anything that was thrown. */
export function failureOf(thrown: unknown): Failure {
  const error = known(thrown);
  if (error instanceof CoppiceError) return error.toJSON();
  if (error instanceof UsageError) {
    return {
      code: "USAGE",
      message: error.message,
      details: {},
      recoverable: true,
      suggestedAction: error.hint,
    };
  }
  return {
    code: "INTERNAL",
    message: `Coppice failed in a way it does not know: ${error instanceof Error ? error.message : String(error)}`,
    details: {},
    recoverable: false,
    suggestedAction: "Run it again with COPPICE_DEBUG=1 to see where it happened, and report it.",
  };
}

/** The exit code of a command that ended in `error`. */
export function exitCodeOf(thrown: unknown): number {
  const error = known(thrown);
  if (error instanceof CoppiceError) return error.exitCode;
  return error instanceof UsageError ? 2 : 1;
}

/**
 * The exit code of a command with several targets, from those of the targets that failed.
 * A code is kept when all failures share it, so that 4 says: conflicts and nothing else.
 */
export function exitCodeOfAll(codes: readonly number[]): number {
  const failures = new Set(codes.filter((code) => code !== 0));
  if (failures.size === 0) return 0;
  if (failures.has(EXIT_INTERRUPTED)) return EXIT_INTERRUPTED;
  const [only] = failures;
  return failures.size === 1 && only !== undefined ? only : 1;
}
