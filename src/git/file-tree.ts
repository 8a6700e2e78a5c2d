import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../lifecycle/system-errors.js";

/**
 * Deletes a directory with everything in it. Read-only directories (a module cache, a test's fixture) are opened
 * first. Symbolic links are deleted, never followed. What is gone already counts as done.
 */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== "EACCES" && errno !== "EPERM" && errno !== "ENOTEMPTY") throw error;
    openDirectories(path);
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}

function openDirectories(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return;
  if ((stat.mode & 0o700) !== 0o700) chmodSync(path, stat.mode | 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openDirectories(join(path, entry.name));
  }
}
