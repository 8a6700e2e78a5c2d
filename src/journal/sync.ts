import { aheadBehind } from "../git/history.js";
import type { Person } from "../git/object-format.js";
import { updateRef } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import { committer, type Import, ImportStream, importOnto } from "./import.js";
import { cutLines, genesisOf, type JoinLimits, joinLimits, type KeptOut, linesOf } from "./limits.js";
import { joinNotes } from "./lines.js";
import { lostEntries } from "./lost.js";
import { type NoteAt, type NotesReader, pathOf } from "./notes.js";

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

/** How many notes are read into memory at once. */
const portion = 100;

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
  const waiting = [...ids].sort();
  while (waiting.length > 0) {
    // Questions that are asked together are one turn of git's.
    const some = waiting.splice(0, portion);
    await Promise.all(
      some.map((id) => union.add(id, ours.get(id) ?? [], theirs.get(id) ?? [], lost.get(id) ?? [])),
    );
  }
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

  constructor(sources: JoinSources, fresh: boolean) {
    this.#sources = sources;
    this.#fresh = fresh;
  }

  async add(
    id: RecordId,
    ours: readonly NoteAt[],
    theirs: readonly NoteAt[],
    lost: readonly string[],
  ): Promise<void> {
    const same = theirs.every(({ blob }) => ours.some((note) => note.blob === blob));
    if (same && lost.length === 0) {
      if (!theirs.some(({ blob }) => ours.every((note) => note.blob === blob))) this.exceeds = true;
      return;
    }
    const [mine, coming] = await Promise.all([this.#read(ours), this.#readComing(id, theirs)]);
    const before = joinNotes(mine);
    const known = linesOf(before);
    const added = new Map<string, Buffer>();
    for (const [key, line] of linesOf(joinNotes(coming))) if (!known.has(key)) added.set(key, line);
    const cut = this.#cut(id, known.size, added);
    if (lost.length > 0) this.exceeds = true;
    for (const line of lost) {
      const bytes = Buffer.from(line, "utf8");
      const key = bytes.toString("latin1");
      if (!known.has(key)) added.set(key, bytes);
    }
    this.#change(id, { ours, theirs, coming, before, known, added, cut });
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
    id: RecordId,
    parts: {
      readonly ours: readonly NoteAt[];
      readonly theirs: readonly NoteAt[];
      readonly coming: readonly Buffer[];
      readonly before: Buffer;
      readonly known: ReadonlyMap<string, Buffer>;
      readonly added: ReadonlyMap<string, Buffer>;
      readonly cut: boolean;
    },
  ): void {
    const { ours, theirs, coming, before, known, added, cut } = parts;
    const came = linesOf(joinNotes(coming));
    if ([...known.keys()].some((key) => !came.has(key))) this.exceeds = true;
    const genesis = genesisOf(id, added);
    if (genesis !== undefined) this.#created.set(id, genesis);
    const [only] = theirs;
    const whole =
      !cut &&
      only !== undefined &&
      theirs.length === 1 &&
      coming.length === 1 &&
      came.size === known.size + added.size;
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

  async #readComing(id: RecordId, found: readonly NoteAt[]): Promise<Buffer[]> {
    const { repo, limits = joinLimits } = this.#sources;
    const objects = repo.objects();
    const infos = await Promise.all(found.map(({ blob }) => objects.info(blob)));
    const total = infos.reduce((sum, info) => sum + (info?.size ?? 0), 0);
    if (infos.some((info) => info === undefined)) this.keptOut.push({ id, reason: "missing" });
    else if (total > limits.noteBytes) this.keptOut.push({ id, reason: "too large" });
    else return this.#read(found);
    return [];
  }

  #cut(id: RecordId, known: number, added: Map<string, Buffer>): boolean {
    const { limits = joinLimits } = this.#sources;
    const cut = cutLines(id, added, limits.entries - known);
    if (cut) this.keptOut.push({ id, reason: "too many entries" });
    return cut;
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
