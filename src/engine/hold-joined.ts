import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { locate } from "./place.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";

/**
 * A record of this clone may be read, from what has just come, with an older one of its branch. Where no clone holds that
 * one, the Action had adopted the branch before: the worktree is here, so that record becomes this clone's. Where it says
 * that this clone holds it and nothing of it is here, somebody else wrote it: the worktree goes on under it, too.
 */
export async function holdJoined(engine: Engine): Promise<void> {
  const records = await engine.journal.records();
  for (const [id, into] of engine.journal.joined) {
    const record = records.get(into);
    if (record === undefined || record.status === "removed" || !isToHold(engine, record)) continue;
    if (recordLockHolder(engine, into) !== undefined) continue;
    try {
      await hold(engine, id, into);
    } catch (error) {
      engine.report.warn(asCoppiceError(error, "GIT_FAILED", "take up a record").message);
    }
  }
}

const isToHold = (engine: Engine, { id, owner }: WorktreeRecord): boolean =>
  owner === null || (owner === engine.clone && locate(engine, id) === undefined);

async function hold(engine: Engine, id: RecordId, into: RecordId): Promise<void> {
  const { local, clone } = engine;
  const place = local.place(id);
  const located = locate(engine, id);
  if (place === undefined || located?.state !== "intact" || located.gitDir === undefined) return;
  const { gitDir, path } = located;
  await withRecord(engine, into, "adopt", async (session) => {
    if (!isToHold(engine, session.record)) return;
    local.setPlace(into, { ...place, path, gitDir });
    local.markWorktree(gitDir, into);
    if (session.record.owner === null) await session.note({ type: "OWN", clone });
  });
}
