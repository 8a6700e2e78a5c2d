import type { HostedForge } from "../../forge/hosted.js";
import type { Oid, RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import {
  type ApprovalContext,
  isHeldByProtection,
  isProtected,
  judge,
  protectionReason,
  unlessUnknown,
  unmet,
} from "./approval.js";
import type { Ledger } from "./ledger.js";
import type { Candidate, HostedSettings, Pulls, Row, Task } from "./model.js";
import { type Contains, PullIndex } from "./record-pull.js";
import { rowOf } from "./rows.js";
import type { HostedContext } from "./tasks.js";

export interface CandidateContext extends HostedContext, ApprovalContext {
  readonly settings: Pick<HostedSettings, "mergeWhen" | "maxMerges" | "requireSubmit">;
  readonly forge: Pick<HostedForge, "judge" | "labelled">;
  /** Asked about new tips of branches in conflict. */
  readonly contains: Contains;
}

export interface Candidates {
  /** To be merged now, the oldest request first. */
  readonly ready: Candidate[];
  /** What comes after them and waits for the next run, unless some of them take no place. */
  readonly later: Candidate[];
  /**
   * Wanted, but base is protected and nobody has approved them, nor have checks passed. They are never pushed; a pull
   * request is where they can be approved.
   */
  readonly unapproved: Candidate[];
  /** The branches that wait, with the reason; those of `unapproved` too. */
  readonly rows: Row[];
}

/** What is said of a branch whose commits could not be read. */
export const brokenReason =
  "its commits could not be read, as the repository does not send all of them: push it again from a clone that has them";

/** The label that keeps a pull request from being merged. */
const noMergeLabel = "no-merge";

/** A candidate so far, or why its branch waits. */
type Verdict = Candidate | { readonly waits: string };

const waits = (reason: string): Verdict => ({ waits: reason });
const isWaiting = (verdict: Verdict): verdict is { readonly waits: string } => "waits" in verdict;

/**
 * Which branches are to be merged into base now, by `merge-when`. The journal is what somebody wrote who may push notes:
 * it says what is wanted, and is no approval. A branch of which something could not be found out waits.
 */
export async function candidates(
  context: CandidateContext,
  ledger: Ledger,
  tasks: readonly Task[],
): Promise<Candidates> {
  const rows = new Map<RecordId, Row>();
  const wait = (task: Task, reason: string): void => {
    rows.set(task.record.id, rowOf(task, "waiting", { reason }, ledger));
  };
  const held = await heldLabels(context, tasks);
  const closed = new PullIndex(context.pulls);
  const wanted: Candidate[] = [];
  for (const task of tasks) {
    // A clone's branch that was never pushed, or one that is gone.
    if (task.head === undefined || isEnding(task)) continue;
    if (isDone(context, task)) {
      rows.set(
        task.record.id,
        rowOf(task, "kept", { reason: `the journal says that ${context.base} has its work` }, ledger),
      );
      continue;
    }
    const verdict =
      keptBack(context, ledger, task, { held, closed }) ?? (await wish(context, task, task.head));
    if (isWaiting(verdict)) wait(task, verdict.waits);
    else wanted.push(verdict);
  }
  const judged = await judge(context, wanted);
  const ready: Candidate[] = [];
  const unapproved: Candidate[] = [];
  for (const candidate of wanted) {
    const judgement = judged(candidate);
    const missing = unmet(context, candidate, judgement);
    if (missing !== undefined) wait(candidate.task, missing);
    else if (isHeldByProtection(context, judgement)) {
      unapproved.push(candidate);
      wait(candidate.task, protectionReason(context));
    } else ready.push({ ...candidate, approved: isProtected(context) });
  }
  const { now, later } = cut(ready.sort(byAge), context.settings.maxMerges);
  for (const { task } of later) wait(task, `max-merges: at most ${context.settings.maxMerges} in one run`);
  return {
    ready: now,
    later,
    unapproved: unapproved.sort(byAge),
    rows: tasks.flatMap(({ record }) => rows.get(record.id) ?? []),
  };
}

/** Without a new request nobody asks for a commit again that base has. */
const isDone = ({ base }: CandidateContext, { record: { landed, request }, head }: Task): boolean =>
  request === null && landed !== null && landed.headOid === head && landed.target === base;

const isEnding = ({ record }: Task): boolean => record.owner === null && record.status === "removing";

const byAge = (a: Candidate, b: Candidate): number => (ageOf(a) < ageOf(b) ? -1 : 1);
const ageOf = ({ since, task }: Candidate): string => `${since} ${task.branch}`;

/**
 * The first so many. A branch that is known to conflict is looked at again beside them: else a few of those, at the
 * head of the queue, would keep everything behind them waiting.
 */
function cut(ordered: readonly Candidate[], most: number): { now: Candidate[]; later: Candidate[] } {
  const now: Candidate[] = [];
  const later: Candidate[] = [];
  let count = 0;
  for (const candidate of ordered) {
    const conflicts = candidate.task.record.conflict?.headOid === candidate.head;
    if (!conflicts) count += 1;
    (conflicts || count <= most ? now : later).push(candidate);
  }
  return { now, later };
}

/** The pull requests that somebody with write access labelled; the end of a sentence when that is not known. */
async function heldLabels(
  { forge }: CandidateContext,
  tasks: readonly Task[],
): Promise<ReadonlySet<number> | string> {
  const labelled = tasks
    .flatMap(({ pull }) => pull ?? [])
    .filter(({ labels }) => labels.some((label) => label.toLowerCase() === noMergeLabel));
  if (labelled.length === 0) return new Set();
  return unlessUnknown(() => forge.labelled(labelled, noMergeLabel));
}

/** What keeps a branch from being merged whatever was asked. */
function keptBack(
  { pulls, base, broken }: CandidateContext,
  ledger: Ledger,
  { record, branch, head, pull }: Task,
  seen: { readonly held: ReadonlySet<number> | string; readonly closed: PullIndex },
): Verdict | undefined {
  if (head !== undefined && broken?.has(head) === true) return waits(brokenReason);
  if (record.status === "merging") return waits("a merge of it is running");
  if (record.status === "removing") return waits("it is being removed");
  if (pulls.open === undefined) return waits("its pull requests could not be read");
  if (pull?.draft) return waits(`its pull request #${pull.number} is a draft`);
  if (pull?.labels.some((label) => label.toLowerCase() === noMergeLabel)) {
    if (typeof seen.held === "string") {
      return waits(`who set the label ${noMergeLabel} could not be found out: ${seen.held}`);
    }
    if (seen.held.has(pull.number)) {
      return waits(`its pull request #${pull.number} has the label ${noMergeLabel}`);
    }
  }
  const last = seen.closed.from(branch, base).find(({ state }) => state !== "merged");
  if (last?.state === "closed" && last.head.oid === head && !isSubmittedAfter(record, last.closedAt)) {
    return waits(
      `its pull request #${last.number} was closed at this commit; it waits for a new commit or a new request`,
    );
  }
  if (isClosedUnseen(pulls, seen.closed, record) && pull === undefined) {
    return waits(
      `its pull request #${record.pr?.number} was closed, at which commit was not read; it waits for a new request`,
    );
  }
  const lease = liveLease(ledger, record);
  return lease === undefined
    ? undefined
    : waits(`${lease} works on it until ${record.lease?.until ?? "later"}`);
}

/** The journal knows of the closing, and the lists do not go back to it. */
const isClosedUnseen = (pulls: Pulls, seen: PullIndex, { pr, request }: WorktreeRecord): boolean =>
  pr?.state === "closed" && request === null && !pulls.complete && !seen.has(pr.number);

const isSubmittedAfter = ({ request }: WorktreeRecord, closedAt: string | null): boolean =>
  request !== null && closedAt !== null && Date.parse(request.at) > Date.parse(closedAt);

/** Who holds a lease that is newer than the request: somebody went on working after the branch had been submitted. */
function liveLease(ledger: Ledger, { id, lease, request }: WorktreeRecord): string | undefined {
  if (lease === null || Date.parse(lease.until) <= ledger.now()) return undefined;
  if (request === null) return lease.holder;
  const taken = ledger.entries(id).findLast(({ event }) => event.type === "LEASE");
  return taken === undefined || taken.at > request.at ? lease.holder : undefined;
}

/** Whether somebody, or the configuration, wants this commit in base. */
async function wish(context: CandidateContext, task: Task, head: Oid): Promise<Verdict> {
  const { base, settings, merge, contains } = context;
  const { record, pull } = task;
  const { request } = record;
  if (request !== null && request.target !== base) {
    return waits(`it was submitted for ${request.target}, and this run merges into ${base}`);
  }
  if (request === null && pull === undefined && record.base !== base) {
    return waits(`it belongs to ${record.base ?? "no base"}, and this run merges into ${base}`);
  }
  if (settings.mergeWhen === "submitted" || settings.requireSubmit) {
    const missing = await unsubmitted(record, head, contains);
    if (missing !== undefined) return waits(missing);
  } else if (request === null && record.status === "error") {
    return waits(`it is in the state error: ${record.lastError?.message ?? "it failed"}`.replace(/\.$/, ""));
  }
  return {
    task,
    head,
    strategy: request?.strategy ?? merge.strategy,
    // Nothing but the journal says that it is a task's: its branch is not for this run to delete.
    keep: (request?.keep ?? merge.keep) || (record.owner === null && !context.isTaskBranch(task.branch)),
    since: request?.at ?? record.createdAt,
  };
}

/**
 * Why a tip does not count as submitted. After a conflict, a commit on top of the submitted one is its resolution: the
 * merge tells whether it is one.
 */
async function unsubmitted(
  { request, status, conflict, merge }: WorktreeRecord,
  head: Oid,
  contains: Contains,
): Promise<string | undefined> {
  if (request === null) return "it was not submitted";
  if (request.headOid === head) return undefined;
  const other = `its tip was not submitted; ${request.headOid.slice(0, 10)} was`;
  if (status !== "conflict") return other;
  for (const known of new Set([request.headOid, conflict?.headOid, merge?.headOid])) {
    if (known === undefined) continue;
    const descends = await contains(head, known);
    if (descends) return undefined;
    if (descends === undefined) return "whether its tip has the submitted commit could not be found out";
  }
  return other;
}
