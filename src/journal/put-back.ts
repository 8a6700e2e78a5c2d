import { join } from "node:path";
import type { Repository } from "../git/repository.js";
import type { RecordId } from "../lifecycle/ids.js";
import { commitLines } from "./group-commit.js";
import { acquireLock } from "./lock.js";
import { LastWritten, lostEntries } from "./lost.js";
import { NotesReader } from "./notes.js";
import { flushing, flushTimeout, flushWaitMs } from "./store.js";

/** What Coppice had brought into the notes, and somebody has removed there, or with the ref as a whole. */
export class DroppedEntries {
  readonly #repo: Repository;
  readonly #ref: string;
  readonly #notes: NotesReader;
  readonly #last: LastWritten;

  constructor(repo: Repository, ref: string) {
    this.#repo = repo;
    this.#ref = ref;
    this.#notes = new NotesReader(repo, ref);
    this.#last = new LastWritten(join(repo.commonDir, "coppice", "last-written"), ref);
  }

  /** Their lines, by record. */
  async find(): Promise<ReadonlyMap<RecordId, readonly string[]>> {
    // First this: what somebody writes meanwhile has dropped nothing.
    const written = this.#last.read();
    return lostEntries(this.#notes, await this.#notes.tip(), written);
  }

  /**
   * Puts them back, as everything does that is written.
   * @param now milliseconds since 1970
   * @throws CoppiceError GIT_FAILED, TIMEOUT, JOURNAL_CORRUPT and the system group; nothing has changed then
   */
  async putBack(now: number): Promise<void> {
    const home = join(this.#repo.commonDir, "coppice");
    const lock = await acquireLock(join(home, "flush.lock"), { purpose: flushing, waitMs: flushWaitMs });
    if ("heldBy" in lock) throw flushTimeout();
    try {
      const last = this.#last.read();
      const written = await commitLines(this.#repo, this.#ref, this.#notes, new Map(), last, now);
      if (written !== undefined) this.#last.write(written);
    } finally {
      lock.release();
    }
  }
}
