import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { creationFacts } from "./creation.js";
import { asCoppiceError } from "./failure.js";
import { withRecord } from "./protocol.js";
import { removalRunners } from "./removal.js";
import { removalFacts } from "./removal-facts.js";
import { roleFacts } from "./role-copied.js";
import { syncRoleLines } from "./role-lines.js";
import { newOp, type RecordSession } from "./session.js";
import { knownSets, SetState } from "./set-state.js";
import { setupRunners } from "./setup.js";
import { stopCommand } from "./stop.js";

/**
 * Takes back what was made of a set. Nobody could work in its worktrees yet, so what lies in them is the setup's.
 * @returns the branches of members that could not be taken back; what stopped it is reported
 */
export async function takeBackAll(engine: Engine, set: SetState): Promise<readonly string[]> {
  const left: string[] = [];
  for (const id of [...set.ids].reverse()) {
    try {
      const stays = await takeBack(engine, id);
      if (stays !== undefined) left.push(stays);
    } catch (error) {
      const { message } = asCoppiceError(error, "CLEANUP_FAILED", "take back a worktree of the set");
      engine.report.warn(message);
      left.push((await engine.journal.read(id))?.record?.branch ?? id.slice(0, 12));
    }
  }
  return left;
}

/** @returns the branch of a member that is somebody's by now, and stays */
async function takeBack(engine: Engine, id: RecordId): Promise<string | undefined> {
  const record = (await engine.journal.read(id))?.record ?? undefined;
  if (record === undefined) {
    // The process died before the record began.
    const hadRoleFiles = roleFacts(engine, id) !== undefined;
    engine.local.forget(id);
    if (hadRoleFiles) await syncRoleLines(engine);
    return undefined;
  }
  if (record.status === "removed") return undefined;
  return withRecord(engine, id, "create", async (session) => {
    const { status, branch, lastError } = session.record;
    if (status === "removed") return undefined;
    const isHalf = lastError?.operation === "create" || lastError?.operation === "init";
    // A person has gone on with it, or removes it.
    if (status !== "error" || !isHalf) return branch;
    await remove(session);
    return undefined;
  });
}

async function remove(session: RecordSession): Promise<void> {
  const { engine, id } = session;
  await stopCommand(engine, id);
  const upstream = engine.local.place(id)?.branch?.upstream ?? null;
  const { branch } = session.record;
  // git's own lock of a worktree that it had not finished is no person's.
  const { facts } = await removalFacts(engine, session.record, 2);
  const event = { type: "REMOVE", op: newOp(), force: true, pruneBranch: true, discard: true } as const;
  const runners = removalRunners(session, {
    force: 2,
    discard: true,
    setupStopped: true,
    expected: facts.headOid,
  });
  await session.openAfterEffects(event, facts, runners, "remove");
  if (upstream === null) return;
  // The settings were made after this engine had read git's.
  const args = ["config", "--local", "--remove-section", `branch.${branch}`];
  await engine.repo.git.run(engine.repo.commonDir, args, { codes: "any" });
}

/**
 * Ends the sets of processes that died: what was still being made is taken back, what was ready is finished. Sets that
 * live are left alone.
 * @returns what was done, a sentence each
 */
export async function recoverSets(engine: Engine): Promise<string[]> {
  const done: string[] = [];
  for (const id of knownSets(engine)) done.push(...((await recoverSet(engine, id)) ?? []));
  return done;
}

/** The same of one set. @returns undefined: it lives, or there is nothing any more */
export async function recoverSet(engine: Engine, id: string): Promise<string[] | undefined> {
  const set = SetState.take(engine, id);
  if (set === undefined) return undefined;
  let isEnded = false;
  try {
    const left = set.phase === "made" ? await finishAll(engine, set) : await takeBackAll(engine, set);
    isEnded = left.length === 0;
    const what = set.phase === "made" ? "was finished" : "was taken back: it had been interrupted";
    if (isEnded) return [`The set ${set.name} ${what}.`];
    // Who went on with one of its worktrees has made it theirs.
    isEnded = await areOthers(engine, set);
    return isEnded
      ? [
          `The set ${set.name} had been interrupted; these stay, as somebody went on with them: ${left.join(", ")}.`,
        ]
      : [];
  } finally {
    if (isEnded) set.end();
    else set.leave();
  }
}

async function areOthers(engine: Engine, { ids }: SetState): Promise<boolean> {
  for (const id of ids) {
    const record = (await engine.journal.read(id))?.record;
    if (record?.op != null || record?.status === "error") return false;
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
      await withRecord(engine, id, "create", finish);
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
