import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isTaskBranch } from "../config/task-branches.js";
import { parseOid } from "../git/oid.js";
import { type GitOperation, operationInProgress } from "../git/operations.js";
import { readRef } from "../git/refs.js";
import { branchRef, type Oid, type RecordId } from "../lifecycle/ids.js";
import type { Guarded, PruneFacts } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { baseBranches, defaultBranch, mainRemote } from "./base.js";
import { commitDates } from "./commit-dates.js";
import type { Engine } from "./context.js";
import { runsInside, type Sight, sightsOf } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { hasCode } from "./files.js";
import { live } from "./find.js";
import { trackingRef } from "./hear.js";
import { gitLock, liveLease } from "./lease.js";
import { isDead, type Observation, observationOf } from "./observe.js";
import { lastWorkIn } from "./prune-activity.js";
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
  const [dates, found] = await Promise.all([
    commitDates(
      engine.repo,
      tips.map(({ head }) => head),
    ),
    works.of(tips),
  ]);
  const guards = await guardsOf(engine, all);
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
        pulls: pullsOf(record, all),
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
  const lease = liveLease(engine, record);
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
      lease: lease?.until ?? null,
      locked: gitDir === undefined ? false : gitLock(gitDir, lease) !== null,
    },
  };
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

/** Above so many branches one listing of all is cheaper than asking for each. */
const fewBranches = 8;

/** Where branches stand, here or, when they are gone here, as the remote was seen last. Null: nowhere; left out: unread. */
async function tipsOf(
  engine: Engine,
  records: readonly WorktreeRecord[],
): Promise<ReadonlyMap<RecordId, Oid | null>> {
  const remote = mainRemote(engine);
  const look = records.length > fewBranches ? await allTips(engine, remote) : oneTip(engine);
  const tips = await Promise.all(
    records.map(async ({ id, branch }) => {
      const here = await look(branchRef(branch));
      if (here !== null) return [id, here] as const;
      const there = remote === undefined ? null : await look(trackingRef(remote, branch));
      return [id, there] as const;
    }),
  );
  return new Map(tips.flatMap(([id, tip]) => (tip === undefined ? [] : [[id, tip] as const])));
}

/** What a ref holds; null: there is none; undefined: that cannot be told. */
type Look = (ref: string) => Promise<Oid | null | undefined>;

const oneTip =
  (engine: Engine): Look =>
  async (ref) =>
    (await readRef(engine.repo, ref)) ?? ((await isGone(engine, ref)) ? null : undefined);

/** With one process for all. A ref whose commit is missing is listed, too. */
async function allTips(engine: Engine, remote: string | undefined): Promise<Look> {
  const { repo } = engine;
  const text = await repo.git.text(repo.commonDir, [
    "for-each-ref",
    "--format=%(objectname) %(refname)",
    "--",
    "refs/heads/",
    ...(remote === undefined ? [] : [`refs/remotes/${remote}/`]),
  ]);
  const known = new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const at = line.indexOf(" ");
        return [line.slice(at + 1), parseOid(line.slice(0, at))] as const;
      }),
  );
  // What is no ref for git may be a damaged one.
  return (ref) => Promise.resolve(known.get(ref) ?? (hasFile(engine, ref) ? undefined : null));
}

/** Whether something stands in a ref's place; true also when that cannot be told. */
function hasFile({ repo }: Engine, ref: string): boolean {
  try {
    return !lstatSync(join(repo.commonDir, ...ref.split("/"))).isDirectory();
  } catch (error) {
    return !hasCode(error, "ENOENT", "ENOTDIR");
  }
}

/** Whether a ref that gave no commit is really none: it may be damaged, or its commit missing. */
async function isGone(engine: Engine, ref: string): Promise<boolean> {
  if (hasFile(engine, ref)) return false;
  const { repo } = engine;
  // Tells of a ref whether or not what it names is there.
  const { code, stdout } = await repo.git.run(repo.commonDir, ["rev-parse", "--verify", "--quiet", ref], {
    codes: "any",
  });
  return code === 1 && stdout.length === 0;
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
function pullsOf(record: WorktreeRecord, all: readonly WorktreeRecord[]): PruneFacts["pulls"] {
  const open = (records: readonly WorktreeRecord[]): number[] =>
    records.flatMap(({ pr }) => (pr?.state === "open" ? [pr.number] : []));
  return { from: open([record]), onto: open(all.filter(({ base }) => base === record.branch)) };
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
