import { type ErrorCode, errorCatalogue } from "./error-codes.js";
import type { ErrorDetails } from "./error-schemas.js";
import { shellWord } from "./shell-word.js";

export { type ErrorCode, type ErrorGroup, errorCatalogue, errorCodes } from "./error-codes.js";
export type { ConflictFile, ErrorDetails } from "./error-schemas.js";

// Without zod: git is started first, then what a command needs is loaded.

export interface ErrorOptions {
  readonly details?: ErrorDetails;
  readonly recoverable?: boolean;
  readonly suggestedAction?: string;
  readonly cause?: unknown;
}

/** The one error type. Every door renders it the same way. */
export class CoppiceError extends Error {
  override readonly name = "CoppiceError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly recoverable: boolean;
  readonly suggestedAction: string;
  /** The hint before a worktree is named in it. */
  readonly #advice: string;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.recoverable = options.recoverable ?? errorCatalogue[code].recoverable;
    this.#advice = options.suggestedAction ?? errorCatalogue[code].suggestedAction;
    const { branch } = this.details;
    // Inside a worktree the commands need no name; elsewhere they only work with one.
    this.suggestedAction = this.#advice.replaceAll(" <worktree>", () =>
      branch === undefined ? "" : ` ${shellWord(branch)}`,
    );
  }

  /** The same error, saying which worktree it is about: its hint can be typed anywhere then. */
  concerning(branch: string): CoppiceError {
    return this.details.branch === undefined ? this.#with({ ...this.details, branch }, this.#advice) : this;
  }

  /** The same error with something else to do about it: one sentence. */
  advising(action: string): CoppiceError {
    return this.#with(this.details, action);
  }

  #with(details: ErrorDetails, suggestedAction: string): CoppiceError {
    const { code, message, recoverable, cause } = this;
    const made = new CoppiceError(code, message, { details, recoverable, suggestedAction, cause });
    if (this.stack !== undefined) made.stack = this.stack;
    return made;
  }

  /** The exit code of a command that ends in this error. */
  get exitCode(): number {
    return errorCatalogue[this.code].exit;
  }

  /** The object that `--json` prints. */
  toJSON(): {
    code: ErrorCode;
    message: string;
    details: ErrorDetails;
    recoverable: boolean;
    suggestedAction: string;
  } {
    return {
      code: this.code,
      message: this.message,
      details: this.details,
      recoverable: this.recoverable,
      suggestedAction: this.suggestedAction,
    };
  }
}
