import type { Oid, RecordId } from "../lifecycle/ids.js";
import type { ObjectFormat } from "./id.js";
import { cutLines, type JoinLimits, type KeptOut, linesOf } from "./limits.js";
import { type NoteAt, type NotesObjects, NotesTree } from "./notes.js";

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
