import { listRefs } from "../git/refs.js";
import type { Lock } from "../journal/lock.js";
import type { CreateEvent } from "../journal/store.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Facts } from "../lifecycle/facts.js";
import { homeName, type RecordId, type Timestamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { live } from "./find.js";
import { withRecord } from "./protocol.js";
import { tryRecordLock, withCreateLock } from "./record-lock.js";
import { interruptible } from "./running.js";
import { newOp, RecordSession } from "./session.js";

/* The home workspace: the main worktree of one clone, with a record. Nothing is made for it, and nothing goes with it. */

export interface HomeTracked {
  readonly record: WorktreeRecord;
  /** False: it was tracked before. */
  readonly made: boolean;
}

/** The live record of this clone's home workspace. Other clones have their own. */
export const homeOf = (engine: Engine, records: Iterable<WorktreeRecord>): WorktreeRecord | undefined =>
  live(records).find(({ type, owner }) => type === "home" && owner === engine.clone);

/**
 * Refuses a repository that has no main worktree, or no commit: nothing is changed before that is known.
 * @throws NOT_A_REPO
 */
export async function requireHome({ repo }: Engine): Promise<void> {
  if (repo.mainWorktree === undefined) {
    throw new CoppiceError("NOT_A_REPO", "A bare repository has no main worktree that could be tracked.", {
      suggestedAction: "Leave --home out, or run it in a clone that has a main worktree.",
    });
  }
  if ((await listRefs(repo, ["refs/heads/", "refs/remotes/"])).length > 0) return;
  if ((await repo.objects().resolve("HEAD^{commit}")) !== undefined) return;
  throw new CoppiceError(
    "NOT_A_REPO",
    "The repository has no commit yet, so its main worktree cannot be tracked.",
    { suggestedAction: "Make a first commit, then run the command again." },
  );
}

/**
 * Gives the main worktree a record, once in each clone. A record whose making was interrupted is finished.
 * @param told when it was begun, where another tool that kept it tells
 * @throws NOT_A_REPO, INVALID_STATE while another process works on its record
 */
export async function trackHome(engine: Engine, told?: Timestamp): Promise<HomeTracked> {
  await requireHome(engine);
  return withCreateLock(engine, async () => {
    const records = [...(await engine.journal.records()).values()];
    const known = homeOf(engine, records);
    if (known?.status === "active") return { record: known, made: false };
    const record = known && (await withRecord(engine, known.id, "init", finish));
    return record === undefined || record.status === "removed"
      ? { record: await begin(engine, records, told), made: true }
      : { record, made: false };
  });
}

const there: Facts = { hasCommit: true, liveRecord: false, directoryExists: true, listed: true };

async function begin(
  engine: Engine,
  records: readonly WorktreeRecord[],
  told: Timestamp | undefined,
): Promise<WorktreeRecord> {
  const event: CreateEvent = {
    type: "CREATE",
    op: newOp(),
    branch: homeName,
    base: null,
    baseOid: null,
    clone: engine.clone,
    kind: "home",
    ...(told === undefined ? {} : { createdAt: told }),
    setup: { copyEnv: false, installDeps: false, runInitScript: false },
  };
  const own = interruptible(engine);
  let lock: Lock | undefined;
  const prepare = (id: RecordId): void => {
    const taken = tryRecordLock(engine, id, "init");
    if (!("heldBy" in taken)) lock = taken;
    own.worksOn(id);
  };
  try {
    const { session, effects } = await RecordSession.create(own.engine, event, there, prepare, records);
    return await session.run(effects, {}, { facts: async () => there });
  } finally {
    own.done();
    lock?.release();
  }
}

/** Goes on with what an interrupted process left: a beginning, or an end. */
async function finish(session: RecordSession): Promise<WorktreeRecord> {
  const { lastError } = session.record;
  if (lastError === null) return session.record;
  if (lastError.operation === "remove") return endUnder(session);
  const event = { type: "RETRY" as const, op: newOp(), operation: lastError.operation, run: true };
  const effects = await session.open(event, there);
  return session.run(effects, {}, { facts: async () => there });
}

/**
 * Ends the record of the home workspace. Nothing of the main worktree or of any branch is touched.
 * @throws INVALID_STATE: it is another clone's, or another process works on it
 */
export const endHome = (engine: Engine, id: RecordId): Promise<WorktreeRecord> =>
  withRecord(engine, id, "remove", endUnder);

async function endUnder(session: RecordSession): Promise<WorktreeRecord> {
  const { engine, id, record } = session;
  const facts: Facts = { owner: record.owner === engine.clone };
  const event = { type: "REMOVE" as const, op: newOp(), pruneBranch: false };
  const ended =
    record.status === "error"
      ? await session.openAfterEffects(event, facts, {}, "remove")
      : await session.run(await session.open(event, facts), {});
  engine.local.forget(id);
  return ended;
}
