import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid, RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { CachedRecords } from "./cache.js";
import { extend, fold, type Journal, type Line } from "./fold.js";
import { splitLines } from "./lines.js";
import { lostEntries } from "./lost.js";
import type { NotesTree } from "./notes.js";

/** How many journals have to be folded anew before it is worth writing a large cache. */
const worthCaching = 50;
/**
 * A cache of no more records is kept up with each change: what has changed since a commit not long ago stands in files of
 * its own, and no git needs to be started to find it. A push that a person waits for finds a single journal folded, too.
 */
const cheapToCache = 500;

/** The notes of how many records are kept in memory for operations on them, which most often follow. */
const mostKnown = 500;
/** And of how many the fold. */
const mostFolded = 16;
/** The lines of these have no more UTF-16 units together. */
const mostUnits = 32 * 1024 * 1024;

/** Lines by record. */
type LinesById = Map<RecordId, Line[]>;

/** What is not in the notes, and the tip that was found after it. */
interface Beginning {
  readonly outside: LinesById;
  readonly tip: Oid | undefined;
}

/** Where journals are read from: the notes ref, the spool, and what others dropped from the ref. */
export interface Sources {
  readonly notes: NotesTree;
  /** Entries that are in no commit yet, of one record or of all. */
  readonly spool: { read(id?: RecordId): readonly { readonly id: RecordId; readonly line: string }[] };
  readonly last: { read(): Oid | undefined };
  readonly cache: { read(): CachedRecords | undefined; write(records: CachedRecords): void };
}

/** Reads journals. */
export class JournalReader {
  readonly #sources: Sources;
  /** What `one` last read from the notes of a record. A commit never changes: while the tip is the same, so are they. */
  readonly #known = new Map<RecordId, { readonly tip: Oid; readonly lines: readonly Line[] }>();

  /** What was folded last of a record that is read with its entries, or probably will be. */
  readonly #folded = new Map<RecordId, { readonly lines: readonly Line[]; readonly journal: Journal }>();
  /** Records in whose journals a line could not be read, as of the last time that all records were. */
  #illegible: ReadonlySet<RecordId> = new Set();
  /** What has not been written to the cache yet. */
  #unsaved: CachedRecords | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  get illegible(): ReadonlySet<RecordId> {
    return this.#illegible;
  }

  async one(id: RecordId): Promise<Journal | undefined> {
    const { outside, tip } = await this.#begin(id);
    const note = tip === undefined ? [] : await this.#noteOf(id, tip);
    const lines = [...note, ...(outside.get(id) ?? [])];
    return lines.length === 0 ? undefined : this.#foldOn(id, lines);
  }

  /** Goes on from the last fold where lines have only come to it since. */
  #foldOn(id: RecordId, lines: readonly Line[]): Journal {
    const before = this.#folded.get(id);
    const goesOn = before?.lines.every((line, at) => isSame(line, lines[at])) === true;
    const extended = goesOn ? extend(before.journal, lines.slice(before.lines.length)) : undefined;
    const journal = extended ?? fold(id, lines);
    this.#folded.set(id, { lines, journal });
    return journal;
  }

  /** All journals, one after the other. Nothing is taken from the cache. */
  async *all(): AsyncGenerator<Journal> {
    const { outside, tip } = await this.#begin();
    const illegible = new Set<RecordId>();
    const folded = (id: RecordId, lines: readonly Line[]): Journal => {
      const journal = fold(id, lines);
      if (journal.unreadable.length > 0) illegible.add(id);
      return journal;
    };
    if (tip !== undefined) {
      for await (const { id, lines } of this.#notesAt(tip)) {
        yield folded(id, [...lines, ...(outside.get(id) ?? [])]);
        outside.delete(id);
      }
    }
    for (const [id, lines] of outside) yield folded(id, lines);
    this.#illegible = illegible;
  }

  /** An operation reads its record's journal again after each entry, most often with nothing new in the notes. */
  async #noteOf(id: RecordId, tip: Oid): Promise<readonly Line[]> {
    const known = this.#known.get(id);
    if (known?.tip === tip) return known.lines;
    const lines: Line[] = [];
    for await (const note of this.#notesAt(tip, [id])) lines.push(...note.lines);
    this.#known.set(id, { tip, lines });
    return lines;
  }

  /** @param cacheLater leaves what should be cached to `save` */
  async records(cacheLater = false): Promise<Map<RecordId, WorktreeRecord>> {
    const { outside, tip } = await this.#begin();
    const { records, kept, illegible } = tip === undefined ? nothing() : await this.#recordsAt(tip, outside);
    if (!cacheLater) this.save();
    const doubtful = new Set(illegible);
    for (const [id, lines] of outside) {
      const { record, unreadable } = fold(id, [...(kept.get(id) ?? []), ...lines]);
      if (record !== null) records.set(id, record);
      if (unreadable.length > 0) doubtful.add(id);
    }
    this.#illegible = doubtful;
    return records;
  }

  /** Writes the cache when there is something worth it. Most of it can be done while git works. */
  save(): void {
    const unsaved = this.#unsaved;
    this.#unsaved = undefined;
    if (unsaved !== undefined) this.#sources.cache.write(unsaved);
  }

  /** The records that the notes of a commit give by themselves, and the lines of those that have more outside. */
  async #recordsAt(tip: Oid, outside: LinesById): Promise<Noted> {
    const cached = this.#sources.cache.read();
    const changed = cached === undefined ? undefined : await this.#changedSince(cached, tip);
    const records = cached !== undefined && changed !== undefined ? cached.records : new Map();
    const kept: LinesById = new Map();
    let folded = 0;
    let units = 0;
    const illegible = new Set(changed === undefined ? [] : cached?.illegible);
    for (const id of changed ?? []) {
      records.delete(id);
      illegible.delete(id);
    }
    for await (const { id, lines } of this.#notesAt(tip, changed && [...changed, ...outside.keys()])) {
      folded += 1;
      units += lines.reduce((sum, { text }) => sum + text.length, 0);
      if (folded <= mostKnown && units <= mostUnits) this.#known.set(id, { tip, lines });
      if (outside.has(id)) kept.set(id, lines);
      const journal = fold(id, lines);
      if (folded <= mostFolded && units <= mostUnits) this.#folded.set(id, { lines, journal });
      if (journal.record !== null) records.set(id, journal.record);
      if (journal.unreadable.length > 0) illegible.add(id);
    }
    if (folded >= (records.size <= cheapToCache ? 1 : worthCaching))
      // What the spool adds to the records is not the commit's.
      this.#unsaved = { tip, records: new Map(records), ...(illegible.size === 0 ? {} : { illegible }) };
    return { records, kept, illegible };
  }

  /** The records whose notes are not what they were; nothing when the cached commit has been pruned. */
  async #changedSince({ tip: before }: CachedRecords, tip: Oid): Promise<ReadonlySet<RecordId> | undefined> {
    if (before === tip) return new Set();
    const { notes } = this.#sources;
    try {
      const [came, went] = [
        await notes.find(tip, undefined, before),
        await notes.find(before, undefined, tip),
      ];
      return new Set([...came, ...went].map(({ id }) => id));
    } catch (error) {
      if (error instanceof CoppiceError && error.code === "JOURNAL_CORRUPT") return undefined;
      throw error;
    }
  }

  /**
   * The spool first: an entry leaves it only after it has come into the ref and into the commit that is remembered
   * as written last, so no order of events hides one.
   */
  async #begin(id?: RecordId): Promise<Beginning> {
    const { notes, spool, last } = this.#sources;
    const outside: LinesById = new Map();
    for (const file of spool.read(id)) add(outside, file.id, file.line);
    const written = last.read();
    const tip = await notes.tip();
    const lost = await lostEntries(notes, tip, written, id === undefined ? undefined : [id]);
    for (const [key, lines] of lost) for (const line of lines) add(outside, key, line);
    return { outside, tip };
  }

  /** The lines of each journal in the notes of a commit; one that stands in two layouts is put together. */
  async *#notesAt(tip: Oid, ids?: Iterable<RecordId>): AsyncGenerator<{ id: RecordId; lines: Line[] }> {
    const { notes } = this.#sources;
    const found = await notes.find(tip, ids);
    found.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
    let current: { readonly id: RecordId; readonly lines: Line[] } | undefined;
    for await (const { note, data } of notes.contents(found)) {
      if (current?.id !== note.id) {
        if (current !== undefined) yield current;
        current = { id: note.id, lines: [] };
      }
      for (const text of splitLines(data)) current.lines.push({ text, pending: false });
    }
    if (current !== undefined) yield current;
  }
}

/** What the notes of a commit give. */
interface Noted {
  readonly records: Map<RecordId, WorktreeRecord>;
  readonly kept: LinesById;
  readonly illegible: ReadonlySet<RecordId>;
}

const nothing = (): Noted => ({ records: new Map(), kept: new Map(), illegible: new Set() });

const isSame = (one: Line, other: Line | undefined): boolean =>
  one.text === other?.text && one.pending === other.pending;

function add(lines: LinesById, id: RecordId, text: string): void {
  const line: Line = { text, pending: true };
  const known = lines.get(id);
  if (known === undefined) lines.set(id, [line]);
  else known.push(line);
}
