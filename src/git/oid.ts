import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";

export type ObjectFormat = "sha1" | "sha256";

const oidPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Whether a text is a full object id. */
export const isOid = (text: string): text is Oid => oidPattern.test(text);

/** An object id that git printed. */
export function parseOid(text: string): Oid {
  if (isOid(text)) return text;
  throw new CoppiceError(
    "GIT_FAILED",
    `git printed ${JSON.stringify(text.slice(0, 80))} where an object id belongs.`,
  );
}

/** An object id that stands in an object as bytes. */
export const oidOfBytes = (bytes: Buffer, start: number, end: number): Oid =>
  bytes.toString("hex", start, end) as Oid;

/** An object id that git printed, or nothing for the zero id and an empty field. */
export const parseOptionalOid = (text: string): Oid | undefined =>
  text === "" || isZeroOid(text) ? undefined : parseOid(text);

/** Git's "no object": 40 zeros, or 64 in a SHA-256 repository. */
export const isZeroOid = (text: string): boolean => /^(?:0{40}|0{64})$/.test(text);

/** The zero id of a repository: as an old value it means "must not exist yet". */
export const zeroOid = (format: ObjectFormat): string => "0".repeat(format === "sha1" ? 40 : 64);
