import { match } from "ts-pattern";
import { readRef } from "../git/refs.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { EventOf, Operation, PassMark } from "../lifecycle/events.js";
import { branchRef } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { abort } from "./abort.js";
import { commitSession } from "./commit.js";
import { refuseCommitAtWork } from "./commit-at-work.js";
import { dropIndex, settleIndex } from "./commit-index.js";
import type { Engine } from "./context.js";
import { create } from "./create.js";
import { creationFacts, creationRunners } from "./creation.js";
import { worktreeFacts } from "./facts.js";
import { findRecord } from "./find.js";
import { headBeforeCommit } from "./half-done.js";
import { landSessions } from "./merge.js";
import { findLanded, type Landed } from "./merge-landed.js";
import { asAsked, errorOf } from "./merge-outcome.js";
import { keepReason } from "./merge-prepare.js";
import { readTarget } from "./merge-target.js";
import { journalObservation } from "./observe.js";
import { locate, present } from "./place.js";
import { withRecord } from "./protocol.js";
import { putBaseBack } from "./put-base-back.js";
import { removalRunners } from "./removal.js";
import { factsBeforeRemoval, isForced, removalFacts, unsavedReason } from "./removal-facts.js";
import { isHalfAborted } from "./resolution.js";
import { landResolved } from "./resolve-land.js";
import { newOp, type RecordSession } from "./session.js";
import { requireSetupTrust } from "./setup.js";
import { stopCommand } from "./stop.js";
import { isHalfTakenUp } from "./take-up.js";
import { removeLeftovers, verifyCommand } from "./verify.js";

export interface RetryOptions {
  /** False: only back to the state before, so that a person can mend there what made it fail. Default true. */
  readonly run?: boolean;
  /** Which run of prune finishes this removal. */
  readonly pass?: PassMark;
}

/**
 * Goes on after an error: a creation, setup or removal under a new operation, a commit, merge or resolution by
 * beginning it again. A merge that had landed when its process ended is completed, never made twice.
 * @throws INVALID_STATE when nothing failed or it cannot be retried, and what the operation itself throws
 */
export async function retry(
  engine: Engine,
  name: string | undefined,
  options: RetryOptions = {},
): Promise<WorktreeRecord> {
  const found = await findRecord(engine, name);
  if (options.run !== false && isHalfTakenUp(engine, found))
    return (await create(engine, { branch: found.branch })).record;
  // An abort that was interrupted is no error in the journal: it is finished by aborting.
  if (options.run !== false && isHalfAborted(engine, found)) return abort(engine, found.id);
  return withRecord(engine, found.id, "retry", async (session) => {
    const failed = session.record;
    const operation = failed.lastError?.operation ?? "observe";
    if (failed.lastError?.code === "INTERRUPTED") {
      await stopCommand(engine, found.id);
      await removeLeftovers(engine, failed);
    }
    await retryUnder(session, failed, operation, options.run !== false, options.pass);
    return session.record;
  });
}

/**
 * The same under a lock that is held, of an operation whose leftovers are stopped and cleared away.
 * @throws as `retry`
 */
export function retryUnder(
  session: RecordSession,
  failed: WorktreeRecord,
  operation: Operation,
  run: boolean,
  pass?: PassMark,
): Promise<unknown> {
  return match(operation)
    .with("create", "init", () => retryCreation(session, operation, run))
    .with("remove", () => retryRemoval(session, failed, run, pass))
    .with("commit", () => retryCommit(session, failed, run))
    .with("merge", () => retryMerge(session, failed, run))
    .with("resolve", () => retryResolve(session, failed, run))
    .with("observe", () => retryObserve(session))
    .exhaustive();
}

/** Appends RETRY; its effects are those of the state that it goes back to. */
async function goBack(session: RecordSession, operation: Operation, run: boolean) {
  const { facts } = await worktreeFacts(session.engine, session.record);
  return session.open({ type: "RETRY", op: newOp(), operation, run }, facts);
}

async function retryCreation(session: RecordSession, operation: Operation, run: boolean): Promise<void> {
  const { engine, record } = session;
  const head = await readRef(engine.repo, branchRef(record.branch));
  const place =
    operation === "init" && record.type === "worktree"
      ? { directory: present(engine, record).path }
      : undefined;
  const start = head ?? record.baseOid;
  if (run && place !== undefined) await requireSetupTrust(engine, record.setup, place, record.role);
  else if (run && start !== null)
    await requireSetupTrust(engine, record.setup, { commit: start }, record.role);
  const effects = await goBack(session, operation, run);
  await session.run(effects, creationRunners(session), { facts: creationFacts });
}

/** Force, and what it gives up, is what a person said here, of what is there now; else the branch's commits stay. */
async function retryRemoval(
  session: RecordSession,
  failed: WorktreeRecord,
  run: boolean,
  pass: PassMark | undefined,
): Promise<void> {
  const { engine, id } = session;
  const seen = await removalFacts(engine, failed, 0);
  const force = failed.removal?.force === true && isForced(engine, id, seen.facts) ? 1 : 0;
  const unsaved = seen.facts.reachableElsewhere === false;
  const mark = pass === undefined ? {} : { pass };
  const event = { type: "RETRY", op: newOp(), operation: "remove", run, ...mark } as const;
  const effects = await session.open(event, seen.facts);
  const expected = unsaved && force === 0 ? undefined : seen.facts.headOid;
  await session.run(effects, removalRunners(session, { force, expected, known: seen.status }));
}

async function retryCommit(session: RecordSession, failed: WorktreeRecord, run: boolean): Promise<void> {
  const { engine } = session;
  const { commit } = failed;
  const located = locate(engine, session.id);
  if (failed.lastError?.code === "INTERRUPTED" && located !== undefined)
    refuseCommitAtWork(failed, located.path);
  const before = headBeforeCommit(session.journal);
  await goBack(session, "commit", run);
  const { status } = await worktreeFacts(engine, session.record);
  await journalObservation(session, status);
  const isThere = status?.oid === before;
  if (located?.state === "intact" && located.gitDir !== undefined) {
    const place = { path: located.path, gitDir: located.gitDir };
    if (isThere) await settleIndex(engine, place);
    else dropIndex(place);
  }
  if (!run || commit === null || session.record.status !== "dirty") return;
  if (before !== null && !isThere) {
    engine.report.step("a commit was made there by now; what it has not is left uncommitted");
    return;
  }
  await commitSession(session, {
    message: commit.message,
    ...(commit.author === null ? {} : { author: commit.author }),
  });
}

async function retryMerge(session: RecordSession, failed: WorktreeRecord, run: boolean): Promise<void> {
  const { engine } = session;
  const { merge } = failed;
  const landed = merge === null ? undefined : await findLanded(engine, failed);
  if (landed === undefined && failed.lastError?.code === "INTERRUPTED") await putBaseBack(engine, failed);
  if (!run || merge === null) {
    await goBack(session, "merge", run);
    return;
  }
  if (landed !== undefined) return completeMerge(session, merge, landed);
  const target = await readTarget(engine, merge.target, { fetch: engine.config.merge.fetch });
  const verifying = await verifyCommand(engine, true, target.tip);
  await goBack(session, "merge", run);
  const wish = { strategy: merge.strategy, keep: merge.keep, autoCommit: false };
  const { outcomes } = await landSessions(engine, [session], target, wish, verifying);
  throwErrorOf(outcomes.get(session.id));
}

/** Journals, and cleans up after, a merge of which only that was missing. */
async function completeMerge(
  session: RecordSession,
  merge: NonNullable<WorktreeRecord["merge"]>,
  landed: Landed,
): Promise<void> {
  await goBack(session, "merge", true);
  const { facts, kept } = await lookBeforeFinishing(session, merge.keep);
  const event: EventOf<"MERGE"> = {
    type: "MERGE",
    op: newOp(),
    target: merge.target,
    strategy: merge.strategy,
    headOid: landed.head,
    ...(kept === null ? {} : { keep: true }),
  };
  const effects = await session.open(event, {
    ...facts,
    // As it was when the merge began; what base has now is that merge.
    ahead: 1,
    operationAtBase: null,
    baseCheckouts: 0,
    baseDiverged: false,
  });
  await finishLanded(session, effects, landed, kept);
}

/** The worktree's facts, and why it stays although its work has landed. */
async function lookBeforeFinishing(session: RecordSession, keep: boolean) {
  const { engine, record } = session;
  const seen = await worktreeFacts(engine, record);
  const { facts } = seen;
  const kept = keepReason(record, facts, keep) ?? unsavedReason(await factsBeforeRemoval(engine, seen));
  return { facts, kept };
}

async function finishLanded(
  session: RecordSession,
  effects: Awaited<ReturnType<RecordSession["open"]>>,
  landed: Landed,
  kept: string | null,
): Promise<void> {
  if (kept !== null && kept !== asAsked) {
    session.engine.report.warn(`${session.record.branch} and its worktree are kept: ${kept}`);
  }
  await session.run(effects, {
    resolveConflict: async () => {},
    mergeBranch: async () => ({
      sha: landed.head,
      ...(landed.mergeOid === null ? {} : { mergeOid: landed.mergeOid }),
    }),
    ...removalRunners(session, { force: 0, expected: landed.head }),
  });
}

async function retryResolve(session: RecordSession, failed: WorktreeRecord, run: boolean): Promise<void> {
  const { engine } = session;
  const { merge } = failed;
  const landed = merge === null ? undefined : await findLanded(engine, failed);
  if (landed === undefined && failed.lastError?.code === "INTERRUPTED") await putBaseBack(engine, failed);
  if (!run || merge === null) {
    await goBack(session, "resolve", run);
    return;
  }
  const way = lastResolution(session);
  if (landed !== undefined) {
    await goBack(session, "resolve", run);
    const { facts, kept } = await lookBeforeFinishing(session, merge.keep);
    const event = {
      type: "RESOLVE_CONFLICT",
      op: newOp(),
      resolution: way.resolution,
      headOid: landed.head,
      ...(kept === null ? {} : { keep: true }),
    } as const;
    const effects = await session.open(event, { ...facts, unmerged: [], markers: [], conflictsNow: [] });
    return finishLanded(session, effects, landed, kept);
  }
  const target = await readTarget(engine, merge.target, { fetch: engine.config.merge.fetch });
  const verifying = await verifyCommand(engine, true, target.tip);
  const head = await readRef(engine.repo, branchRef(failed.branch));
  await goBack(session, "resolve", run);
  if (head === undefined) {
    throw new CoppiceError(
      "CONFLICT_RESOLUTION_FAILED",
      `The branch ${failed.branch} does not exist any more.`,
    );
  }
  throwErrorOf(await landResolved(session, target, head, way, verifying));
}

/** How the conflict was resolved when the merge that followed failed. */
function lastResolution({ journal }: RecordSession) {
  const entry = journal.entries.findLast(
    ({ entry, superseded }) => entry.event.type === "RESOLVE_CONFLICT" && !superseded,
  )?.entry.event;
  return entry?.type === "RESOLVE_CONFLICT"
    ? { resolution: entry.resolution, files: entry.files ?? [] }
    : { resolution: "manual" as const, files: [] };
}

async function retryObserve(session: RecordSession): Promise<void> {
  await goBack(session, "observe", true);
  const { status } = await worktreeFacts(session.engine, session.record);
  await journalObservation(session, status);
}

function throwErrorOf(outcome: Parameters<typeof errorOf>[0] | undefined): void {
  const error = outcome === undefined ? undefined : errorOf(outcome);
  if (error !== undefined) throw error;
}
