import type { Oid } from "../../lifecycle/ids.js";
import { LimitedNotes } from "../limited-notes.js";
import type { JoinLimits, KeptOut } from "../limits.js";
import { NotesTree } from "../notes.js";
import type { MemoryObjects } from "./objects.js";

/** The notes of a commit that was fetched, byte for byte: what is written goes on from these. */
export class MemoryNotes extends NotesTree {
  /** The same notes as they are read. */
  readonly limited: LimitedNotes;
  #tip: Oid | undefined;

  constructor(ref: string, objects: MemoryObjects, limits: JoinLimits) {
    super(ref, () => objects, "sha1");
    const from = { ref, objects: () => objects, format: "sha1" } as const;
    this.limited = new LimitedNotes(from, limits, () => this.#tip);
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
