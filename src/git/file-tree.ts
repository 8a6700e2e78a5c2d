import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "../lifecycle/system-errors.js";
import { deletion } from "./delete-tree.js";

const pauseMs = 50;
const tries = 4;
/** On Windows a program may hold a file open for a moment; elsewhere one may still write there. */
const passing: readonly string[] = ["EBUSY", "EPERM", "EMFILE", "ENFILE", "ENOTEMPTY"];

/**
 * Deletes a directory with everything in it, as `deletion` does.
 * @throws an error that has the system's word for what could not be deleted, or `mount`, or `swapped`, as its code
 */
export function removeTree(path: string): void {
  for (let left = tries; ; left -= 1) {
    const steps = deletion(path);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    if (step.value === undefined) return;
    const { reason } = step.value;
    if (left === 0 || !passing.includes(reason))
      throw Object.assign(new Error(`${step.value.path} could not be deleted: ${reason}`), { code: reason });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
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
