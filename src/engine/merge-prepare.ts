import type { Status } from "../git/status.js";
import { statusEach } from "../git/status-many.js";
import { decide } from "../lifecycle/decide.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type EventOf, eventSchema, type Strategy } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { type Oid, type OpId, timestampSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { commitRunner, openCommit, refuseOtherBranch } from "./commit.js";
import { usableTitle } from "./commit-words.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts, worktreeFacts } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { runEffects } from "./interpret.js";
import type { AheadGraph } from "./merge-graph.js";
import type { MergeItem } from "./merge-item.js";
import { asAsked, type MergeOutcome } from "./merge-outcome.js";
import type { MergeTarget } from "./merge-target.js";
import { alreadyMerged, refused } from "./merge-unbegun.js";
import { journalObservation } from "./observe.js";
import { locate, present } from "./place.js";
import { factsBeforeRemoval } from "./removal-facts.js";
import { newOp, type RecordSession } from "./session.js";

export interface WishOptions {
  readonly strategy: Strategy;
  readonly keep: boolean;
  /** Commit what is uncommitted first. */
  readonly autoCommit: boolean;
  /** With this message. Default: the task's title. */
  readonly message?: string | undefined;
}

/** A record's worktree as it was seen under the lock, with what was journaled of it. */
export interface Seen {
  readonly session: RecordSession;
  readonly facts: WorktreeFacts;
  /** The commit that was begun; the merge goes on under its operation. */
  readonly commit: { readonly op: OpId; readonly sha: Oid | undefined } | undefined;
}

/** Looks at worktrees, journals what is new, and commits what is uncommitted where that is wanted. */
export async function lookAtAll(
  engine: Engine,
  sessions: readonly RecordSession[],
  target: MergeTarget,
  options: WishOptions,
): Promise<(Seen | { readonly outcome: MergeOutcome })[]> {
  const places = sessions.map((session) => {
    const located = locate(engine, session.id);
    const { path, gitDir } = located ?? {};
    return located?.state === "intact" && path !== undefined && gitDir !== undefined
      ? { path, gitDir }
      : undefined;
  });
  const targets = places.filter((place) => place !== undefined);
  // While git looks at the others, what was seen of one is journaled.
  const statuses = statusEach(engine.repo, targets, { signal: engine.signal });
  const known = new Map(targets.map((place, index) => [place, statuses[index]]));
  return Promise.all(
    sessions.map(async (session, index) => {
      const place = places[index];
      const status = place === undefined ? undefined : await known.get(place);
      // What failed is read again by itself, and then told.
      return look(session, target, options, status instanceof CoppiceError ? undefined : status);
    }),
  );
}

async function look(
  session: RecordSession,
  target: MergeTarget,
  options: WishOptions,
  known: Status | undefined,
): Promise<Seen | { readonly outcome: MergeOutcome }> {
  const { engine } = session;
  try {
    // Without the worktree nobody can tell what is uncommitted in it.
    if (session.record.owner !== null && session.record.type === "worktree") present(engine, session.record);
    let facts = await worktreeFacts(engine, session.record, known);
    const { branch } = session.record;
    await journalObservation(session, facts.status);
    if (session.record.branch !== branch) facts = await worktreeFacts(engine, session.record);
    if (session.record.owner !== null) refuseOtherBranch(session.record, facts);
    if (session.record.status !== "dirty" || !options.autoCommit)
      return { session, facts, commit: undefined };
    return await commitFirst(session, facts, options.message);
  } catch (error) {
    if (engine.signal.aborted) throw error;
    const failure = asCoppiceError(error, "MERGE_FAILED", "look at the worktree");
    const { record } = session;
    if (record.status === "error" && record.lastError?.operation === "commit") {
      return {
        outcome: { status: "failed", branch: record.branch, target: target.branch, record, error: failure },
      };
    }
    return { outcome: refused(session, target, failure) };
  }
}

async function commitFirst(
  session: RecordSession,
  seen: WorktreeFacts,
  asked: string | undefined,
): Promise<Seen> {
  const { engine, record } = session;
  const message = asked ?? usableTitle([record.title, record.task?.title]) ?? `Work on ${record.branch}`;
  const { op, effects } = await openCommit(session, seen, { message });
  try {
    const { sha } = await runEffects(effects, { commitChanges: commitRunner(session) }, engine.signal);
    return { session, facts: await worktreeFacts(engine, session.record), commit: { op, sha } };
  } catch (error) {
    throw await session.fail(error);
  }
}

/** Decides, without an entry yet, whether a branch may be merged. */
export async function prepare(
  seen: Seen,
  target: MergeTarget,
  graph: AheadGraph,
  options: WishOptions,
): Promise<MergeItem | { readonly outcome: MergeOutcome }> {
  const { session, commit } = seen;
  const { record, engine } = session;
  const kept = keepReason(record, seen.facts.facts, options.keep);
  const own = kept === null ? await factsBeforeRemoval(engine, seen.facts) : seen.facts.facts;
  const facts = mergeFacts(own, record, target, graph);
  const head = facts.headOid;
  const giveUp = async (): Promise<void> => {
    if (commit === undefined) return;
    const sha = commit.sha === undefined ? {} : { sha: commit.sha };
    await session.run([{ type: "commitChanges", message: "", author: null }], {
      commitChanges: async () => sha,
    });
  };
  const event = mergeEvent(target, options, head, commit?.op ?? newOp(), kept !== null);
  if (event === undefined || !accepts(session, event, facts)) {
    const merged =
      event !== undefined && facts.ahead === 0 && accepts(session, event, { ...facts, ahead: 1 });
    const error = merged ? undefined : await refusalOf(session, event, facts, target);
    await giveUp();
    return {
      outcome:
        error === undefined ? alreadyMerged(session, target, "contained") : refused(session, target, error),
    };
  }
  return {
    session,
    wish: {
      record,
      head: event.headOid,
      target: target.branch,
      strategy: options.strategy,
      resolutions: resolutionsOf(session),
    },
    kept,
    finishes: false,
    open: () => session.open(event, facts),
    giveUp,
  };
}

/** The facts that canMerge asks for. */
export function mergeFacts(
  facts: Facts,
  record: WorktreeRecord,
  target: MergeTarget,
  graph: AheadGraph,
): Facts {
  const { headOid } = facts;
  return {
    ...facts,
    // No clone holds a directory: there is nothing that could be unclean.
    ...(record.owner === null
      ? { uncommitted: { files: [], total: 0 }, unmerged: [], operationHere: null }
      : {}),
    ...(headOid === undefined ? {} : { ahead: graph.commitsOf(headOid).length }),
    operationAtBase: target.operation,
    baseCheckouts: target.checkouts.length,
    baseDiverged: target.diverged,
  };
}

/** Why worktree and branch stay after the merge; null: they go. */
export function keepReason(record: WorktreeRecord, facts: Facts, wanted: boolean): string | null {
  if (wanted) return asAsked;
  if (facts.insideDirectory === true) return "the command runs inside it";
  // First: a lease holds git's lock as well.
  if (facts.liveLease) return `it is in use by ${facts.liveLease.holder}`;
  if (record.lock !== null || facts.gitLock) return "it is locked";
  return facts.owner === false ? "another clone holds it" : null;
}

/** Tips that resolved conflicts of this record left, as its journal tells. */
export const resolutionsOf = ({ journal }: RecordSession): Oid[] =>
  journal.entries.flatMap(({ entry, superseded }) =>
    entry.event.type === "RESOLVE_CONFLICT" && !superseded ? [entry.event.headOid] : [],
  );

function mergeEvent(
  target: MergeTarget,
  { strategy }: WishOptions,
  headOid: Oid | undefined,
  op: OpId,
  keep: boolean,
): EventOf<"MERGE"> | undefined {
  if (headOid === undefined) return undefined;
  return { type: "MERGE", op, target: target.branch, strategy, headOid, ...(keep ? { keep } : {}) };
}

function accepts(session: RecordSession, event: EventOf<"MERGE">, facts: Facts): boolean {
  const { engine, id, record } = session;
  const at = timestampSchema.parse(new Date(engine.now()).toISOString());
  return (
    decide(id, record, { at, by: engine.actor, event: eventSchema.parse(event) }, facts).kind === "accepted"
  );
}

/** The refusal in the session's words, which speak of an interruption that was found, too. */
async function refusalOf(
  session: RecordSession,
  event: EventOf<"MERGE"> | undefined,
  facts: Facts,
  target: MergeTarget,
): Promise<CoppiceError | undefined> {
  if (event === undefined) {
    const { branch } = session.record;
    return asCoppiceError(
      new Error(`the branch ${branch} does not exist in this clone`),
      "MERGE_FAILED",
      `merge into ${target.branch}`,
    );
  }
  try {
    await session.open(event, facts);
    return undefined;
  } catch (error) {
    return asCoppiceError(error, "MERGE_FAILED", "begin the merge");
  }
}
