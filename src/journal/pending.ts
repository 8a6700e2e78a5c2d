import type { Oid, RecordId } from "../lifecycle/ids.js";
import { splitLines } from "./lines.js";
import type { NotesTree } from "./notes.js";
import type { Additions } from "./plan.js";
import type { JournalView } from "./view.js";

/** Lines of journals that are in no commit yet, kept in memory. */
export class PendingLines {
  readonly #lines = new Map<RecordId, readonly string[]>();

  /** How many records have some. */
  get size(): number {
    return this.#lines.size;
  }

  /** @param line with or without its line feed */
  add(id: RecordId, line: string): void {
    this.#lines.set(id, [...(this.#lines.get(id) ?? []), line.trimEnd()]);
  }

  /** Adds what the notes of another commit have and the view has not. */
  async addMissing(view: JournalView, notes: NotesTree, other: Oid, tip: Oid | undefined): Promise<number> {
    const found = other === tip ? [] : await notes.find(other, undefined, tip);
    let added = 0;
    for await (const { note, data } of notes.contents(found)) {
      const known = new Set((await view.read(note.id))?.entries.map(({ line }) => line));
      const missing = splitLines(data).filter((line) => !known.has(line));
      for (const line of missing) this.add(note.id, line);
      added += missing.length;
    }
    view.forget();
    return added;
  }

  /** All lines as they are now. */
  taken(): Additions {
    return new Map(this.#lines);
  }

  /** Forgets lines that were taken before: they are in a commit. Those that came since stay. */
  settle(additions: Additions): void {
    for (const [id, lines] of additions) {
      const left = (this.#lines.get(id) ?? []).slice(lines.length);
      if (left.length > 0) this.#lines.set(id, left);
      else this.#lines.delete(id);
    }
  }

  clear(): void {
    this.#lines.clear();
  }

  /** The lines of one record or of all, as a spool tells them. */
  read(id?: RecordId): { id: RecordId; line: string }[] {
    const all = id === undefined ? [...this.#lines] : [[id, this.#lines.get(id) ?? []] as const];
    return all.flatMap(([key, lines]) => lines.map((line) => ({ id: key, line })));
  }
}
