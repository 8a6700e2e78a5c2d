import { join } from "node:path";
import { LooseObjects } from "../git/loose-objects.js";
import { ObjectReader } from "../git/objects.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid, RecordId, Stamp } from "../lifecycle/ids.js";
import { decode } from "./entry.js";
import { splitLines } from "./lines.js";
import { LastWritten, lostEntries } from "./lost.js";
import { NotesReader } from "./notes.js";
import { Spool } from "./spool.js";

/** A line of a journal that was not seen before, and which entry it is. */
export interface IncomingLine {
  readonly id: RecordId;
  readonly stamp: Stamp;
  /** Without its line feed. */
  readonly text: string;
}

/**
 * What comes into the journals, from wherever: the spool, the notes ref, what others dropped from it. Only what has
 * changed since the last look is read. What was seen once is not forgotten when it goes: a ref that vanishes, or is
 * rewritten, brings nothing new.
 */
export class Incoming {
  readonly #notes: NotesReader;
  readonly #objects: ObjectReader;
  readonly #spool: Spool;
  readonly #last: LastWritten;
  readonly #texts = new Map<RecordId, Set<string>>();
  readonly #stamps = new Set<Stamp>();
  #tip: Oid | undefined;

  constructor(repo: Repository, ref: string) {
    const { commonDir, objectFormat, refFormat } = repo;
    const home = join(commonDir, "coppice");
    const loose = new LooseObjects({ commonDir, objectFormat, refFormat });
    // A process of its own, which is ended after each look: one that waits for hours would hold packs that are gone.
    this.#objects = new ObjectReader(repo.git, commonDir, { loose });
    this.#notes = new NotesReader({ ...repo, objects: () => this.#objects }, ref);
    this.#spool = new Spool(join(home, "spool"));
    this.#last = new LastWritten(join(home, "last-written"), ref);
  }

  /**
   * The entries that no look has told yet, in no order. Of several lines with one stamp the first that is seen counts.
   * @throws CoppiceError JOURNAL_CORRUPT, GIT_FAILED, TIMEOUT and the system group; the next look tells them all
   */
  async look(): Promise<IncomingLine[]> {
    const found: IncomingLine[] = [];
    try {
      // The spool first, as every reader does: an entry leaves it only after it is in the ref.
      for (const { id, line } of this.#spool.read()) this.#take(id, line, found);
      const written = this.#last.read();
      const tip = await this.#notes.tip();
      for (const [id, lines] of await lostEntries(this.#notes, tip, written))
        for (const line of lines) this.#take(id, line, found);
      if (tip !== undefined && tip !== this.#tip) await this.#readNotes(tip, found);
      this.#tip = tip;
      return found;
    } catch (error) {
      for (const { id, text, stamp } of found) {
        this.#texts.get(id)?.delete(text);
        this.#stamps.delete(stamp);
      }
      throw error;
    } finally {
      await this.#objects.close();
    }
  }

  async #readNotes(tip: Oid, found: IncomingLine[]): Promise<void> {
    for await (const { note, data } of this.#notes.contents(await this.#changed(tip)))
      for (const line of splitLines(data)) this.#take(note.id, line, found);
  }

  /** The notes that are not as they were at the last look; all of them when that commit has been pruned. */
  async #changed(tip: Oid): Promise<Awaited<ReturnType<NotesReader["find"]>>> {
    const before = this.#tip;
    if (before === undefined) return this.#notes.find(tip);
    try {
      return await this.#notes.find(tip, undefined, before);
    } catch (error) {
      if (!(error instanceof CoppiceError) || error.code !== "JOURNAL_CORRUPT") throw error;
      return this.#notes.find(tip);
    }
  }

  #take(id: RecordId, text: string, found: IncomingLine[]): void {
    const texts = this.#texts.get(id) ?? new Set();
    this.#texts.set(id, texts);
    if (texts.has(text)) return;
    const decoded = decode(text);
    if (decoded.kind !== "entry") return;
    const stamp = decoded.entry.t;
    texts.add(text);
    if (this.#stamps.has(stamp)) return;
    this.#stamps.add(stamp);
    found.push({ id, stamp, text });
  }
}
