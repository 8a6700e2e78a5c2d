import { resolve } from "node:path";
import { realPath } from "../git/worktree-links.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { locate } from "./place.js";
import { putBack, targetOf } from "./trash-held.js";

/**
 * Puts a record's worktree back that was taken out of the way by a process that died before it had looked whether it may
 * go. The caller holds the record's lock, so nobody is looking at it any more.
 */
export function takeBackHeld(engine: Engine, id: RecordId): void {
  const held = engine.trash.held();
  if (held.length === 0) return;
  const located = locate(engine, id);
  const { gitDir, path, state } = located ?? {};
  if (gitDir === undefined || path === undefined || state !== "missing") return;
  const isOurs = (entry: string): boolean => {
    const target = targetOf(entry);
    return target !== undefined && realPath(resolve(path, target)) === realPath(gitDir);
  };
  const entry = held.find(isOurs);
  if (entry !== undefined) putBack(entry, path);
}
