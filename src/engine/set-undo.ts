import { setTimeout as delay } from "node:timers/promises";
import { fullStatus } from "../git/index-copy.js";
import { standingAt } from "../git/raw-files.js";
import type { Journal } from "../journal/store.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { creationFacts } from "./creation.js";
import type { WorktreeFacts } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { ignoredWork } from "./ignored-work.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";
import { removalRunners } from "./removal.js";
import { removalFacts } from "./removal-facts.js";
import { roleFacts } from "./role-copied.js";
import { syncRoleLines } from "./role-lines.js";
import { newOp, type RecordSession } from "./session.js";
import { deadSets, knownSets, SetState } from "./set-state.js";
import { setupRunners } from "./setup.js";
import { stopCommand } from "./stop.js";

/** What became of the worktrees of a set that was taken back. */
interface TakenBack {
  /** Those that went with it. */
  readonly gone: readonly WorktreeRecord[];
  /** The branches of those that could not go; what stopped it is reported. */
  readonly left: readonly string[];
}

/**
 * Takes back what was made of a set. What lies in its worktrees is the setup's, but for what came when that had died:
 * the worktrees stood there until now, and whoever worked in them gets it back from an archive.
 * @param died the set's process has ended by itself
 */
export async function takeBackAll(engine: Engine, set: SetState, died = false): Promise<TakenBack> {
  const gone: WorktreeRecord[] = [];
  const left: string[] = [];
  for (const id of [...set.ids].reverse()) {
    try {
      const record = await takeBack(engine, id, died);
      if (record?.status === "removed") gone.unshift(record);
      else if (record !== undefined) left.unshift(record.branch);
    } catch (error) {
      const { message } = asCoppiceError(error, "CLEANUP_FAILED", "take back a worktree of the set");
      engine.report.warn(message);
      left.unshift((await engine.journal.read(id))?.record?.branch ?? id.slice(0, 12));
    }
  }
  return { gone, left };
}

/** @returns the member as it is now, where this is what ended it, or where it is somebody's by now and stays */
async function takeBack(engine: Engine, id: RecordId, died: boolean): Promise<WorktreeRecord | undefined> {
  const record = await afterOthers(engine, id);
  if (record === undefined) {
    // The process died before the record began.
    const hadRoleFiles = roleFacts(engine, id) !== undefined;
    engine.local.forget(id);
    if (hadRoleFiles) await syncRoleLines(engine);
    return undefined;
  }
  if (record.status === "removed") return undefined;
  const work = async (session: RecordSession): Promise<WorktreeRecord | undefined> => {
    const { status } = session.record;
    if (status === "removed") return undefined;
    // Else a person has gone on with it, and it is theirs.
    if (status === "error" && neverActive(session.journal)) await remove(session, died);
    return session.record;
  };
  return withRecord(engine, id, "create", work, { quiet: true });
}

/** How long others are let end what they do with a worktree: as long as they work on it, and until they begin to. */
const workPatienceMs = 10_000;
const lockPatienceMs = 2_000;
const pollMs = 25;

/**
 * The record, once nobody else works on it, as somebody does whose `remove` has ended the set. Between its entry and its
 * lock a removal looks like one whose process died, and whoever took the lock first would end it.
 */
async function afterOthers(engine: Engine, id: RecordId): Promise<WorktreeRecord | undefined> {
  for (let [held, free] = [0, 0]; ; await delay(pollMs)) {
    const isHeld = recordLockHolder(engine, id) !== undefined;
    const record = (await engine.journal.read(id))?.record ?? undefined;
    if (record === undefined || record.status === "removed") return record;
    if (!isHeld && record.status !== "removing") return record;
    if (isHeld) held += pollMs;
    else free += pollMs;
    if (held > workPatienceMs || free > lockPatienceMs) return record;
  }
}

/** Nobody has had it to work in: neither the set nor a person's `retry` has come to its end. */
const neverActive = ({ entries }: Journal): boolean =>
  !entries.some(({ to, superseded }) => to === "active" && !superseded);

async function remove(session: RecordSession, died: boolean): Promise<void> {
  const { engine, id } = session;
  await stopCommand(engine, id);
  const upstream = engine.local.place(id)?.branch?.upstream ?? null;
  const { branch } = session.record;
  // git's own lock of a worktree that it had not finished is no person's.
  const seen = await removalFacts(engine, session.record, 2);
  const { facts } = seen;
  const discard = !(died && (await isWorkedIn(session, seen)));
  const event = { type: "REMOVE", op: newOp(), force: true, pruneBranch: true, discard } as const;
  const runners = removalRunners(session, {
    force: 2,
    discard,
    setupStopped: true,
    expected: facts.headOid,
  });
  await session.openAfterEffects(event, facts, runners, "remove");
  if (!discard)
    engine.report.warn(
      `${branch} had been worked in: coppice restore ${shellWord(branch)} brings that back.`,
    );
  if (upstream === null) return;
  // The settings were made after this engine had read git's.
  const args = ["config", "--local", "--remove-section", `branch.${branch}`];
  await engine.repo.git.run(engine.repo.commonDir, args, { codes: "any" });
}

const setupEvents: ReadonlySet<string> = new Set(["CREATE", "INIT_COMPLETE", "INIT_SCRIPT"]);

/** Whether there are commits, or a file was written since the last step of the setup was told of, so perhaps by a person. */
async function isWorkedIn({ engine, record, journal }: RecordSession, seen: WorktreeFacts): Promise<boolean> {
  const { located, facts } = seen;
  if (facts.reachableElsewhere === false) return true;
  if (located?.state !== "intact" || located.gitDir === undefined) return false;
  if (record.lastError?.operation === "create") return false;
  const { path, gitDir } = located;
  const told = journal.entries.filter(({ entry }) => setupEvents.has(entry.event.type));
  const last = Math.max(0, ...told.map(({ entry }) => Date.parse(entry.at)));
  const isLate = (file: string): boolean => Number(standingAt(path, file)?.ctimeNs ?? 0) / 1e6 > last;
  if ((await ignoredWork(engine, record.id, path)).some(isLate)) return true;
  if (facts.uncommitted?.total === 0) return false;
  const { status } = await fullStatus(engine.repo, { path, gitDir });
  return status.files.some((file) => isLate(file.path));
}

/** The worktrees that would go with the sets of dead processes, were they ended now. */
export async function doomed(engine: Engine): Promise<WorktreeRecord[]> {
  const ids = deadSets(engine).flatMap((set) => (set.phase === "making" ? set.ids : []));
  const journals = await Promise.all(ids.map((id) => engine.journal.read(id)));
  return journals.flatMap((journal) =>
    journal?.record == null || journal.record.status === "removed" || !neverActive(journal)
      ? []
      : journal.record,
  );
}

/** What was done about a set whose process had died. */
export interface Recovered {
  /** One sentence. */
  readonly told: string;
  /** The worktrees that went with it. */
  readonly gone: readonly WorktreeRecord[];
}

/**
 * Ends the sets of processes that died: what was still being made is taken back, what was ready is finished. Sets that
 * live are left alone.
 */
export async function recoverSets(engine: Engine): Promise<Recovered[]> {
  const done: Recovered[] = [];
  for (const id of knownSets(engine)) {
    const one = await recoverSet(engine, id);
    if (one !== undefined) done.push(one);
  }
  return done;
}

/** The same of one set. @returns undefined: it lives, there is nothing any more, or what there is could not be ended */
export async function recoverSet(engine: Engine, id: string): Promise<Recovered | undefined> {
  const set = SetState.take(engine, id);
  if (set === undefined) return undefined;
  let isEnded = false;
  try {
    const isMade = set.phase === "made";
    const { gone, left } = isMade
      ? { gone: [], left: await finishAll(engine, set) }
      : await takeBackAll(engine, set, true);
    isEnded = left.length === 0 || (await areOthers(engine, set));
    if (!isEnded) return undefined;
    const end = isMade ? "was finished" : "was taken back: it had been interrupted";
    const told =
      left.length === 0
        ? `The set ${set.name} ${end}.`
        : `The set ${set.name} had been interrupted; these stay, as somebody went on with them: ${left.join(", ")}.`;
    return { told, gone };
  } finally {
    if (isEnded) set.end();
    else set.leave();
  }
}

/** Whether nothing of it is half done any more: who went on with one of its worktrees has made it theirs. */
async function areOthers(engine: Engine, { ids }: SetState): Promise<boolean> {
  for (const id of ids) {
    const journal = await engine.journal.read(id);
    const record = journal?.record;
    if (record?.op != null || (record?.status === "error" && journal !== undefined && neverActive(journal)))
      return false;
  }
  return true;
}

async function finishAll(engine: Engine, set: SetState): Promise<readonly string[]> {
  const left: string[] = [];
  for (const id of set.ids) {
    const record = (await engine.journal.read(id))?.record;
    const isOpen =
      record?.op != null || (record?.status === "error" && record.lastError?.code === "INTERRUPTED");
    if (record == null || !isOpen) continue;
    try {
      await withRecord(engine, id, "create", finish, { quiet: true });
    } catch (error) {
      const { message } = asCoppiceError(error, "WORKTREE_CREATION_FAILED", "finish a worktree of the set");
      engine.report.warn(message);
      left.push(record.branch);
    }
  }
  return left;
}

/** Every step of its setup had ended. */
async function finish(session: RecordSession): Promise<void> {
  const { status, lastError } = session.record;
  if (status !== "error" || lastError?.code !== "INTERRUPTED" || lastError.operation !== "init") return;
  const effects = await session.open({ type: "RETRY", op: newOp(), operation: "init", run: true }, {});
  const runners = {
    ...setupRunners(session),
    installDependencies: async () => ({ depsInstalled: true }),
    runInitScript: async () => ({ initScriptRun: true }),
  };
  await session.run(effects, runners, { facts: creationFacts });
}
