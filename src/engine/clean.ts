import { existsSync } from "node:fs";
import { meant, nearest } from "../config/nearest.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, type RecordId, timestampSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { tellUnsavable } from "./archive-obstacles.js";
import { archiveRefs } from "./archives.js";
import { looseBranches, removeLoose, type SetName } from "./clean-branches.js";
import { goneAbove, hollowDirectories, removeHollow } from "./clean-directories.js";
import type { Engine } from "./context.js";
import { accepted, decided } from "./decision.js";
import { asCoppiceError } from "./failure.js";
import { live } from "./find.js";
import { landingOf } from "./landed.js";
import { isHere } from "./observe.js";
import { locate } from "./place.js";
import { type ForceLevel, removalFacts } from "./removal-facts.js";
import { remove } from "./remove.js";
import { newOp } from "./session.js";
import { deadSets } from "./set-state.js";
import { doomed, recoverSets } from "./set-undo.js";

export interface CleanOptions {
  /** The worktrees of this session. */
  readonly session?: string;
  /** Those of this run; with a session, those that belong to both. */
  readonly run?: string;
  /** Those of every session and run. */
  readonly all?: boolean;
  readonly force?: ForceLevel;
  /** Only tells what would be done. */
  readonly dryRun?: boolean;
}

/** What became of one worktree, or of a branch without one. */
export interface CleanRow {
  readonly branch: BranchName;
  /** Null: a branch that no live record speaks of. */
  readonly id: RecordId | null;
  readonly outcome: "removed" | "failed" | "skipped";
  /** Why it stays, or why a branch goes; null: there is nothing to say. */
  readonly because: string | null;
  /** The ref that keeps what nothing else held. */
  readonly archive: string | null;
  readonly error: CoppiceError | null;
}

export interface Cleaned {
  readonly dryRun: boolean;
  readonly rows: readonly CleanRow[];
  /** Directories that held nothing any more, absolute. */
  readonly directories: readonly string[];
}

/**
 * Removes what belongs to sets: their worktrees with their branches, branches that are left of them, and directories that
 * are empty then. Each worktree goes by the rules of `remove`; what fails stays and stops no other. What another clone
 * holds is left to it.
 * @throws NO_WORKTREE when no worktree has, or ever had, that session or run, and nothing is left of it
 */
export async function clean(engine: Engine, options: CleanOptions): Promise<Cleaned> {
  const dryRun = options.dryRun === true;
  const ending = await doomed(engine);
  const placeOf = ({ id }: WorktreeRecord) => [id, locate(engine, id)?.path] as const;
  // What was not made yet leaves no empty directory.
  const places = new Map(
    ending.map(placeOf).map(([id, path]) => [id, path !== undefined && existsSync(path) ? path : undefined]),
  );
  const ended = (await endSets(engine, ending, dryRun)).filter((record) => isOf(record, options));
  const all = [...(await engine.journal.records()).values()];
  const own = live(all)
    .filter((record) => record.type === "worktree" && isOf(record, options) && !places.has(record.id))
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const before = new Set((await archiveRefs(engine)).map(({ ref }) => ref));
  for (const [id, path] of own.map(placeOf)) places.set(id, path);
  const rows: CleanRow[] = ended.map(({ id, branch }) => ({
    ...{ id, branch, outcome: "removed", archive: null, error: null },
    because: "its set had been interrupted",
  }));
  for (const record of own) rows.push(await cleanOne(engine, record, options));
  const names = namesOf(all, options);
  // A worktree's branch may have stayed behind just now.
  const gone = rows.filter(({ outcome }) => outcome === "removed");
  const goingBranches = new Set(gone.map(({ branch }) => branch));
  const left = dryRun ? all : [...(await engine.journal.records()).values()];
  for (const loose of await looseBranches(engine, names, left)) {
    if (engine.signal.aborted) break;
    if (dryRun && goingBranches.has(loose.branch)) continue;
    const force = (options.force ?? 0) > 0;
    const row = { branch: loose.branch, id: null, archive: null };
    try {
      rows.push({ ...row, ...(await removeLoose(engine, loose, { force, dryRun })), error: null });
    } catch (error) {
      rows.push({ ...row, ...failed(error, `remove the branch ${loose.branch}`) });
    }
  }
  const paths = gone.flatMap(({ id }) => (id === null ? [] : (places.get(id) ?? [])));
  const hollow = hollowDirectories(engine, names, new Set(paths));
  const directories = dryRun ? hollow : [...goneAbove(engine, paths), ...removeHollow(hollow)];
  if (rows.length === 0 && directories.length === 0) refuseUnknown(all, options);
  const archives = dryRun ? [] : (await archiveRefs(engine)).filter(({ ref }) => !before.has(ref));
  return {
    dryRun,
    rows: rows.map((row) => ({
      ...row,
      archive: archives.find(({ branch }) => branch === row.branch)?.ref ?? null,
    })),
    directories: [...new Set(directories)],
  };
}

/**
 * Ends the sets of processes that died, as every command does that makes or removes sets.
 * @param ending what goes with them
 * @returns what has gone with them, or would
 */
async function endSets(
  engine: Engine,
  ending: readonly WorktreeRecord[],
  dryRun: boolean,
): Promise<readonly WorktreeRecord[]> {
  if (dryRun) {
    for (const { name, phase } of deadSets(engine))
      engine.report.warn(
        `The set ${name} was interrupted, and would be ${phase === "made" ? "finished" : "taken back"} first.`,
      );
    return ending;
  }
  const recovered = await recoverSets(engine);
  for (const { told } of recovered) engine.report.warn(told);
  return recovered.flatMap(({ gone }) => gone);
}

/** @throws NO_WORKTREE for a name that no worktree has, or ever had: a mistyped one cleans nothing, and looks as if it had */
function refuseUnknown(all: readonly WorktreeRecord[], options: CleanOptions): void {
  for (const key of ["session", "run"] as const) {
    const name = options[key];
    const known = new Set(all.flatMap((record) => record[key] ?? []));
    if (name === undefined || known.has(name)) continue;
    const near = nearest(name, known);
    throw new CoppiceError(
      "NO_WORKTREE",
      `There is no ${key} ${JSON.stringify(name.slice(0, 255))}, and never was one here${meant(near)}.`,
      { details: { key, ...(near === undefined ? {} : { nearest: near }) } },
    );
  }
}

function isOf(record: WorktreeRecord, { session, run, all }: CleanOptions): boolean {
  if (all === true) return record.session !== null || record.run !== null;
  if (session === undefined && run === undefined) return false;
  return (session === undefined || record.session === session) && (run === undefined || record.run === run);
}

/** The sets by name. Of all sets those count that a record tells of: a pattern alone may name anybody's branches. */
function namesOf(all: readonly WorktreeRecord[], { session, run, all: every }: CleanOptions): SetName[] {
  const keys = ["session", "run"] as const;
  if (every !== true) {
    // Of both, neither alone tells that a branch belongs to it.
    if (session !== undefined && run !== undefined) return [];
    const given = { session, run };
    return keys.flatMap((key) => {
      const value = given[key];
      return value === undefined ? [] : [{ key, value }];
    });
  }
  return keys.flatMap((key) =>
    [...new Set(all.flatMap((record) => record[key] ?? []))].map((value) => ({ key, value })),
  );
}

type End = Pick<CleanRow, "outcome" | "because" | "error">;

const failed = (error: unknown, what: string): End => {
  const failure = asCoppiceError(error, "WORKTREE_REMOVAL_FAILED", what);
  return { outcome: "failed", because: failure.message.replace(/\.$/, ""), error: failure };
};

async function cleanOne(engine: Engine, record: WorktreeRecord, options: CleanOptions): Promise<CleanRow> {
  const { id, branch } = record;
  const row = { branch, id, archive: null };
  const stays = (because: string): CleanRow => ({ ...row, outcome: "skipped", because, error: null });
  if (!isHere(engine, record))
    return stays(record.owner === null ? "no clone holds it" : "another clone holds it");
  if (engine.signal.aborted) return stays("the run was stopped before it came to it");
  const force = options.force ?? 0;
  try {
    if (options.dryRun === true) await foresee(engine, record, force);
    else {
      engine.report.step(`removing ${branch}`);
      await remove(engine, id, { force });
    }
    return { ...row, outcome: "removed", because: null, error: null };
  } catch (error) {
    // A set that is being made ends with the first of them, and takes back the others.
    if ((await engine.journal.read(id))?.record?.status === "removed")
      return { ...row, outcome: "removed", because: "it went meanwhile", error: null };
    return { ...row, ...failed(error, `remove ${branch}`) };
  }
}

/** @throws what its removal would be refused with */
async function foresee(engine: Engine, record: WorktreeRecord, force: ForceLevel): Promise<void> {
  const { facts } = await removalFacts(engine, record, force);
  const landing =
    facts.headOid !== undefined && facts.reachableElsewhere === false
      ? await landingOf(engine, record, facts.headOid)
      : undefined;
  const at = timestampSchema.parse(new Date(engine.now()).toISOString());
  // As a writer would find it.
  const seen: WorktreeRecord = {
    ...record,
    status: statusOf(record, facts.uncommitted?.total),
    landed: landing === undefined ? record.landed : { ...landing, mergeOid: landing.mergeOid ?? null, at },
  };
  const event = { type: "REMOVE", op: newOp(), force: force > 0, pruneBranch: true } as const;
  accepted(decided(engine, seen, event, facts));
  if (force > 0) await tellUnsavable(engine, seen, facts, force);
}

function statusOf({ status }: WorktreeRecord, uncommitted: number | undefined): WorktreeRecord["status"] {
  if (uncommitted === undefined || (status !== "active" && status !== "dirty")) return status;
  return uncommitted === 0 ? "active" : "dirty";
}
