import type { Oid, RecordId } from "../lifecycle/ids.js";
import type { ObjectFormat } from "./id.js";
import { comingLines, type JoinLimits, type KeptOut, tooLarge } from "./limits.js";
import { bytesById, type NoteAt, type NotesObjects, NotesTree } from "./notes.js";

/** Notes of a commit that others wrote, as they are read: of what exceeds the limits, nothing or the earliest lines. */
export class LimitedNotes extends NotesTree {
  readonly keptOut = new Map<RecordId, KeptOut["reason"]>();
  readonly #limits: JoinLimits;
  readonly #tip: () => Oid | undefined;

  constructor(
    from: { readonly ref: string; readonly objects: () => NotesObjects; readonly format: ObjectFormat },
    limits: JoinLimits,
    tip: () => Oid | undefined,
  ) {
    super(from.ref, from.objects, from.format);
    this.#limits = limits;
    this.#tip = tip;
  }

  async tip(): Promise<Oid | undefined> {
    return this.#tip();
  }

  override async *contents(notes: readonly NoteAt[]): AsyncGenerator<{ note: NoteAt; data: Buffer }> {
    const sized = await this.sizesOf(notes);
    const large = tooLarge(bytesById(sized), this.#limits);
    for (const id of large) this.keptOut.set(id, "too large");
    for await (const { note, data } of this.contentsOf(sized.filter(({ note: { id } }) => !large.has(id)))) {
      const { id } = note;
      if (data.length > this.#limits.noteBytes) {
        this.keptOut.set(id, "too large");
        continue;
      }
      // A line has a byte and a line feed at least: most notes need not be looked into.
      const mayBeMany = data.length > this.#limits.entries * 2;
      const coming = mayBeMany ? comingLines(id, data, new Map(), this.#limits.entries) : undefined;
      if (coming?.cut !== true) {
        yield { note, data };
        continue;
      }
      this.keptOut.set(id, "too many entries");
      const kept = [...coming.lines.values()].flatMap((line) => [line, Buffer.from("\n")]);
      yield { note, data: Buffer.concat(kept) };
    }
  }
}
