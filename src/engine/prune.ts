import { listRefs } from "../git/refs.js";
import type { CoppiceError } from "../lifecycle/errors.js";
import type { PruneReason } from "../lifecycle/events.js";
import type { BranchName, RecordId } from "../lifecycle/ids.js";
import { type Evidence, type PruneFilter, type PruneTerms, pruneFilters } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { archivedAt, archivePrefix } from "./archive.js";
import { mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { asCoppiceError } from "./failure.js";
import { live } from "./find.js";
import { processPlaces } from "./kept.js";
import { isHere } from "./observe.js";
import { planForDisk } from "./prune-disk.js";
import { localSubjects, type Surroundings } from "./prune-facts.js";
import { type Decided, foreseen, pruneOne } from "./prune-one.js";
import type { SkipReason } from "./prune-verdict.js";
import { Works } from "./prune-works.js";
import { newOp } from "./session.js";

export interface PruneOptions {
  /** What is looked for. Default: each of the three. `all`: each, whatever its age. */
  readonly filter?: PruneFilter | "all";
  /** How long without work, in milliseconds, makes a worktree stale. Default: `prune.maxAgeDays`. */
  readonly maxAge?: number;
  /**
   * How many bytes this clone's worktrees may take: above that, stale ones go without grace, the oldest first.
   * Default: `prune.maxDiskGB`. They are measured only when one is stale.
   */
  readonly maxDisk?: number;
  /** Only tells what would be done. */
  readonly dryRun?: boolean;
  /** Lifts uncommitted changes, the grace after the mark and the delay after completion, nothing else. */
  readonly force?: boolean;
}

/** What became of one worktree, or would. */
export interface PruneRow {
  readonly id: RecordId;
  readonly branch: BranchName;
  readonly verdict: "removed" | "failed" | "skipped";
  /** Why it went or was to go; of a skipped one why it stays. */
  readonly reason: PruneReason | SkipReason;
  /** The same as a sentence without a full stop. */
  readonly because: string;
  /** How it is known that base has its work; null: it has not, or it was not asked. */
  readonly evidence: Evidence | null;
  /** The newest sign of work; null: not known. */
  readonly lastActivity: string | null;
  readonly daysSinceActivity: number | null;
  readonly taskStatus: string | null;
  /** What its directory takes of the disk, in bytes; null: it was not measured. */
  readonly diskBytes: number | null;
  /** The ref that keeps what nothing else held; null: everything is held elsewhere, or nothing was removed. */
  readonly archive: string | null;
  /** Why it could not be removed. */
  readonly error: CoppiceError | null;
}

export interface Pruned {
  readonly dryRun: boolean;
  /** Oldest first. */
  readonly worktrees: readonly PruneRow[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const gigabyte = 1_000_000_000;

/**
 * Removes the worktrees that are done with, with their branches: completed, deleted, or without work for long and marked
 * for long enough; and marks those that have become stale. Commits that nothing else holds are archived first. Judges
 * only what this clone holds, by what it knows: nothing is fetched. Each is looked at again under its lock; what fails
 * or cannot be read stays, and stops no other.
 */
export async function prune(engine: Engine, options: PruneOptions = {}): Promise<Pruned> {
  const records = live((await engine.journal.records()).values()).filter(({ type }) => type === "worktree");
  const terms = termsOf(engine, options);
  const around: Surroundings = { works: new Works(engine, terms.now - terms.delay), records };
  const own = records.filter((record) => isHere(engine, record));
  const subjects = await localSubjects(engine, own, around);
  const ends = new Map<RecordId, Decided>();
  const places = processPlaces();
  for (const subject of subjects) {
    ends.set(subject.record.id, await foreseen(engine, subject, terms, places));
  }
  const limit = options.maxDisk ?? engine.config.prune.maxDiskGB * gigabyte;
  const disk = await planForDisk(engine, [...ends.values()], { terms, places }, limit);
  for (const decided of disk?.going ?? []) ends.set(decided.subject.record.id, decided);
  const hurried = new Set(disk?.going.map(({ subject }) => subject.record.id));
  const dryRun = options.dryRun === true;
  if (!dryRun) {
    await doAll(engine, ends, around, (id) => (hurried.has(id) ? { ...terms, grace: 0 } : terms));
  }
  const archives = dryRun ? new Map<string, string>() : await archivesSince(engine, terms.now);
  const rows = records.sort(byAge).map((record): PruneRow => {
    const ended = ends.get(record.id);
    return ended === undefined
      ? elsewhere(record)
      : rowOf(engine, ended, {
          now: terms.now,
          archives,
          sizes: disk?.sizes ?? new Map(),
          hurried: hurried.has(record.id),
        });
  });
  return { dryRun, worktrees: rows };
}

async function doAll(
  engine: Engine,
  ends: Map<RecordId, Decided>,
  around: Surroundings,
  termsFor: (id: RecordId) => PruneTerms,
): Promise<void> {
  const pass = newOp();
  let left = [...ends.values()].filter(({ verdict }) => isGoing(verdict)).length;
  for (const [id, decided] of ends) {
    const { verdict, subject } = decided;
    if (verdict.kind === "keep") continue;
    if (isGoing(verdict)) left -= 1;
    if (engine.signal.aborted) {
      const because = "the run was stopped before it came to it";
      ends.set(id, { subject, verdict: { kind: "keep", why: "interrupted", because } });
      continue;
    }
    if (verdict.kind !== "mark") engine.report.step(`removing ${subject.record.branch}`);
    ends.set(
      id,
      await pruneOne(engine, id, { terms: termsFor(id), pass: { id: pass, left } }, around, decided),
    );
  }
}

const isGoing = ({ kind }: Decided["verdict"]): boolean => kind === "prune" || kind === "finish";

function termsOf({ config, now }: Engine, { filter, maxAge, force }: PruneOptions): PruneTerms {
  const { maxAgeDays, graceDays, completedDelayHours } = config.prune;
  return {
    now: now(),
    maxAge: maxAge ?? (filter === "all" ? 0 : maxAgeDays * dayMs),
    grace: graceDays * dayMs,
    delay: completedDelayHours * hourMs,
    filters: filter === undefined || filter === "all" ? pruneFilters : new Set([filter]),
    force: force === true,
    manual: false,
  };
}

/** What was found out beside what decides. */
interface Findings {
  readonly now: number;
  readonly archives: ReadonlyMap<string, string>;
  readonly sizes: ReadonlyMap<RecordId, number>;
  /** It goes for the room that it takes. */
  readonly hurried: boolean;
}

function rowOf(
  engine: Engine,
  { subject, verdict, error }: Decided,
  { now, archives, sizes, hurried }: Findings,
): PruneRow {
  const { record, facts } = subject;
  const { lastWork, work } = facts;
  const known = lastWork !== undefined && Number.isFinite(lastWork);
  const failure = error === undefined ? null : asCoppiceError(error, "WORKTREE_REMOVAL_FAILED", "prune");
  const removed = verdict.kind === "prune" || verdict.kind === "finish";
  const evidence = verdict.kind === "prune" ? verdict.evidence : null;
  return {
    id: record.id,
    branch: record.branch,
    verdict: failure !== null ? "failed" : removed ? "removed" : "skipped",
    reason: verdict.kind === "mark" ? "marked" : verdict.kind === "keep" ? verdict.why : verdict.reason,
    because:
      failure?.message.replace(/\.$/, "") ??
      `${reasonText(engine, verdict)}${hurried ? ", and the worktrees take more than they may" : ""}`,
    evidence: evidence ?? (work.kind === "merged" ? work.evidence : null),
    lastActivity: known ? new Date(lastWork).toISOString() : null,
    daysSinceActivity: known ? Math.max(0, Math.floor((now - lastWork) / dayMs)) : null,
    taskStatus: record.task?.status ?? null,
    diskBytes: sizes.get(record.id) ?? null,
    archive: removed && failure === null ? (archives.get(record.branch) ?? null) : null,
    error: failure,
  };
}

function reasonText(engine: Engine, verdict: Decided["verdict"]): string {
  if (verdict.kind === "mark") {
    const { graceDays } = engine.config.prune;
    return `${verdict.because}: marked as stale, and goes in ${graceDays === 1 ? "1 day" : `${graceDays} days`}`;
  }
  const isGone =
    verdict.kind === "prune" && (verdict.reason === "branch_deleted" || verdict.reason === "orphaned");
  const remote = isGone ? mainRemote(engine) : undefined;
  return remote === undefined
    ? verdict.because
    : `${verdict.because}, on ${remote} too as far as the last fetch tells`;
}

const elsewhere = (record: WorktreeRecord): PruneRow => ({
  id: record.id,
  branch: record.branch,
  verdict: "skipped",
  reason: "elsewhere",
  because: record.owner === null ? "no clone holds it: it goes on the remote" : "another clone holds it",
  evidence: null,
  lastActivity: record.lastActivity,
  daysSinceActivity: null,
  taskStatus: record.task?.status ?? null,
  diskBytes: null,
  archive: null,
  error: null,
});

/** The archives that this run made, by branch. */
async function archivesSince(engine: Engine, since: number): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  // Their names tell whole seconds.
  const start = Math.floor(since / 1000) * 1000;
  for (const { name } of await listRefs(engine.repo, [archivePrefix])) {
    const at = archivedAt(name);
    if (at !== undefined && at >= start)
      found.set(name.slice(archivePrefix.length, name.lastIndexOf("/")), name);
  }
  return found;
}

const byAge = (a: WorktreeRecord, b: WorktreeRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;
