import * as z from "zod/mini";
import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { saveLanded } from "./archive-save.js";
import type { Engine } from "./context.js";
import { readStatus } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { live } from "./find.js";
import { isKeptAsAsked, keptReason } from "./kept.js";
import type { LocalFile } from "./local.js";
import { isHere, journalObservation, observationOf } from "./observe.js";
import { locate } from "./place.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";
import { removeUnder } from "./remove-under.js";
import type { RecordSession } from "./session.js";

/** Its work has landed: as long as something keeps it, that may have gone by the next flush. */
const keptFile = { name: "kept", schema: z.object({ v: z.literal(1) }) } satisfies LocalFile<unknown>;

/**
 * Removes this clone's worktrees whose work has landed, with their branches, without force: those that are clean, that
 * nobody uses, that have no newer work, and whose merge base's upstream has. The others are kept; `keptReason` says why.
 */
export async function cleanUpLanded(engine: Engine): Promise<void> {
  for (const record of live((await engine.journal.records()).values())) {
    if (record.landed !== null && isHere(engine, record)) await cleanUp(engine, record.id);
  }
}

/** The same for those that were kept before: what kept them may have gone. */
export async function sweepLanded(engine: Engine): Promise<void> {
  for (const id of engine.local.ids()) {
    if (engine.local.read(id, keptFile) !== undefined) await cleanUp(engine, id);
  }
}

async function cleanUp(engine: Engine, id: RecordId): Promise<void> {
  try {
    // Whoever works on it comes by here again when it is done.
    if (recordLockHolder(engine, id) !== undefined) return;
    await withRecord(engine, id, "clean up what has landed", cleanUpUnder);
  } catch (error) {
    engine.report.warn(asCoppiceError(error, "CLEANUP_FAILED", "clean up what has landed").message);
  }
}

/** The same for one record, under its lock. */
export async function cleanUpUnder(session: RecordSession): Promise<WorktreeRecord> {
  const { engine, id } = session;
  const located = locate(engine, id);
  const intact = located?.state === "intact" && located.gitDir !== undefined;
  const status = intact ? await readStatus(engine, located.path, located.gitDir) : undefined;
  await journalObservation(session, status);
  if (isKeptAsAsked(session.journal)) return session.record;
  // It goes with everything that is known of the worktree here.
  engine.local.write(id, keptFile, { v: 1 });
  const seen = await observationOf(engine, session.record, { located, status });
  if ((await keptReason(engine, session.record, seen)) !== undefined) return session.record;
  await saveLanded(session.engine, session.record);
  return removeUnder(session, {}, status);
}
