import { type ErrorCode } from "./error-codes.js";
import type { ErrorDetails } from "./error-schemas.js";
export { type ErrorCode, type ErrorGroup, errorCatalogue, errorCodes } from "./error-codes.js";
export type { ConflictFile, ErrorDetails } from "./error-schemas.js";
export interface ErrorOptions {
    readonly details?: ErrorDetails;
    readonly recoverable?: boolean;
    readonly suggestedAction?: string;
    readonly cause?: unknown;
}
/** The one error type. Every door renders it the same way. */
export declare class CoppiceError extends Error {
    #private;
    readonly name = "CoppiceError";
    readonly code: ErrorCode;
    readonly details: ErrorDetails;
    readonly recoverable: boolean;
    readonly suggestedAction: string;
    constructor(code: ErrorCode, message: string, options?: ErrorOptions);
    /** The same error, saying which worktree it is about: its hint can be typed anywhere then. */
    concerning(branch: string): CoppiceError;
    /** The same error with something else to do about it: one sentence. */
    advising(action: string): CoppiceError;
    /** The exit code of a command that ends in this error. */
    get exitCode(): number;
    /** The object that `--json` prints. */
    toJSON(): {
        code: ErrorCode;
        message: string;
        details: ErrorDetails;
        recoverable: boolean;
        suggestedAction: string;
    };
}
