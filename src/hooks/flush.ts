import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { deliver } from "../engine/deliver.js";
import { hasObservations, observeLockHolder, promiseToLook } from "../engine/observation-files.js";
import { appendOwn, writeOwn } from "../git/own-file.js";

/** Above this the log begins anew. */
const largestLog = 1_048_576;

/**
 * Turns what recording hooks saw into entries and brings those into the notes ref. Nobody waits for it and nobody reads
 * what it prints, so a failure is told to nobody: what was seen stays, and the next command or hook tries again.
 * @param directory the common git directory
 * @returns 0
 */
export async function flush(directory: string, env: NodeJS.ProcessEnv): Promise<number> {
  const commonDir = resolve(directory);
  const log = env.COPPICE_DEBUG === undefined ? () => {} : logger(commonDir);
  try {
    promiseToLook(commonDir);
    // Who holds the lock looks once more after giving it up, and finds what brought this process here.
    if (!hasObservations(commonDir) || observeLockHolder(commonDir) !== undefined) return 0;
    // The hook's directory may be one that is to go.
    process.chdir(commonDir);
    await work(commonDir, log);
  } catch (error) {
    log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return 0;
}

async function work(commonDir: string, log: (text: string) => void): Promise<void> {
  const { openEngine, closeEngine, silent } = await import("../engine/context.js");
  const engine = await openEngine({
    cwd: placeOf(commonDir),
    door: "hook",
    report: { ...silent, warn: log },
  });
  try {
    await deliver(engine);
    await engine.journal.flush();
    const { sweepLanded } = await import("../engine/clean-up.js");
    await sweepLanded(engine);
    const { refreshHookSettings } = await import("../engine/hooks-settings.js");
    refreshHookSettings(engine);
  } finally {
    await closeEngine(engine);
  }
}

/** Where git finds the repository with its main worktree; from inside `.git` it would tell of none. */
const placeOf = (commonDir: string): string =>
  basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;

function logger(commonDir: string): (text: string) => void {
  const path = join(commonDir, "coppice", "hooks.log");
  return (text) => {
    try {
      const full = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestLog;
      (full ? writeOwn : appendOwn)(path, `${new Date().toISOString()} ${process.pid} ${text}\n`);
    } catch {
      // A log that cannot be written must not stop what it tells of.
    }
  };
}
