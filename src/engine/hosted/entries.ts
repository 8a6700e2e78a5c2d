import type { HostedPull } from "../../forge/hosted.js";
import type { CoppiceError } from "../../lifecycle/errors.js";
import type { EventOf, LifecycleEventInput, Strategy } from "../../lifecycle/events.js";
import type { Facts } from "../../lifecycle/facts.js";
import { type BranchName, type Oid, type OpId, type RecordId, timestampSchema } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { newOp } from "../session.js";
import { beginPrune, bringToRest } from "./endings.js";
import type { Ledger } from "./ledger.js";
import type { Task } from "./model.js";

/**
 * What a run over a hosted repository journals about one record, for every state that it can be in. A clone's worktree
 * is the clone's: it is told what became of the work, and the record ends when its owner cleans up. A record that no
 * clone holds is moved on and ended here.
 */

/** What a merge was, or would have been. */
interface Merge {
  readonly task: Task;
  /** The commit of the branch. */
  readonly head: Oid;
  readonly target: BranchName;
  readonly strategy: Strategy;
  /** The branch and its worktree stay. */
  readonly keep: boolean;
}

export interface Landing extends Merge {
  /** The commit on `target` that has the work; undefined where none can be named. */
  readonly mergeOid: Oid | undefined;
  readonly evidence: EventOf<"LANDED">["evidence"];
  /** Default: a new one. */
  readonly op?: OpId;
}

export interface Conflict extends Merge {
  /** Base as it was merged with. */
  readonly targetOid: Oid;
  /** MERGE_CONFLICT, with the files. */
  readonly error: CoppiceError;
}

/** A merge that CI makes is made on commits that were pushed; where base is checked out does not matter to it. */
const mergeFacts: Facts = { ahead: 1, operationAtBase: null, baseCheckouts: 0, baseDiverged: false };
const resolvedFacts: Facts = { unmerged: [], markers: [], conflictsNow: [] };

/**
 * Journals that `target` has the work of `head`: the request is answered and `landed` set, whatever the state. A record
 * that no clone holds then is `removing`, and ends with `recordEnded` once its branch is gone; with `keep`, or locked,
 * it stays `active`, and so does one whose branch has a newer commit.
 * @returns the record after it
 */
export async function recordLanded(ledger: Ledger, landing: Landing): Promise<WorktreeRecord> {
  const { id } = landing.task.record;
  const { head, target, mergeOid, evidence } = landing;
  const before = ledger.get(id);
  if (!isLandedAs(before, landing)) {
    if (before.owner === null) await landUnowned(ledger, landing);
    else await landOwned(ledger, landing);
    await ledger.append(id, {
      type: "LANDED",
      target,
      headOid: head,
      evidence,
      ...(mergeOid === undefined ? {} : { mergeOid }),
    });
  }
  await endUnowned(ledger, landing);
  return ledger.get(id);
}

const isLandedAs = ({ landed, request }: WorktreeRecord, { head, target, mergeOid }: Landing): boolean =>
  request === null &&
  landed?.headOid === head &&
  landed.target === target &&
  (mergeOid === undefined || landed.mergeOid === mergeOid);

/** Only at rest the owner's record can take a merge that was made elsewhere; in any other state LANDED says all. */
async function landOwned(ledger: Ledger, landing: Landing): Promise<void> {
  const { task, head, evidence } = landing;
  const record = ledger.get(task.record.id);
  // In the owner's own clone a completed merge is one that removes the worktree.
  const isHere = record.owner === ledger.actor.clone;
  if (record.status === "conflict") {
    if (isHere) await giveUp(ledger, record.id, "the work has landed");
    else await resolveAndMerge(ledger, landing);
  } else if (record.status === "active" && evidence === "merge" && !isHere && !wentOn(record, head)) {
    await merge(ledger, landing);
  }
}

/** The laptop told of work after it had submitted: MERGE would set the record back to the older commit. */
const wentOn = ({ headOid, request, lastActivity }: WorktreeRecord, head: Oid): boolean =>
  headOid !== null && headOid !== head && request?.headOid === head && lastActivity > request.at;

async function landUnowned(ledger: Ledger, landing: Landing): Promise<void> {
  const { id } = landing.task.record;
  // The merge of what is not the tip ends nothing.
  if (isPartial(landing)) return;
  await bringToRest(ledger, id);
  const { status } = ledger.get(id);
  if (status === "conflict") await resolveAndMerge(ledger, landing);
  else if (status === "active" && landing.evidence === "merge") await merge(ledger, landing);
}

/** What has landed without a merge of ours is no merge in the journal; it ends as any work that is done. */
async function endUnowned(ledger: Ledger, landing: Landing): Promise<void> {
  const record = ledger.get(landing.task.record.id);
  if (record.owner !== null || record.status !== "active" || isPartial(landing) || stays(record, landing))
    return;
  await beginPrune(ledger, record.id, "task_completed", { completed: true });
}

const isPartial = ({ task, head }: Landing): boolean => task.head !== undefined && task.head !== head;
const stays = ({ owner, lock }: WorktreeRecord, { keep }: Merge): boolean =>
  keep || (owner === null && lock !== null);

async function merge(ledger: Ledger, landing: Landing): Promise<void> {
  const { task, target, strategy, head, op = newOp() } = landing;
  const { id } = task.record;
  const keep = stays(ledger.get(id), landing) ? { keep: true } : {};
  const opened = await ledger.append(
    id,
    { type: "MERGE", op, target, strategy, headOid: head, ...keep },
    mergeFacts,
  );
  if (opened !== undefined) await complete(ledger, landing, op, head);
}

/** A conflict whose branch has landed was resolved, wherever that was done. */
async function resolveAndMerge(ledger: Ledger, landing: Landing): Promise<void> {
  const { task, target, head, op = newOp() } = landing;
  const { id } = task.record;
  const record = ledger.get(id);
  const tip = wentOn(record, head) ? (record.headOid ?? head) : head;
  if (record.merge?.target !== target) {
    await giveUp(ledger, id, `it has landed in ${target}`);
    return;
  }
  const keep = stays(record, landing);
  const opened = await ledger.append(
    id,
    { type: "RESOLVE_CONFLICT", op, resolution: "manual", headOid: head, keep },
    resolvedFacts,
  );
  if (opened !== undefined) await complete(ledger, landing, op, tip);
}

async function complete(ledger: Ledger, { task, mergeOid }: Landing, op: OpId, tip: Oid): Promise<void> {
  const made = mergeOid === undefined ? {} : { mergeOid };
  await ledger.append(task.record.id, { type: "INIT_COMPLETE", op, sha: tip, ...made });
}

/**
 * Journals that a branch conflicts with base, where the state can say so: in `active`, and in `conflict` when the branch
 * has another commit than the one that is known to conflict. Elsewhere nothing is written.
 * @returns the record after it
 */
export async function recordConflict(ledger: Ledger, conflict: Conflict): Promise<WorktreeRecord> {
  const { task, head, target, targetOid, strategy, keep, error } = conflict;
  const { id } = task.record;
  if (ledger.get(id).owner === null) await bringToRest(ledger, id);
  const before = ledger.get(id);
  if (before.status === "conflict" && isTold(before, conflict)) return before;
  if (before.status === "conflict") await giveUp(ledger, id, "a newer commit of it conflicts");
  if (ledger.get(id).status !== "active") return ledger.get(id);
  const op = newOp();
  const kept = keep ? { keep: true } : {};
  const opened = await ledger.append(
    id,
    { type: "MERGE", op, target, strategy, headOid: head, ...kept },
    mergeFacts,
  );
  if (opened === undefined) return ledger.get(id);
  await ledger.append(id, {
    type: "ERROR",
    op,
    code: "MERGE_CONFLICT",
    message: error.message || "It conflicts.",
    details: { ...error.details, branch: task.branch, base: target, headOid: head, targetOid },
    operation: "merge",
    recoverable: true,
  });
  return ledger.get(id);
}

const isTold = ({ conflict, merge: known }: WorktreeRecord, { head, target }: Conflict): boolean =>
  conflict?.headOid === head && known?.target === target;

const giveUp = (ledger: Ledger, id: RecordId, reason: string): Promise<WorktreeRecord | undefined> =>
  ledger.append(id, { type: "ABORT_MERGE", reason });

/**
 * Journals what is known of a record's pull request, when it differs from what the record has.
 * @returns whether anything was written
 */
export async function recordPull(ledger: Ledger, id: RecordId, pull: HostedPull): Promise<boolean> {
  const { number, url, title, state, createdAt } = pull;
  const event: LifecycleEventInput = { type: "PR", number, url, title, state, createdAt };
  // Compared as it would be journaled: a long title is cut there.
  const decision = ledger.ask(id, event);
  if (decision.kind === "refused") return false;
  const [known, next] = [ledger.get(id).pr, decision.next.pr];
  const isSame =
    known !== null &&
    next !== null &&
    known.number === next.number &&
    known.url === next.url &&
    known.title === next.title &&
    known.state === next.state &&
    known.createdAt === next.createdAt;
  if (isSame) return false;
  await ledger.append(id, event);
  return true;
}

/**
 * Marks a record as stale, when it has no mark yet for the work that was its last.
 * @param lastActivity milliseconds since the epoch
 * @returns whether anything was written
 */
export async function recordStale(ledger: Ledger, id: RecordId, lastActivity: number): Promise<boolean> {
  const at = timestampSchema.parse(new Date(lastActivity).toISOString());
  const event: LifecycleEventInput = { type: "STALE", lastActivity: at };
  const decision = ledger.ask(id, event);
  const known = ledger.get(id).stale;
  if (decision.kind === "refused" || decision.next.stale?.lastActivity === known?.lastActivity) return false;
  return (await ledger.append(id, event)) !== undefined;
}

/** Journals that a record's task is verified, where it has one that is not. */
export async function recordVerified(ledger: Ledger, id: RecordId): Promise<void> {
  const { task } = ledger.get(id);
  if (task === null || task.status === "verified") return;
  await ledger.append(id, { type: "TASK", id: task.id, status: "verified" });
}
