import { match } from "ts-pattern";
import type { HostedPull } from "../../forge/hosted.js";
import type { BranchName } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { bringToRest, recordEnded } from "./endings.js";
import { recordLanded, recordPull, recordVerified } from "./entries.js";
import type { Ledger } from "./ledger.js";
import type { Row, Task } from "./model.js";
import { type Contains, PullIndex } from "./record-pull.js";
import { rowOf } from "./rows.js";
import { type HostedContext, tasksOf } from "./tasks.js";

export interface ReconcileContext extends HostedContext {
  /** Left out: a pull request whose head has more commits than the journal names is not known to be a record's. */
  readonly contains?: Contains;
}

/** A task that is being reconciled. */
interface Subject {
  readonly context: ReconcileContext;
  readonly ledger: Ledger;
  readonly task: Task;
}

/**
 * Brings the journals in line with what happened over there while nothing ran: pull requests that were merged or
 * closed, branches that were deleted, endings that an earlier run left half done. Events are hints, and are lost; so
 * everything is compared. What could not be read changes nothing, and a second call writes nothing.
 * @returns a row for each record about which something happened
 */
export async function reconcile(context: ReconcileContext, ledger: Ledger): Promise<Row[]> {
  const pulls = new PullIndex(context.pulls);
  const rows: Row[] = [];
  for (const task of tasksOf(context, ledger)) {
    const pull = await pulls.of(task, task.record.request?.target ?? context.base, context.contains);
    const row = await reconcileTask({ context, ledger, task }, pull);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function reconcileTask(subject: Subject, pull: HostedPull | undefined): Promise<Row | undefined> {
  const { ledger, task } = subject;
  const { id } = task.record;
  const told: string[] = [];
  if (isAbandoned(ledger, ledger.get(id))) told.push(...(await settle(subject)));
  if (pull !== undefined) told.push(...(await followPull(subject, pull)));
  if (isGone(subject)) told.push(...(await followDeletion(subject)));
  if (told.length === 0) return undefined;
  const { landed } = ledger.get(id);
  const isNew = landed !== null && landed.at !== task.record.landed?.at;
  return rowOf(
    task,
    "reconciled",
    {
      reason: told.join("; "),
      branchDeleted: isGone(subject),
      ...(isNew ? { evidence: landed.evidence, mergeOid: landed.mergeOid } : {}),
      ...(pull === undefined ? {} : { pr: { number: pull.number, url: pull.url } }),
    },
    ledger,
  );
}

/** @returns what happened, as ends of a sentence about the branch */
async function followPull(subject: Subject, pull: HostedPull): Promise<string[]> {
  const { ledger, task } = subject;
  const { pr } = task.record;
  const isTold = pr?.number === pull.number && pr.state === pull.state;
  const happened = isTold
    ? []
    : await match(pull.state)
        .with("open", () => [])
        .with("merged", () => followMerge(subject, pull))
        .with("closed", () => followClosing(subject, pull))
        .exhaustive();
  await recordPull(ledger, task.record.id, pull);
  return happened;
}

async function followMerge({ context, ledger, task }: Subject, pull: HostedPull): Promise<string[]> {
  const { record } = task;
  const { request, landed } = record;
  const target = branchOf(pull.base.branch, [context.base, record.base]);
  const head = pull.head.oid;
  // Merged into a branch that is not its base: the work is not where it was meant to go.
  if (target === undefined) return [];
  // Since then newer work was submitted, whose request LANDED would answer.
  if (request !== null && request.headOid !== head && isAfter(request.at, pull.closedAt)) return [];
  const merge = request ?? context.merge;
  if (landed?.headOid !== head || request !== null) {
    await recordLanded(ledger, {
      task,
      head,
      target,
      mergeOid: pull.mergeOid ?? undefined,
      strategy: merge.strategy,
      keep: merge.keep,
      evidence: "pull-request",
    });
  }
  await recordVerified(ledger, record.id);
  return [`its pull request #${pull.number} was merged`];
}

const branchOf = (name: string, known: readonly (BranchName | null)[]): BranchName | undefined =>
  known.find((branch) => branch === name) ?? undefined;

/** What was wanted through the pull request is not wanted any more; else the next run would open it again. */
async function followClosing({ ledger, task }: Subject, pull: HostedPull): Promise<string[]> {
  const { id, request, merge, landed } = task.record;
  // It was merged without it, and its branch deleted.
  if (request === null && landed?.headOid === pull.head.oid) return [];
  const target = pull.base.branch;
  const reason = `its pull request #${pull.number} was closed without a merge`;
  // Whoever submitted after that wants it all the same.
  if (request !== null && isAskedAfter(ledger, request, pull, id)) return [];
  if (request?.target === target) await ledger.append(id, { type: "WITHDRAW", reason });
  if (task.record.status === "conflict" && merge?.target === target) {
    await ledger.append(id, { type: "ABORT_MERGE", reason });
  }
  return [reason];
}

/**
 * Whether a request came after the closing. One that the journal has before it heard of the pull request did not,
 * whatever the clocks say.
 */
function isAskedAfter(
  ledger: Ledger,
  request: NonNullable<WorktreeRecord["request"]>,
  pull: HostedPull,
  id: WorktreeRecord["id"],
): boolean {
  const entries = ledger.entries(id);
  const asked = entries.findLastIndex(({ event }) => event.type === "REQUEST");
  const heard = entries.findLastIndex(({ event }) => event.type === "PR" && event.number === pull.number);
  return heard < asked && isAfter(request.at, pull.closedAt);
}

const isAfter = (time: string, other: string | null): boolean =>
  other !== null && Date.parse(time) > Date.parse(other);

/** Where not even base is known, nothing is. */
const isGone = ({ context, task }: Subject): boolean =>
  task.head === undefined && context.heads.has(context.base);

/** The owner of a worktree ends its record by itself; a branch that was never pushed is missing too. */
async function followDeletion({ context, ledger, task }: Subject): Promise<string[]> {
  const { id } = task.record;
  const reason = "its branch was deleted";
  const { owner, request } = ledger.get(id);
  // It may be gone because its pull request was merged, and then that is how it ends.
  if (owner === null && context.pulls.open === undefined) return [];
  if (owner === null) return (await recordEnded(ledger, id)) ? [reason] : [];
  if (request === null) return [];
  await ledger.append(id, { type: "WITHDRAW", reason });
  return [reason];
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Whether nobody goes on with the running operation. A run of CI pushes the beginning and the end of what it does
 * together, so what it left open is dead; anybody else's on a record that no clone holds has a day. What a clone does to
 * its own worktree is its own concern.
 */
function isAbandoned(ledger: Ledger, { id, op, owner, status }: WorktreeRecord): boolean {
  // It ends when its branch is gone.
  if (op === null || status === "removing") return false;
  const opening = ledger.entries(id).findLast(({ event }) => "op" in event && event.op === op.id);
  if (opening?.by.door === "action") return true;
  return owner === null && ledger.now() - Date.parse(op.since) > dayMs;
}

async function settle({ ledger, task }: Subject): Promise<string[]> {
  const { id, owner, op, status } = task.record;
  if (op === null) return [];
  const reason = `its ${op.name} was left unfinished by an earlier run`;
  if (owner === null) await bringToRest(ledger, id);
  // Base is moved by the push that would have told of it: nothing was done.
  else if (status === "merging") await ledger.append(id, { type: "ABORT_MERGE", reason });
  else {
    await ledger.append(id, {
      type: "ERROR",
      op: op.id,
      code: "INTERRUPTED",
      message: "The operation was interrupted.",
      operation: op.name,
      recoverable: true,
    });
  }
  return [reason];
}
