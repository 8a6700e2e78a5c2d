import { isTaskBranch } from "../config/task-branches.js";
import { type GitOperation, operationInProgress } from "../git/operations.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Guarded, PruneFacts } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { baseBranches, defaultBranch, mainRemote } from "./base.js";
import { commitDates } from "./commit-dates.js";
import type { Engine } from "./context.js";
import { runsInside, type Sight, sightsOf } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { live } from "./find.js";
import { certainLease, gitLock } from "./lease.js";
import { isDead, type Observation, observationOf } from "./observe.js";
import { lastWorkIn } from "./prune-activity.js";
import { tipsOf } from "./prune-tips.js";
import type { Works } from "./prune-works.js";
import { recordLockHolder } from "./record-lock.js";
import { submoduleLosses } from "./removal-facts.js";

/** One of this clone's worktrees, with what decides about it. */
export interface LocalSubject {
  /** Under the name that its branch has now, and without an operation that is dead. */
  readonly record: WorktreeRecord;
  readonly facts: PruneFacts;
  readonly observed: Observation;
  readonly sight: Sight | undefined;
  /** Who works on the record at this moment. */
  readonly busy: string | undefined;
  /** A git operation in progress in the worktree. */
  readonly operation: GitOperation | undefined;
  /** The command runs inside it. */
  readonly inside: boolean;
  /** Why it could not be looked at. */
  readonly problem: string | undefined;
}

/** What is the same for all worktrees of one run. */
export interface Surroundings {
  readonly works: Works;
  /** Every live record, for what is to be merged into what. */
  readonly records: readonly WorktreeRecord[];
  /** The record whose lock this process holds. */
  readonly holding?: RecordId;
}

/**
 * Everything that decides about worktrees of this clone: one `git status` for each, bounded, and a handful of processes
 * for all of them. Writes nothing. What cannot be read of one worktree is undefined, and keeps that one alone.
 */
export async function localSubjects(
  engine: Engine,
  records: readonly WorktreeRecord[],
  { works, records: all, holding }: Surroundings,
): Promise<LocalSubject[]> {
  const sights = await sightsOf(
    engine,
    records.map(({ id }) => id),
  );
  const seen = await Promise.all(records.map((record) => looked(engine, record, sights.get(record.id))));
  const heads = await tipsOf(
    engine,
    seen.map(({ record }) => record),
  );
  const tips = seen.flatMap(({ record }) => {
    const head = heads.get(record.id) ?? null;
    return head === null ? [] : [{ record, head }];
  });
  // Bases are asked for first: git reads their history while the tips are read.
  const [found, dates] = await Promise.all([
    works.of(tips),
    commitDates(
      engine.repo,
      tips.map(({ head }) => head),
    ),
  ]);
  const guards = await guardsOf(engine, all);
  const pulls = pullsIn(all);
  return Promise.all(
    seen.map(async (one): Promise<LocalSubject> => {
      const { record } = one;
      const head = heads.get(record.id);
      const facts: PruneFacts = {
        record,
        head,
        work: found.get(record.id) ?? { kind: "unknown", reason: "its branch is gone" },
        lastWork: lastWorkOf(record, one.sight, typeof head === "string" ? dates.get(head) : head),
        verifiedAt: undefined,
        uncommitted: undefined,
        lease: undefined,
        locked: undefined,
        pulls: pulls(record),
        guarded: guards(record),
        orphaned: head === null,
        fromOutside: false,
      };
      try {
        return await placedFacts(engine, one, facts, record.id === holding);
      } catch (error) {
        if (engine.signal.aborted) throw error;
        const { message } = asCoppiceError(error, "GIT_FAILED", "look at the worktree");
        const problem = message.replace(/\.$/, "");
        return { ...one, facts, busy: undefined, operation: undefined, inside: false, problem };
      }
    }),
  );
}

/** With what stands in the worktree, and in this clone's own files about it. */
async function placedFacts(
  engine: Engine,
  one: Looked,
  facts: PruneFacts,
  holding: boolean,
): Promise<LocalSubject> {
  const { record, observed, sight } = one;
  const located = sight?.located;
  const gitDir = located?.gitDir;
  const lease = certainLease(engine, record);
  const legible = holding ? await isLegible(engine, record.id) : !engine.journal.illegible.has(record.id);
  if (!legible) throw new CoppiceError("JOURNAL_CORRUPT", illegible);
  return {
    ...one,
    busy: holding ? undefined : recordLockHolder(engine, record.id)?.purpose,
    operation: gitDir === undefined ? undefined : await operationInProgress(engine.repo, gitDir),
    inside: located !== undefined && runsInside(engine, located.path),
    problem: undefined,
    facts: {
      ...facts,
      verifiedAt: await verifiedAt(engine, record),
      uncommitted: await uncommittedIn(engine, observed, sight),
      lease: lease === undefined ? undefined : (lease?.until ?? null),
      locked: gitDir === undefined ? false : gitLock(gitDir, lease ?? null) !== null,
    },
  };
}

/** Why a record stays in whose journal a line stands that this version cannot read: it may say anything. */
const illegible = "A line of its journal cannot be read.";

/** Whether every line of a record's journal can be read now. */
async function isLegible({ journal }: Engine, id: RecordId): Promise<boolean> {
  return ((await journal.read(id))?.unreadable.length ?? 0) === 0;
}

type Looked = Pick<LocalSubject, "record" | "observed" | "sight">;

/** The record as it is: its branch may have a new name that no entry tells of, its operation may be dead. */
async function looked(engine: Engine, known: WorktreeRecord, sight: Sight | undefined): Promise<Looked> {
  const observed = await observationOf(engine, known, sight);
  const named: WorktreeRecord =
    observed.renamed && observed.branch !== null ? { ...known, branch: observed.branch } : known;
  const record: WorktreeRecord = isDead(engine, named) ? { ...named, status: "error" } : named;
  return { record, observed, sight };
}

/**
 * Undefined where any of its signs could not be read.
 * @param committed the tip's date; null: there is no branch
 */
function lastWorkOf(
  record: WorktreeRecord,
  sight: Sight | undefined,
  committed: number | null | undefined,
): number | undefined {
  if (committed === undefined) return undefined;
  try {
    const signs = [Date.parse(record.lastActivity), committed, lastWorkIn(sight?.located, sight?.status)];
    return Math.max(...signs.filter((at) => typeof at === "number"));
  } catch {
    return undefined;
  }
}

async function verifiedAt(engine: Engine, { id, task }: WorktreeRecord): Promise<number | undefined> {
  if (task?.status !== "verified") return undefined;
  const entry = (await engine.journal.read(id))?.entries.findLast(
    ({ entry: { event } }) => event.type === "TASK" && event.status === "verified",
  )?.entry;
  return entry === undefined ? undefined : Date.parse(entry.at);
}

async function uncommittedIn(
  engine: Engine,
  observed: Observation,
  sight: Sight | undefined,
): Promise<number | undefined> {
  if (sight?.located === undefined || sight.located.state === "missing") return 0;
  if (observed.uncommitted === null) return undefined;
  return observed.uncommitted.total + (await submoduleLosses(engine, sight.located)).length;
}

/** The open ones that records tell of: from the branch, and onto it. */
function pullsIn(all: readonly WorktreeRecord[]): (record: WorktreeRecord) => PruneFacts["pulls"] {
  const onto = new Map<string | null, number[]>();
  for (const { base, pr } of all) {
    if (pr?.state === "open") onto.set(base, [...(onto.get(base) ?? []), pr.number]);
  }
  return ({ branch, pr }) => ({
    from: pr?.state === "open" ? [pr.number] : [],
    onto: onto.get(branch) ?? [],
  });
}

async function guardsOf(
  engine: Engine,
  all: readonly WorktreeRecord[],
): Promise<(record: WorktreeRecord) => Guarded | null> {
  const remote = mainRemote(engine);
  const byDefault = remote === undefined ? undefined : await defaultBranch(engine.repo, remote);
  const bases = new Set<string>([
    ...(await baseBranches(engine)),
    ...live(all).flatMap(({ base }) => base ?? []),
  ]);
  return ({ branch }) => {
    if (branch === byDefault) return "default";
    if (bases.has(branch)) return "base";
    return isTaskBranch({ taskBranches: engine.config.prune.exempt }, branch) ? "exempt" : null;
  };
}
