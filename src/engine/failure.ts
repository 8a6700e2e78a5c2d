import { CoppiceError, type ErrorCode, errorCatalogue } from "../lifecycle/errors.js";
import { systemError } from "../lifecycle/system-errors.js";

/** Codes that say too little when they end an operation; the operation's own code takes their place. */
const vague: ReadonlySet<ErrorCode> = new Set(["GIT_FAILED"]);

/**
 * Gives a thrown failure its code: that of a CoppiceError, that of the operating system, else `fallback`.
 * @param doing what was being done, as it follows "Could not": for failures that have no words for a person
 */
export function asCoppiceError(error: unknown, fallback: ErrorCode, doing: string): CoppiceError {
  if (error instanceof CoppiceError) {
    if (!vague.has(error.code) || error.code === fallback) return error;
    const { details, suggestedAction } = error;
    const said = suggestedAction === errorCatalogue[error.code].suggestedAction ? {} : { suggestedAction };
    return new CoppiceError(fallback, `Could not ${doing}: ${error.message}`, {
      details,
      ...said,
      cause: error,
    });
  }
  const system = systemError(error, doing);
  if (system !== undefined) return system;
  const reason = error instanceof Error ? error.message : String(error);
  return new CoppiceError(fallback, `Could not ${doing}: ${reason}`, { cause: error });
}
