import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readText } from "../git/worktree-links.js";
import { tryLock } from "../journal/lock.js";
import type { Engine } from "./context.js";
import { startDetached } from "./detached.js";
import { writeAtomically } from "./files.js";
import { coppiceDir } from "./init-clone.js";
import { type Pruned, type PruneOptions, prune } from "./prune.js";

const dayMs = 86_400_000;

/** Tells when this clone was pruned last. */
const stampPath = ({ repo }: Engine): string => join(coppiceDir(repo.commonDir), "pruned");
const lockPath = ({ repo }: Engine): string => join(coppiceDir(repo.commonDir), "locks", "prune.lock");

/** Whether the last prune was a day ago or more, as far as this clone knows. */
function isDue(engine: Engine): boolean {
  const last = Date.parse(readText(stampPath(engine))?.trim() ?? "");
  // A clock that was set back must not hold it up for ever.
  return Number.isNaN(last) || Math.abs(engine.now() - last) >= dayMs;
}

function stamp(engine: Engine): void {
  const path = stampPath(engine);
  mkdirSync(dirname(path), { recursive: true });
  writeAtomically(path, `${new Date(engine.now()).toISOString()}\n`);
}

/**
 * Prunes unless that was done within the last day, or is being done.
 * @returns undefined: it is not due
 */
export async function pruneDaily(engine: Engine, options: PruneOptions = {}): Promise<Pruned | undefined> {
  if (!isDue(engine)) return undefined;
  const lock = tryLock(lockPath(engine), "prune");
  if ("heldBy" in lock) return undefined;
  try {
    if (!isDue(engine)) return undefined;
    // Before the work: a run that fails is not tried again with every command.
    if (options.dryRun !== true) stamp(engine);
    return await prune(engine, options);
  } finally {
    lock.release();
  }
}

/**
 * Where the configuration wants it and it is due, starts `coppice prune --auto` and does not wait for it.
 * @param program the program that this command line is, with its first arguments
 */
export function pruneInBackground(engine: Engine, program: readonly [string, ...string[]]): void {
  if (!engine.config.prune.auto || !isDue(engine)) return;
  const { mainWorktree, commonDir } = engine.repo;
  const place = mainWorktree ?? commonDir;
  startDetached([...program, "-C", place, "prune", "--auto", "--quiet"], place);
}
