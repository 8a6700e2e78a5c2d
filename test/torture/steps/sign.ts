import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync } from "node:fs";

/** A file that was written within so many milliseconds may be written again and have the same times. */
const tickMs = 50;

/** What a file, or a link, is and when it became that. */
export function standing(path: string): string {
  const { ino, size, mode, mtimeMs, ctimeMs } = lstatSync(path);
  return `${ino} ${size} ${mode} ${mtimeMs} ${ctimeMs}`;
}

/**
 * What tells whether a file, or a link, is another since.
 * @param now in milliseconds since the epoch
 * @returns undefined: it is so young that only its content tells
 */
export function statSign(path: string, now: number): string | undefined {
  const { mtimeMs, ctimeMs } = lstatSync(path);
  return now - Math.max(mtimeMs, ctimeMs) > tickMs ? standing(path) : undefined;
}

/** The same, with the content where only that tells. */
export const signOf = (path: string, now: number): string =>
  statSign(path, now) ?? createHash("sha1").update(contentOf(path)).digest("hex");

/** What git would keep of it. */
export const contentOf = (path: string): Buffer =>
  lstatSync(path).isSymbolicLink() ? Buffer.from(readlinkSync(path)) : readFileSync(path);
