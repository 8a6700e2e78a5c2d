import { aheadBehind } from "../git/history.js";
import type { Person } from "../git/object-format.js";
import { updateRef } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import { committer, type Import, ImportStream, importOnto } from "./import.js";
import {
  type Coming,
  comingLines,
  genesisOf,
  type JoinLimits,
  joinLimits,
  type KeptOut,
  linesOf,
  tooLarge,
} from "./limits.js";
import { joinNotes } from "./lines.js";
import { lostEntries } from "./lost.js";
import { bytesById, type NoteAt, type NotesReader, pathOf, portionsOf } from "./notes.js";

export type { JoinLimits, KeptOut } from "./limits.js";

export interface Joined {
  /** `current`: nothing new; `forwarded`: ours were all there already; `joined`: a commit with both parents. */
  readonly outcome: "current" | "forwarded" | "joined";
  /** What the ref holds now. */
  readonly tip: Oid;
  readonly keptOut: readonly KeptOut[];
}

export interface JoinSources {
  readonly repo: Repository;
  readonly ref: string;
  readonly notes: NotesReader;
  /** The commit that Coppice wrote last: what others have dropped of it is put back. */
  readonly last: Oid | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly limits?: JoinLimits;
}

/**
 * Joins another commit of the notes ref into ours: for each note the union of its lines, byte for byte, as
 * `git notes merge -s cat_sort_uniq` does it; only notes that differ are read. The flush lock is held.
 *
 * What does not fit the limits is kept out and told. Files that are no notes stay where they are ours, as in git's own
 * merge. A note whose key none of its lines has is nobody's journal; it is kept, and no record comes of it.
 * @throws CoppiceError GIT_FAILED, JOURNAL_CORRUPT and the system group; nothing has changed then
 */
export async function joinCommit(sources: JoinSources, other: Oid): Promise<Joined> {
  const { repo, ref, notes } = sources;
  const person = await committer(repo, sources.now);
  let plan: Plan | undefined;
  const written = await importOnto(repo, ref, notes, async (): Promise<Import> => {
    plan = await planJoin(sources, other);
    const { tip } = plan;
    return { tip, stream: plan.outcome === "joined" ? await streamOf(sources, plan, person) : undefined };
  });
  if (plan === undefined) throw new Error("a join makes a plan");
  if (plan.outcome === "forwarded" && (await forward(sources, plan.tip, other)) === "stale") {
    return joinCommit(sources, other);
  }
  const tip = written ?? (plan.outcome === "forwarded" ? other : (plan.tip ?? other));
  return { outcome: plan.outcome, tip, keptOut: plan.keptOut };
}

const forward = ({ repo, ref }: JoinSources, tip: Oid | undefined, other: Oid): Promise<"moved" | "stale"> =>
  updateRef(repo, ref, other, tip, "coppice: join");

/** What becomes of one note. */
interface Change {
  readonly id: RecordId;
  /** Where it stands in the tree that the commit begins with. */
  readonly leaves: readonly NoteAt[];
  /** The whole note after the join, or the blob that holds it; undefined: there is none. */
  readonly content: Buffer | Oid | undefined;
  /** The CREATE line with its line feed, where the object that the id names is not here. */
  readonly genesis: Buffer | undefined;
}

interface Plan {
  readonly tip: Oid | undefined;
  readonly other: Oid;
  readonly outcome: Joined["outcome"];
  readonly changes: readonly Change[];
  readonly keptOut: readonly KeptOut[];
}

async function planJoin(sources: JoinSources, other: Oid): Promise<Plan> {
  const { repo, notes, last } = sources;
  const tip = await notes.tip();
  const way = tip === undefined ? { ahead: 0, behind: 1 } : await aheadBehind(repo, tip, other);
  const plan = { tip, other, changes: [], keptOut: [] };
  // Our history has theirs, whatever has become of it since.
  if (way.behind === 0) return { ...plan, outcome: "current" };
  // Without a ref of ours theirs is what we go on from.
  const lost = await lostEntries(notes, tip ?? other, last);
  const theirs = byId(await notes.find(other, undefined, tip));
  const ids = new Set([...theirs.keys(), ...lost.keys()]);
  const ours = byId(tip === undefined ? [] : await notes.find(tip, ids));
  const union = new Union(sources, tip === undefined);
  const compared = [...ids].sort().map((id) => ({
    id,
    ours: ours.get(id) ?? [],
    theirs: theirs.get(id) ?? [],
    lost: lost.get(id) ?? [],
  }));
  const different = compared.filter((pair) => union.differs(pair));
  const bytes = await union.measure(different);
  // Questions that are asked together are one turn of git's.
  for (const some of portionsOf(different, ({ id }) => bytes.get(id) ?? 0))
    await Promise.all(some.map((pair) => union.add(pair)));
  await union.findGenesis();
  const { changes, keptOut } = union;
  const forwards =
    way.ahead === 0 &&
    !union.exceeds &&
    keptOut.length === 0 &&
    changes.every(({ genesis }) => genesis === undefined) &&
    (tip === undefined || (await hasAll(notes, other, tip, theirs)));
  return { ...plan, outcome: forwards ? "forwarded" : "joined", changes, keptOut };
}

/** Whether every note of `tip` that `other` has not in the same place is among those that were compared. */
async function hasAll(
  notes: NotesReader,
  other: Oid,
  tip: Oid,
  compared: ReadonlyMap<RecordId, readonly NoteAt[]>,
): Promise<boolean> {
  return (await notes.find(tip, undefined, other)).every(({ id }) => compared.has(id));
}

function byId(found: readonly NoteAt[]): Map<RecordId, NoteAt[]> {
  const result = new Map<RecordId, NoteAt[]>();
  for (const note of found) {
    const known = result.get(note.id);
    if (known === undefined) result.set(note.id, [note]);
    else known.push(note);
  }
  return result;
}

/** The notes of one record in both trees, and what others dropped of it. */
interface Compared {
  readonly id: RecordId;
  readonly ours: readonly NoteAt[];
  readonly theirs: readonly NoteAt[];
  readonly lost: readonly string[];
}

/** Puts notes together, one after the other. */
class Union {
  readonly changes: Change[] = [];
  readonly keptOut: KeptOut[] = [];
  /** Something of ours is not in theirs. */
  exceeds = false;
  readonly #sources: JoinSources;
  /** There is no ref yet: the commit begins with their tree. */
  readonly #fresh: boolean;
  /** Journals that are new here, and their CREATE lines. */
  readonly #created = new Map<RecordId, Buffer>();
  /** Journals of which nothing of theirs is read. */
  readonly #leftOut = new Set<RecordId>();

  constructor(sources: JoinSources, fresh: boolean) {
    this.#sources = sources;
    this.#fresh = fresh;
  }

  /** Whether there is something to put together. */
  differs({ ours, theirs, lost }: Compared): boolean {
    const same = theirs.every(({ blob }) => ours.some((note) => note.blob === blob));
    if (!same || lost.length > 0) return true;
    if (!theirs.some(({ blob }) => ours.every((note) => note.blob === blob))) this.exceeds = true;
    return false;
  }

  /**
   * Leaves out what is too large of theirs.
   * @returns how many bytes are read of each record's notes
   */
  async measure(different: readonly Compared[]): Promise<ReadonlyMap<RecordId, number>> {
    const { notes, limits = joinLimits } = this.#sources;
    const coming = await notes.sizesOf(different.flatMap(({ theirs }) => theirs));
    for (const { note, size } of coming) if (size === undefined) this.#leaveOut(note.id, "missing");
    const there = bytesById(coming.filter(({ note }) => !this.#leftOut.has(note.id)));
    for (const id of tooLarge(there, limits)) this.#leaveOut(id, "too large");
    const own = bytesById(await notes.sizesOf(different.flatMap(({ ours }) => ours)));
    return new Map(
      different.map(({ id }) => [
        id,
        (own.get(id) ?? 0) + (this.#leftOut.has(id) ? 0 : (there.get(id) ?? 0)),
      ]),
    );
  }

  async add(pair: Compared): Promise<void> {
    const { id, ours, theirs, lost } = pair;
    const { limits = joinLimits } = this.#sources;
    const [mine, coming] = await Promise.all([
      this.#read(ours),
      this.#leftOut.has(id) ? [] : this.#read(theirs),
    ]);
    const before = joinNotes(mine);
    const known = linesOf(before);
    const came = comingLines(id, joinNotes(coming), known, limits.entries - known.size);
    if (came.cut) this.keptOut.push({ id, reason: "too many entries" });
    const added = new Map(came.lines);
    if (lost.length > 0) this.exceeds = true;
    for (const line of lost) {
      const bytes = Buffer.from(line, "utf8");
      const key = bytes.toString("latin1");
      if (!known.has(key)) added.set(key, bytes);
    }
    this.#change(pair, { coming, before, known, added, came });
  }

  /** Which of the new journals' ids name no object here, so that git would take their notes for orphans. */
  async findGenesis(): Promise<void> {
    const ids = [...this.#created.keys()];
    const objects = await this.#sources.repo.objects().resolveMany(ids);
    const missing = new Set(ids.filter((_id, index) => objects[index] === undefined));
    this.changes.forEach((change, index) => {
      const genesis = missing.has(change.id) ? this.#created.get(change.id) : undefined;
      if (genesis !== undefined) this.changes[index] = { ...change, genesis };
    });
  }

  #change(
    { id, ours, theirs }: Compared,
    parts: {
      readonly coming: readonly Buffer[];
      readonly before: Buffer;
      readonly known: ReadonlyMap<string, Buffer>;
      readonly added: ReadonlyMap<string, Buffer>;
      readonly came: Coming;
    },
  ): void {
    const { coming, before, known, added, came } = parts;
    if (!came.hasKnown) this.exceeds = true;
    const genesis = genesisOf(id, added);
    if (genesis !== undefined) this.#created.set(id, genesis);
    const [only] = theirs;
    const whole =
      !came.cut &&
      only !== undefined &&
      theirs.length === 1 &&
      coming.length === 1 &&
      came.hasKnown &&
      came.lines.size === added.size;
    const content = whole
      ? only.blob
      : joinNotes([before, ...[...added.values()].map((line) => Buffer.concat([line, Buffer.from("\n")]))]);
    const leaves = this.#fresh ? theirs : ours;
    if (added.size === 0 && !this.#fresh) return;
    if (this.#fresh && whole && only.path === pathOf(id) && genesis === undefined) return;
    this.changes.push({
      id,
      leaves,
      content: known.size + added.size === 0 ? undefined : content,
      genesis: undefined,
    });
  }

  async #read(found: readonly NoteAt[]): Promise<Buffer[]> {
    const contents: Buffer[] = [];
    for await (const { data } of this.#sources.notes.contents(found)) contents.push(data);
    return contents;
  }

  #leaveOut(id: RecordId, reason: KeptOut["reason"]): void {
    if (this.#leftOut.has(id)) return;
    this.#leftOut.add(id);
    this.keptOut.push({ id, reason });
  }
}

async function streamOf({ ref }: JoinSources, plan: Plan, person: Person): Promise<Buffer> {
  const { tip, other, changes } = plan;
  const stream = new ImportStream(ref, person);
  const created = changes.filter(({ genesis }) => genesis !== undefined);
  if (created.length > 0) {
    stream.commit(`Record the first lines of ${created.length} joined journals\n`, tip ?? other);
    for (const { id, genesis } of created) if (genesis !== undefined) stream.write(id, genesis);
  }
  const before = created.length > 0 ? ":1" : (tip ?? other);
  const count = changes.length === 1 ? "1 worktree" : `${changes.length} worktrees`;
  stream.commit(
    `Join the journals of another clone\n\n${count} changed by it\n`,
    before,
    tip === undefined ? undefined : other,
  );
  for (const { id, leaves, content } of changes) {
    for (const { path } of leaves) if (content === undefined || path !== pathOf(id)) stream.remove(path);
    if (content !== undefined) stream.write(id, content);
  }
  return stream.end();
}
