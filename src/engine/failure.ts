import { CoppiceError, type ErrorCode, errorCatalogue } from "../lifecycle/errors.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";

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
  // A disk that fails once may not fail the next time.
  const recoverable = errnoOf(error) === undefined ? {} : { recoverable: true };
  return new CoppiceError(fallback, `Could not ${doing}: ${reason}`, { ...recoverable, cause: error });
}

/** A full disk, a missing permission or a failing disk that no operation named itself is still one of the catalogue. */
export const known = (error: unknown): unknown =>
  systemError(error, "finish the command") ?? fileError(error) ?? error;

/** What the system said of a file of the repository, where the catalogue has no code of its own for it. */
function fileError(error: unknown): CoppiceError | undefined {
  const errno = errnoOf(error);
  if (errno === undefined || !(error instanceof Error) || !("syscall" in error)) return undefined;
  return new CoppiceError("GIT_FAILED", `The command could not go on: ${error.message}.`, {
    details: { reason: errno },
    suggestedAction: "Look at the disk, then run the command again: it goes on from what is there.",
    cause: error,
  });
}

/**
 * A failure that ended an operation, with what is to be done about that operation. One of the system (a full disk, a missing permission) is no fault of what was to be
 * done: once a person has mended that, the operation can go on.
 */
export function resumable(error: CoppiceError): CoppiceError {
  const { code, message, details, cause } = error;
  const { group, suggestedAction } = errorCatalogue[code];
  if (code === "INTERRUPTED") return new CoppiceError(code, message, { details, cause });
  if (group !== "system" || error.recoverable) return error;
  const advice = suggestedAction.replace("run the command again", "coppice retry <worktree>");
  return new CoppiceError(code, message, { details, cause, recoverable: true, suggestedAction: advice });
}
