import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import type { EffectRunners } from "./interpret.js";
import { recordLockHolder, tryRecordLock, waitForRecordLock } from "./record-lock.js";
import { isHalfAborted } from "./resolution.js";
import { interruptible } from "./running.js";
import { RecordSession, type RunOptions, type SessionOptions } from "./session.js";
import { operationPhrase } from "./wording.js";

/**
 * Works on one record under its lock. Whoever comes second is refused at once, with the
 * state that it then sees.
 * @param purpose the command, for the lock's owner file
 * @throws INVALID_STATE while another process works on the record, NO_WORKTREE, JOURNAL_CORRUPT
 */
export async function withRecord<T>(
  engine: Engine,
  id: RecordId,
  purpose: string,
  work: (session: RecordSession) => Promise<T>,
  options: SessionOptions = {},
): Promise<T> {
  const lock = tryRecordLock(engine, id, purpose);
  if ("heldBy" in lock) throw await busy(engine, id);
  const own = interruptible(engine);
  own.worksOn(id);
  let session: RecordSession | undefined;
  try {
    session = await RecordSession.start(own.engine, id, options);
    return await work(session);
  } catch (error) {
    if (!(error instanceof CoppiceError) || session === undefined) throw error;
    throw advised(engine, session.record, error).concerning(session.record.branch);
  } finally {
    own.done();
    lock.release();
  }
}

/** Where an abort was interrupted, its merge is in the way until it is given up altogether. */
function advised(engine: Engine, record: WorktreeRecord, error: CoppiceError): CoppiceError {
  const isRefusal = error.code === "INVALID_STATE" || error.code === "WORKTREE_DIRTY";
  return isRefusal && isHalfAborted(engine, record)
    ? error.advising(
        `coppice abort ${shellWord(record.branch)} finishes giving up its merge, which was interrupted; then try again.`,
      )
    : error;
}

export interface OperationPlan extends RunOptions {
  /** The command's name, for the lock's owner file. */
  readonly purpose: string;
  /** Gathers facts and makes the opening event; called under the lock. */
  readonly open: (session: RecordSession) => Promise<{ event: LifecycleEventInput; facts: Facts }>;
  readonly runners: (session: RecordSession) => EffectRunners;
}

/** The plain operation: facts, decision, opening entry, effects, closing entry. */
export function runOperation(engine: Engine, id: RecordId, plan: OperationPlan): Promise<WorktreeRecord> {
  return withRecord(engine, id, plan.purpose, async (session) => {
    const { event, facts } = await plan.open(session);
    const effects = await session.open(event, facts);
    return session.run(effects, plan.runners(session), plan);
  });
}

/** How long a process that was told to stop may take to journal its end, before it is killed. */
const stopPatienceMs = 10_000;

/**
 * For the two events that end a running operation from outside (REMOVE in `initializing`, ABORT_MERGE in `merging`):
 * appends the event without the lock, stops the lock's owner, takes the lock, and only then lets the effects run.
 * What the stopped process still journals no longer counts.
 * @param open facts and event, gathered without the lock
 * @param stop ends the lock's owner; called only when the event took effect
 */
export async function takeOver(
  engine: Engine,
  id: RecordId,
  plan: OperationPlan & { readonly stop: () => Promise<void> },
): Promise<WorktreeRecord> {
  const outside = await RecordSession.watch(engine, id);
  const { event, facts } = await plan.open(outside);
  const effects = await outside.open(event, facts);
  await plan.stop();
  const lock = await waitForRecordLock(engine, id, plan.purpose, stopPatienceMs);
  try {
    await outside.refresh();
    return await outside.run(effects, plan.runners(outside), plan);
  } finally {
    lock.release();
  }
}

async function busy(engine: Engine, id: RecordId): Promise<CoppiceError> {
  const record = (await engine.journal.read(id))?.record ?? undefined;
  const holder = recordLockHolder(engine, id);
  const branch = record?.branch ?? id.slice(0, 12);
  const running = record?.op ?? undefined;
  const what =
    running === undefined
      ? `Another command (${holder?.purpose ?? "coppice"}) is working on ${branch}`
      : `${operationPhrase(running.name)} of ${branch} is running since ${running.since}`;
  return new CoppiceError("INVALID_STATE", `${what}; its state is ${record?.status ?? "unknown"}.`, {
    details: {
      branch,
      ...(record === undefined ? {} : { state: record.status }),
      ...(running === undefined ? {} : { operation: running.name }),
    },
    suggestedAction: "Wait until it has ended, then run the command again.",
  });
}
