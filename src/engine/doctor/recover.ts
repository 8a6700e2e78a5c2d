import { match } from "ts-pattern";
import { CoppiceError } from "../../lifecycle/errors.js";
import type { Operation } from "../../lifecycle/events.js";
import type { RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";
import { refuseCommitAtWork } from "../commit-at-work.js";
import type { Engine } from "../context.js";
import { isMade } from "../creation.js";
import { worktreeFacts } from "../facts.js";
import { finishHalfCommit, headBeforeCommit } from "../half-done.js";
import { findLanded } from "../merge-landed.js";
import { locate } from "../place.js";
import { withRecord } from "../protocol.js";
import { removalRunners } from "../removal.js";
import { retryUnder } from "../retry.js";
import { newOp, type RecordSession } from "../session.js";
import { needsCommands, setupRunners } from "../setup.js";
import { stopCommand } from "../stop.js";
import { removeLeftovers } from "../verify.js";
import { operationPhrase, wayOn } from "../wording.js";

/**
 * Ends an operation whose process has died: finished when its result is there, undone when that loses nothing, else left
 * in `error`, from where a person goes on.
 * @returns what was done; undefined: by now there was nothing to do
 */
export async function recover(engine: Engine, id: RecordId): Promise<string | undefined> {
  await finishHalfCommit(engine, id);
  return withRecord(engine, id, "doctor", async (session) => {
    // Beginning to work on the record has journaled what was found, unless this clone had another id then.
    await tellStray(session);
    const failed = session.record;
    const operation = failed.lastError?.operation;
    const isDead = failed.status === "error" && failed.lastError?.code === "INTERRUPTED";
    if (!isDead || operation === undefined) return undefined;
    await stopCommand(engine, id);
    await removeLeftovers(session.engine, failed);
    try {
      return await end(session, failed, operation);
    } catch (error) {
      // A person decides: what stopped it is the newest error of the record.
      if (session.record.status !== "error" || !(error instanceof CoppiceError)) throw error;
      return stays(session, operation, error.message);
    }
  });
}

async function tellStray(session: RecordSession): Promise<void> {
  const { op, owner, branch, status } = session.record;
  if (op === null || owner !== session.engine.clone) return;
  await session.note({
    type: "ERROR",
    op: op.id,
    code: "INTERRUPTED",
    message: `${operationPhrase(op.name)} of ${branch} was interrupted: its clone is none any more.`,
    details: { state: status, operation: op.name },
    operation: op.name,
    recoverable: true,
  });
}

function end(session: RecordSession, failed: WorktreeRecord, operation: Operation): Promise<string> {
  return match(operation)
    .with("create", () => endCreation(session, failed))
    .with("init", () => endSetup(session, failed))
    .with("commit", () => endCommit(session, failed))
    .with("merge", "resolve", (merging) => endMerge(session, failed, merging))
    .with("remove", () => finish(session, failed, "remove"))
    .with("observe", async () => stays(session, operation))
    .exhaustive();
}

async function finish(session: RecordSession, failed: WorktreeRecord, operation: Operation): Promise<string> {
  await retryUnder(session, failed, operation, true);
  return `${operationPhrase(operation)} of ${failed.branch} was finished: it is ${session.record.status}.`;
}

function stays({ record }: RecordSession, operation: Operation, why?: string): string {
  const reason = why === undefined ? "" : ` (${why.replace(/\.$/, "")})`;
  return `${operationPhrase(operation)} of ${record.branch} is an error now${reason}: ${wayOn(record)}`;
}

/** A worktree that git has made whole goes on to its setup; a half-made one is taken back, and its branch. */
async function endCreation(session: RecordSession, failed: WorktreeRecord): Promise<string> {
  const { engine, id } = session;
  const place = engine.local.place(id);
  if (await isMade(session)) {
    const path = locate(engine, id)?.path;
    if (path === undefined || needsCommands(engine, failed, path)) return stays(session, "create");
    return finish(session, failed, "create");
  }
  if (place === undefined || place.found === true) return stays(session, "create");
  await removalRunners(session, { force: 0 }).cleanupDirectory?.({
    type: "cleanupDirectory",
    halfMade: true,
  });
  if (locate(engine, id)?.state === "intact") return stays(session, "create");
  const word = shellWord(failed.branch);
  return `What was half made of ${failed.branch} was taken back: coppice retry ${word} makes it, coppice remove ${word} gives it up.`;
}

/** The steps of a setup come in a fixed order, so a script that succeeded tells that all of them are done. */
async function endSetup(session: RecordSession, failed: WorktreeRecord): Promise<string> {
  const { engine, id } = session;
  const located = locate(engine, id);
  if (located?.state !== "intact") return stays(session, "init");
  if (failed.initScriptStatus !== "success") {
    if (needsCommands(engine, failed, located.path)) return stays(session, "init");
    return finish(session, failed, "init");
  }
  const { facts } = await worktreeFacts(engine, failed);
  const effects = await session.open({ type: "RETRY", op: newOp(), operation: "init", run: true }, facts);
  await session.run(effects, {
    ...setupRunners(session),
    installDependencies: async () => ({ depsInstalled: true }),
    runInitScript: async () => ({ initScriptRun: true }),
  });
  return `The setup of ${failed.branch} was finished: its init script had ended.`;
}

/** A commit that was made is told; one that was not leaves everything as it was before, to be committed again. */
async function endCommit(session: RecordSession, failed: WorktreeRecord): Promise<string> {
  const { engine, id } = session;
  const located = locate(engine, id);
  if (located?.state !== "intact" || located.gitDir === undefined) return stays(session, "commit");
  const { facts } = await worktreeFacts(engine, failed);
  const before = headBeforeCommit(session.journal);
  const made = facts.headOid !== undefined && facts.headOid !== before;
  refuseCommitAtWork(failed, located.path);
  await retryUnder(session, failed, "commit", false);
  return made
    ? `The commit of ${failed.branch} had been made; it is in the journal now.`
    : `The commit of ${failed.branch} had not been made: its changes are there as before.`;
}

/** Until base moves a merge changes nothing: one that has not landed is given up, and can be begun again. */
async function endMerge(
  session: RecordSession,
  failed: WorktreeRecord,
  operation: "merge" | "resolve",
): Promise<string> {
  if ((await findLanded(session.engine, failed)) !== undefined) return finish(session, failed, operation);
  await retryUnder(session, failed, operation, false);
  const target = failed.merge?.target ?? failed.base ?? "base";
  return `The merge of ${failed.branch} had not come to ${target}: it is ${session.record.status} again, and nothing was changed.`;
}
