import { closeSync, openSync, readSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** A script is read so far, in bytes. */
const longestRead = 65_536;

/**
 * Whether `git` is a script that has to do with versions: it may answer `git version` itself, and the trace that
 * comes through it is of another git than it stands for. What cannot be read is none.
 * @param path the PATH on which it is found
 */
export function speaksOfVersions(binary: string, path: string | undefined): boolean {
  const candidates = isAbsolute(binary)
    ? [binary]
    : (path ?? "").split(delimiter).flatMap((folder) => (folder === "" ? [] : [join(folder, binary)]));
  const found = candidates.find(isProgram);
  if (found === undefined) return false;
  const start = beginning(found, 2);
  return start === "#!" && beginning(found, longestRead).includes("version");
}

function isProgram(file: string): boolean {
  try {
    const stat = statSync(file);
    return stat.isFile() && (process.platform === "win32" || (stat.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}

function beginning(file: string, length: number): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    const bytes = Buffer.alloc(length);
    return bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, length, 0));
  } catch {
    return "";
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
