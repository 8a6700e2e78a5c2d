import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";

/** A file that was written within so many milliseconds may be written again and have the same times. */
const tickMs = 50;

/**
 * What tells whether a file is another since.
 * @param now in milliseconds since the epoch
 */
export function signOf(path: string, now: number): string {
  const { ino, size, mode, mtimeMs, ctimeMs } = lstatSync(path);
  const stands = `${ino} ${size} ${mode} ${mtimeMs} ${ctimeMs}`;
  if (now - Math.max(mtimeMs, ctimeMs) > tickMs) return stands;
  return `${stands} ${createHash("sha1").update(readFileSync(path)).digest("hex")}`;
}
