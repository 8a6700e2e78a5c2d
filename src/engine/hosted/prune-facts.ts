import { isTaskBranch } from "../../config/task-branches.js";
import type { HostedPull } from "../../forge/hosted.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import type { Guarded, PruneFacts, Work } from "../../lifecycle/prune.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { commitDates } from "../commit-dates.js";
import { worksOf } from "../evidence.js";
import { isGitFailure, readAheadOfSound } from "../forecast-branches.js";
import { leftoversOf } from "./adopt.js";
import { brokenReason } from "./candidates.js";
import type { Ledger } from "./ledger.js";
import type { HostedRun, HostedState, Task } from "./model.js";
import { tasksOf } from "./tasks.js";

/** A branch over there with what is known of it. */
export interface Subject {
  readonly task: Task;
  readonly head: Oid;
  readonly facts: PruneFacts;
  /** Base contains its commits under their own ids: nothing of it can get lost. */
  readonly contained: boolean;
  /** The open pull request that has it as head. */
  readonly pull: HostedPull | undefined;
}

/** What was read in bulk; undefined: it could not be. */
export interface Around {
  /** Open ones, those of forks too. */
  readonly pulls: readonly HostedPull[] | undefined;
  readonly protectedBranches: ReadonlySet<string> | undefined;
}

/**
 * Everything that decides about the task branches over there: with a handful of git processes for all of them, and no
 * question to the forge.
 */
export async function subjectsOf(
  run: HostedRun,
  state: HostedState,
  ledger: Ledger,
  around: Around,
): Promise<Subject[]> {
  const leftovers = new Map(
    leftoversOf({ base: run.base, heads: state.heads }, ledger).map((task) => [task.branch, task]),
  );
  const live = tasksOf({ base: run.base, heads: state.heads, pulls: state.pulls }, ledger);
  const tasks = [...live.filter(({ branch }) => !leftovers.has(branch)), ...leftovers.values()];
  const there = tasks.flatMap((task) => (task.head === undefined ? [] : [{ task, head: task.head }]));
  const works = await worksByBranch(run, state, there);
  const dates = await commitDates(
    run.engine.repo,
    there.map(({ head }) => head),
  );
  const pulls = new OpenPulls(around.pulls);
  const bases = new Set<string>([run.base, ...ledger.live().flatMap(({ base }) => base ?? [])]);
  return there.map(({ task, head }) => {
    const { record, branch } = task;
    const found = works.get(branch) ?? { work: unread, contained: false };
    const isLeft = leftovers.has(branch);
    // What is not here cannot be archived, whoever merged it.
    const work =
      found.work === unread || found.work.kind === "merged"
        ? found.work
        : (mergedByPull(run, state, task, head) ?? found.work);
    // Whoever may push may write that something has landed: what base has not stays.
    const believed = work.kind === "unmerged" ? { ...record, landed: null } : record;
    const facts: PruneFacts = {
      // What is left of one whose end came through is a branch at the very commit that landed.
      record: isLeft ? { ...believed, status: "active" } : believed,
      head,
      work,
      lastWork: newest(dates.get(head), workedAt(record)),
      verifiedAt: verifiedAt(ledger, record),
      uncommitted: record.owner === null || record.status !== "dirty" ? 0 : record.uncommittedFiles?.total,
      lease: ledger.isLegible(record.id) ? liveLease(record, run.engine.now()) : undefined,
      // git's own lock is the owner's concern.
      locked: false,
      pulls: pulls.of(record),
      guarded: bases.has(branch) ? "base" : guardOf(run, state, around, branch),
      orphaned: false,
      fromOutside: true,
    };
    return { task, head, facts, contained: found.contained, pull: pulls.from(branch) };
  });
}

const unread: Work = { kind: "unknown", reason: brokenReason };

/** Each branch is judged by its own base, where that still exists. */
async function worksByBranch(
  { base, engine, remote }: HostedRun,
  { heads, baseTip, notesTip, ...state }: HostedState,
  there: readonly { readonly task: Task; readonly head: Oid }[],
): Promise<ReadonlyMap<BranchName, { readonly work: Work; readonly contained: boolean }>> {
  const baseOf = ({ record }: Task): BranchName =>
    record.base !== null && heads.has(record.base) ? record.base : base;
  const bases = new Map(
    [...new Set(there.map(({ task }) => baseOf(task)))].map((name) => [name, heads.get(name) ?? baseTip]),
  );
  const branches = new Map([...there.map(({ task, head }) => [task.branch, head] as const), ...bases]);
  const fetched = await remote.fetch({
    base: { branch: base, oid: baseTip },
    branches,
    notes: notesTip,
  });
  const found = new Map<BranchName, { work: Work; contained: boolean }>();
  for (const [name, tip] of bases) {
    const isSound = (oid: Oid): boolean => !fetched.has(oid) && !state.broken.has(oid);
    // Of one whose base cannot be read nothing is known either.
    if (!isSound(tip)) continue;
    const own = there.filter(({ task, head }) => baseOf(task) === name && isSound(head));
    const works = await worksOfSound(
      engine,
      tip,
      own.map(({ head }) => head),
    );
    for (const { task, head } of own) {
      const work = works.get(head) ?? unread;
      const inBase = work.kind === "level" || (work.kind === "merged" && work.evidence === "ancestor");
      // Another base may be a branch that goes as well.
      found.set(task.branch, { work, contained: inBase && name === base });
    }
  }
  return found;
}

/** `worksOf`, which one tip with a hole in its history would end for all of them. */
async function worksOfSound(
  { repo, signal }: HostedRun["engine"],
  tip: Oid,
  heads: readonly Oid[],
): Promise<ReadonlyMap<Oid, Work>> {
  try {
    return await worksOf(repo, tip, heads, { signal });
  } catch (error) {
    if (!isGitFailure(error)) throw error;
    const { broken } = await readAheadOfSound(repo, heads, tip);
    if (broken.size === 0) throw error;
    const sound = heads.filter((head) => !broken.has(head));
    return worksOf(repo, tip, sound, { signal });
  }
}

/** Its pull request was merged with this very commit as head: a reused name has another one. */
function mergedByPull(
  { base }: HostedRun,
  { pulls }: HostedState,
  { record, branch }: Task,
  head: Oid,
): Work | undefined {
  const pull = pulls.closed.find(
    (one) =>
      one.state === "merged" &&
      !one.head.fork &&
      one.head.branch === branch &&
      one.head.oid === head &&
      one.base.branch === (record.base ?? base),
  );
  if (pull === undefined) return undefined;
  const at = pull.closedAt === null ? Number.NaN : Date.parse(pull.closedAt);
  return {
    kind: "merged",
    evidence: "pull-request",
    mergeOid: pull.mergeOid,
    at: Number.isNaN(at) ? null : at,
  };
}

const newest = (date: number | undefined, work: number | undefined): number | undefined =>
  date === undefined ? undefined : Math.max(date, work ?? 0);

/** When somebody last worked by the journal's word. That CI took note of a branch is nobody's work. */
function workedAt({ adopted, owner, lastActivity, createdAt }: WorktreeRecord): number | undefined {
  return adopted && owner === null && lastActivity === createdAt ? undefined : Date.parse(lastActivity);
}

function verifiedAt(ledger: Ledger, { id, task }: WorktreeRecord): number | undefined {
  if (task?.status !== "verified") return undefined;
  const entry = ledger
    .entries(id)
    .findLast(({ event }) => event.type === "TASK" && event.status === "verified");
  return entry === undefined ? undefined : Date.parse(entry.at);
}

/** Whether the one who works there lives cannot be seen from here: only the time counts. */
const liveLease = ({ lease }: WorktreeRecord, now: number): string | null =>
  lease !== null && Date.parse(lease.until) > now ? lease.until : null;

function guardOf(
  { engine }: HostedRun,
  { forge }: HostedState,
  { protectedBranches }: Around,
  branch: BranchName,
): Guarded | null | undefined {
  if (branch === forge?.defaultBranch) return "default";
  if (isTaskBranch({ taskBranches: engine.config.prune.exempt }, branch)) return "exempt";
  if (protectedBranches?.has(branch) === true) return "protected";
  // A journal alone is no reason to delete it.
  if (!isTaskBranch(engine.config, branch)) return "no-task";
  return forge === undefined || protectedBranches === undefined ? undefined : null;
}

class OpenPulls {
  readonly #numbers: ReadonlySet<number> | undefined;
  readonly #from = new Map<string, HostedPull[]>();
  readonly #onto = new Map<string, HostedPull[]>();

  constructor(pulls: readonly HostedPull[] | undefined) {
    this.#numbers = pulls && new Set(pulls.map(({ number }) => number));
    for (const pull of pulls ?? []) {
      if (!pull.head.fork) put(this.#from, pull.head.branch, pull);
      put(this.#onto, pull.base.branch, pull);
    }
  }

  of({ branch, pr }: WorktreeRecord): PruneFacts["pulls"] {
    if (this.#numbers === undefined) return undefined;
    // Known as open, and neither among the open nor among the closed: the list may be wanting.
    if (pr?.state === "open" && !this.#numbers.has(pr.number)) return undefined;
    const numbers = (pulls: readonly HostedPull[] = []): number[] => pulls.map(({ number }) => number);
    return { from: numbers(this.#from.get(branch)), onto: numbers(this.#onto.get(branch)) };
  }

  from(branch: string): HostedPull | undefined {
    return this.#from.get(branch)?.[0];
  }
}

function put(map: Map<string, HostedPull[]>, key: string, pull: HostedPull): void {
  const others = map.get(key);
  if (others === undefined) map.set(key, [pull]);
  else others.push(pull);
}
