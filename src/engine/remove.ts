import type { WorktreeRecord } from "../lifecycle/record.js";
import { saveGone } from "./archive-gone.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { endHome } from "./home.js";
import { locate } from "./place.js";
import { takeOver, withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";
import { removalRunners } from "./removal.js";
import { removalFacts } from "./removal-facts.js";
import { type RemoveOptions, removeEvent, removeUnder } from "./remove-under.js";
import type { RecordSession } from "./session.js";
import { untilSetEnded } from "./set-state.js";
import { stopHolder } from "./stop.js";

export type { RemoveOptions } from "./remove-under.js";

/**
 * Removes a worktree, its branch and what Coppice knows of it here. What was half done by a killed removal is done.
 * @throws WORKTREE_DIRTY (uncommitted files, or commits that exist nowhere else), WORKTREE_LOCKED, WORKTREE_IN_USE,
 *   INVALID_STATE, NO_WORKTREE, WORKTREE_REMOVAL_FAILED, CLEANUP_FAILED, the system group
 */
export async function remove(
  engine: Engine,
  name: string | undefined,
  options: RemoveOptions = {},
): Promise<WorktreeRecord> {
  const record = await findRecord(engine, name);
  if (record.type === "home") return endHome(engine, record.id);
  const runs = record.status === "initializing" && record.op?.clone === engine.clone;
  if (runs && recordLockHolder(engine, record.id) !== undefined)
    return stopAndRemove(engine, record, options);
  const removed = await withRecord(engine, record.id, "remove", async (session) => {
    const givenUp = (options.force ?? 0) > 0 && options.discard === true;
    if (!givenUp) await saveGone(engine, session.record, locate(engine, record.id));
    return removeUnder(session, options);
  });
  if (removed.request !== null) {
    engine.report.warn(
      `${record.branch} was submitted: its branch stays over there, and the request until coppice sync tells of the removal.`,
    );
  }
  return removed;
}

/** While the setup runs: the removal is journaled first, then whoever runs the setup is stopped. A set ends with it. */
async function stopAndRemove(
  engine: Engine,
  record: WorktreeRecord,
  options: RemoveOptions,
): Promise<WorktreeRecord> {
  const force = options.force ?? 0;
  const removed = await takeOver(engine, record.id, {
    purpose: "remove",
    open: async (session: RecordSession) => ({
      event: removeEvent(options),
      facts: (await removalFacts(engine, session.record, force)).facts,
    }),
    stop: () => stopHolder(engine, record.id),
    runners: (session) => removalRunners(session, { force, setupStopped: true }),
  });
  await untilSetEnded(engine, record.id);
  return removed;
}
