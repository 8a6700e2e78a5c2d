import { listRefs, readRef } from "../git/refs.js";
import { branchRef, type Oid, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { aheadBehindOf, type Pair } from "./ahead-behind.js";
import type { Engine } from "./context.js";
import { type Places, placesOf, type Sight, sightsAt, sightsOf } from "./facts.js";
import { live } from "./find.js";
import { isKeptAsAsked, keptReason } from "./kept.js";
import { gitLock, liveLease } from "./lease.js";
import { isHere, type Observation, observationOf } from "./observe.js";

/** What a list shows of one worktree. Null: unknown here, or not asked for. */
export interface ListRow {
  readonly record: WorktreeRecord;
  /** Its directory in this clone. */
  readonly path: string | null;
  /** What a look at it tells; `observed.status` is the state to show. */
  readonly observed: Observation;
  /** Commits of the branch that base has not, and the reverse. */
  readonly ahead: number | null;
  readonly behind: number | null;
  /** The lease that lives. */
  readonly lease: { readonly until: string; readonly holder: string } | null;
  readonly lock: { readonly reason: string | null } | null;
}

export interface ListOptions {
  /** Looks at the files: one `git status` for each worktree. Default true. */
  readonly dirtiness?: boolean;
  /** Counts commits against base. Default true. */
  readonly aheadBehind?: boolean;
  /** Finds the worktrees. Without it nothing is known but what is journaled. Default true. */
  readonly places?: boolean;
  /** The removed records, too. Default false. */
  readonly removed?: boolean;
}

/** Is told what a list finds out, as soon as it does. */
export interface ListWatcher {
  /** All rows, with what is known without a look at files and commits. */
  begun(rows: readonly ListRow[]): void;
  /** One of them, whose files were looked at. */
  seen(row: ListRow): void;
  /** Their branches against their bases. */
  counted(counts: Counts): void;
}

/**
 * The live records, oldest first. Beside one `git status` for each worktree (in parallel, bounded) the number of git
 * processes does not depend on how many there are. One broken worktree is a row with problems, never an error.
 * @param watcher is told what is known before all is
 */
export async function list(
  engine: Engine,
  options: ListOptions = {},
  watcher?: ListWatcher,
): Promise<ListRow[]> {
  // git looks at the files while the journals are read: what this clone knows of a record lies beside them.
  const places = placesOf(engine, options.places === false ? [] : engine.local.ids());
  const preview = watcher && new Preview(engine, places, watcher);
  const sights = sightsAt(engine, places, options, (id, sight) => preview?.see(id, sight));
  const reading = engine.journal.records().then(async (known) => {
    const records = (options.removed === true ? [...known.values()] : live(known.values())).sort(byAge);
    await preview?.begin(records);
    return rowsOf(engine, records, options, sights, (counts) => watcher?.counted(counts));
  });
  const [rows] = await Promise.all([reading, sights]);
  return rows;
}

/** The rows of a list that is still being made. */
class Preview {
  readonly #engine: Engine;
  readonly #places: Places;
  readonly #watcher: ListWatcher;
  /** What was seen before the records were read. */
  readonly #early = new Map<RecordId, Sight>();
  #records: ReadonlyMap<RecordId, WorktreeRecord> | undefined;

  constructor(engine: Engine, places: Places, watcher: ListWatcher) {
    this.#engine = engine;
    this.#places = places;
    this.#watcher = watcher;
  }

  async begin(records: readonly WorktreeRecord[]): Promise<void> {
    const sights = new Map([...this.#places].map(([id, located]) => [id, { located, status: undefined }]));
    const cheap = { dirtiness: false, aheadBehind: false };
    this.#watcher.begun(await rowsOf(this.#engine, records, cheap, Promise.resolve(sights)));
    this.#records = new Map(records.map((record) => [record.id, record]));
    for (const [id, sight] of this.#early) this.see(id, sight);
  }

  see(id: RecordId, sight: Sight): void {
    if (this.#records === undefined) this.#early.set(id, sight);
    const record = this.#records?.get(id);
    if (record === undefined || !isHere(this.#engine, record)) return;
    rowsOf(this.#engine, [record], { aheadBehind: false }, Promise.resolve(new Map([[id, sight]]))).then(
      ([row]) => {
        if (row !== undefined) this.#watcher.seen(row);
      },
      // Whoever waits for the whole list is told.
      () => {},
    );
  }
}

/**
 * The rows of some records.
 * @param seen what was seen of their worktrees, when somebody has looked already
 */
export async function rowsOf(
  engine: Engine,
  records: readonly WorktreeRecord[],
  options: ListOptions = {},
  seen?: Promise<ReadonlyMap<RecordId, Sight>>,
  counted: (counts: Counts) => void = () => {},
): Promise<ListRow[]> {
  const here = records.filter((record) => isHere(engine, record));
  const ids = here.map(({ id }) => id);
  const counting =
    options.aheadBehind === false ? Promise.resolve<Counts>(new Map()) : countsOf(engine, records);
  const [found, counts] = await Promise.all([
    seen ?? sightsOf(engine, ids, options),
    counting.then((counts) => {
      counted(counts);
      return counts;
    }),
  ]);
  const sights = new Map(ids.map((id) => [id, found.get(id)]));
  const observations = await Promise.all(
    records.map(async (record) => {
      const seen = await observationOf(engine, record, sights.get(record.id));
      return record.landed === null || options.dirtiness === false ? seen : tellKept(engine, record, seen);
    }),
  );
  return records.flatMap((record, index) => {
    const observed = observations[index];
    if (observed === undefined) return [];
    const lease = liveLease(engine, record);
    return [
      {
        record,
        path: observed.path,
        observed,
        ahead: counts.get(record.id)?.ahead ?? null,
        behind: counts.get(record.id)?.behind ?? null,
        lease,
        lock: lockOf(record, sights.get(record.id), lease),
      },
    ];
  });
}

/** A worktree whose work has landed goes with the next pull: what keeps it is worth telling. */
async function tellKept(engine: Engine, record: WorktreeRecord, seen: Observation): Promise<Observation> {
  const reason = await keptReason(engine, record, seen);
  if (reason === undefined || record.landed === null) return seen;
  const journal = await engine.journal.read(record.id);
  if (journal === undefined || isKeptAsAsked(journal)) return seen;
  return { ...seen, problems: [...seen.problems, `landed in ${record.landed.target}, kept: ${reason}`] };
}

/** Commits that a branch has and base has not, and the reverse, by record id. */
export type Counts = ReadonlyMap<string, { readonly ahead: number; readonly behind: number }>;

async function countsOf(engine: Engine, records: readonly WorktreeRecord[]): Promise<Counts> {
  const tips = await tipsOf(engine, records);
  const known = records.flatMap((record): (Pair & { id: string })[] => {
    // A branch of this name is another worktree's by now, or one that was kept: not the removed one's.
    if (record.status === "removed") return [];
    const tip = tips.get(record.branch);
    const base = record.base === null ? undefined : tips.get(record.base);
    return tip === undefined || base === undefined ? [] : [{ id: record.id, tip, base }];
  });
  const counts = await aheadBehindOf(engine.repo, known);
  return new Map(
    known.flatMap(({ id }, index) => {
      const count = counts[index];
      return count === undefined ? [] : [[id, count] as const];
    }),
  );
}

/** Above so many branches one listing of all is cheaper than asking for each. */
const fewBranches = 8;

async function tipsOf(engine: Engine, records: readonly WorktreeRecord[]): Promise<ReadonlyMap<string, Oid>> {
  const names = new Set(records.flatMap(({ branch, base }) => (base === null ? [branch] : [branch, base])));
  if (names.size > fewBranches) {
    const refs = await listRefs(engine.repo, ["refs/heads/"]);
    return new Map(refs.map((ref) => [ref.name.slice("refs/heads/".length), ref.oid]));
  }
  const tips = new Map<string, Oid>();
  for (const name of names) {
    const oid = await readRef(engine.repo, branchRef(name));
    if (oid !== undefined) tips.set(name, oid);
  }
  return tips;
}

function lockOf(record: WorktreeRecord, sight: Sight | undefined, lease: ListRow["lease"]): ListRow["lock"] {
  if (record.lock !== null) return { reason: record.lock.reason };
  const gitDir = sight?.located?.gitDir;
  // git's one lock is the lease's own while that lives.
  return gitDir === undefined || lease !== null ? null : gitLock(gitDir, lease);
}

const byAge = (a: WorktreeRecord, b: WorktreeRecord): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;
