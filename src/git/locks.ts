import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** How often a command is tried again while another git holds a lock. The waits sum up to about two seconds. */
export const lockRetries = 6;

/**
 * The lock file that stopped a git command, or nothing when it failed for another reason.
 * The name comes from git's message, because only git knows which lock it wanted (index, ref, packed-refs, config);
 * that it was held is the system's "File exists", or the file itself when it is still there.
 */
export function heldLock(cwd: string, stderr: string): string | undefined {
  const named =
    /Unable to create '([^\n]+?\.lock)': (.*)/.exec(stderr) ??
    /could not lock config file ([^\n]+?): (.*)/.exec(stderr);
  const name = named?.[1];
  if (name === undefined) return undefined;
  const file = resolve(cwd, name.endsWith(".lock") ? name : `${name}.lock`);
  return named?.[2]?.startsWith("File exists") === true || existsSync(file) ? file : undefined;
}

/** Waits before the next try: doubling from 30 ms, each wait spread by a random half so that rivals part. */
export async function backoff(attempt: number, signal?: AbortSignal): Promise<void> {
  const wait = 30 * 2 ** Math.min(attempt, 5);
  await delay(wait / 2 + Math.random() * wait, undefined, signal === undefined ? {} : { signal });
}
