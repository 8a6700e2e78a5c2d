import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
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

/**
 * Makes a directory with the parents that it lacks. Node's own recursive mkdir never returns where a file system
 * answers ENOENT to a new directory below one that exists, as /proc does.
 */
export function makeDirectories(path: string): void {
  const missing: string[] = [];
  for (let at = path; statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.push(at);
  for (const one of missing.reverse()) {
    try {
      mkdirSync(one);
    } catch (error) {
      // Another process may have made it meanwhile; a link that leads nowhere is no directory.
      if (errnoOf(error) !== "EEXIST" || statSync(one, { throwIfNoEntry: false }) === undefined) throw error;
    }
  }
}
