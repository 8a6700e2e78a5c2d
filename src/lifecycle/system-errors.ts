import { CoppiceError, type ErrorCode } from "./errors.js";

/** What the operating system's error numbers mean in the catalogue. */
const codes: Readonly<Record<string, ErrorCode>> = {
  EACCES: "PERMISSION_DENIED",
  EPERM: "PERMISSION_DENIED",
  EROFS: "READONLY_FS",
  ENOSPC: "NO_SPACE_LEFT",
  EDQUOT: "QUOTA_EXCEEDED",
};

const reasons: Readonly<Record<string, string>> = {
  PERMISSION_DENIED: "permission denied",
  READONLY_FS: "the file system is read-only",
  NO_SPACE_LEFT: "no space is left on the device",
  QUOTA_EXCEEDED: "the disk quota is used up",
};

/** The error number's name of a thrown value (`ENOENT`), or nothing when it carries none. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The catalogue's code for an error number (`ENOSPC`), or nothing when it is none of the system group. */
export function systemErrorCode(errno: string): ErrorCode | undefined {
  return Object.hasOwn(codes, errno) ? codes[errno] : undefined;
}

/**
 * Turns a failure of a file operation into PERMISSION_DENIED, READONLY_FS, NO_SPACE_LEFT or QUOTA_EXCEEDED.
 * Use as `throw systemError(error, "write the lock file") ?? error`.
 *
 * @param what - completes "Could not ...", without a path: the message may be journaled.
 * @returns nothing when the error is of another kind
 */
export function systemError(error: unknown, what: string): CoppiceError | undefined {
  const errno = errnoOf(error);
  const code = errno === undefined ? undefined : systemErrorCode(errno);
  if (code === undefined) return undefined;
  return new CoppiceError(code, `Could not ${what}: ${reasons[code] ?? "refused by the system"}.`, {
    details: { reason: errno ?? "" },
    cause: error,
  });
}
