import type { Oid, RecordId } from "../../lifecycle/ids.js";
import { cutLines, type JoinLimits, type KeptOut, linesOf } from "../limits.js";
import { type NoteAt, NotesTree } from "../notes.js";
import type { MemoryObjects } from "./objects.js";

/** The notes of a commit that was fetched, byte for byte: what is written goes on from these. */
export class MemoryNotes extends NotesTree {
  /** The same notes as they are read: of what exceeds the limits, nothing or the earliest lines. */
  readonly limited: LimitedNotes;
  #tip: Oid | undefined;

  constructor(ref: string, objects: MemoryObjects, limits: JoinLimits) {
    super(ref, () => objects, "sha1");
    this.limited = new LimitedNotes(ref, objects, limits, () => this.#tip);
  }

  async tip(): Promise<Oid | undefined> {
    return this.#tip;
  }

  get keptOut(): readonly KeptOut[] {
    return [...this.limited.keptOut].map(([id, reason]) => ({ id, reason }));
  }

  /** @returns whether it was elsewhere before */
  moveTo(tip: Oid | undefined): boolean {
    const moved = tip !== this.#tip;
    this.#tip = tip;
    if (moved) this.limited.keptOut.clear();
    return moved;
  }
}

class LimitedNotes extends NotesTree {
  readonly keptOut = new Map<RecordId, KeptOut["reason"]>();
  readonly #limits: JoinLimits;
  readonly #tip: () => Oid | undefined;

  constructor(ref: string, objects: MemoryObjects, limits: JoinLimits, tip: () => Oid | undefined) {
    super(ref, () => objects, "sha1");
    this.#limits = limits;
    this.#tip = tip;
  }

  async tip(): Promise<Oid | undefined> {
    return this.#tip();
  }

  override async *contents(notes: readonly NoteAt[]): AsyncGenerator<{ note: NoteAt; data: Buffer }> {
    for await (const { note, data } of super.contents(notes)) {
      const { id } = note;
      if (data.length > this.#limits.noteBytes) {
        this.keptOut.set(id, "too large");
        continue;
      }
      // A line has a byte and a line feed at least: most notes need not be looked into.
      const lines = data.length > this.#limits.entries * 2 ? linesOf(data) : undefined;
      if (lines === undefined || !cutLines(id, lines, this.#limits.entries)) {
        yield { note, data };
        continue;
      }
      this.keptOut.set(id, "too many entries");
      const kept = [...lines.values()].flatMap((line) => [line, Buffer.from("\n")]);
      yield { note, data: Buffer.concat(kept) };
    }
  }
}
