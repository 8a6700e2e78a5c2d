import { randomBytes } from "node:crypto";
import { type Actor, type Entry, entrySchema } from "../lifecycle/entry.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { RecordId, Stamp } from "../lifecycle/ids.js";
import { illFormed } from "../lifecycle/ill-formed.js";
import type { HybridClock } from "./clock.js";
import { encode, maxLineBytes } from "./entry.js";
import { fitEntry, fitEvent } from "./fit.js";
import type { JournalHead } from "./fold.js";
import { type ObjectFormat, recordIdOf } from "./id.js";

/** An entry and its line, line feed included. */
interface Made {
  readonly entry: Entry;
  readonly line: string;
}

/** Makes entries of events: stamped, fitted, and checked against the schema before anybody sees them. */
export class EntryMaker {
  readonly #clock: HybridClock;
  readonly #roots: readonly string[];
  /** The last stamp of each journal that this process has seen. */
  readonly #seen = new Map<RecordId, Stamp>();

  /** @param roots directories whose inside error messages may name */
  constructor(clock: HybridClock, roots: readonly string[] = []) {
    this.#clock = clock;
    this.#roots = roots;
  }

  /** The first entry of a journal, which gives the new record its id. It sorts behind `after`. */
  first(
    event: LifecycleEventInput,
    by: Actor,
    format: ObjectFormat,
    after?: Stamp,
  ): Made & { readonly id: RecordId } {
    const made = this.#make(event, by, { after, nonce: randomBytes(16).toString("hex") });
    const id = recordIdOf(made.line, format);
    this.#saw(id, made.entry.t);
    return { id, ...made };
  }

  /** An entry that sorts behind everything that was seen of a journal, and behind `after`. */
  next(id: RecordId, event: LifecycleEventInput, by: Actor, after?: Stamp): Made {
    const seen = this.#seen.get(id);
    const last = after === undefined || (seen !== undefined && seen > after) ? seen : after;
    const made = this.#make(event, by, { after: last });
    this.#saw(id, made.entry.t);
    return made;
  }

  /** Remembers what a new entry of a journal has to follow. */
  saw({ id, lastStamp }: JournalHead): void {
    if (lastStamp !== undefined) this.#saw(id, lastStamp);
  }

  #saw(id: RecordId, stamp: Stamp): void {
    const known = this.#seen.get(id);
    if (known === undefined || known < stamp) this.#seen.set(id, stamp);
  }

  #make(
    event: LifecycleEventInput,
    by: Actor,
    { after, nonce }: { after?: Stamp | undefined; nonce?: string },
  ): Made {
    const parsed = entrySchema.safeParse({
      t: this.#clock.next(after),
      v: 1,
      at: new Date(this.#clock.now()).toISOString(),
      by,
      ...(nonce === undefined ? {} : { nonce }),
      event: fitEvent(event, this.#roots),
    });
    if (!parsed.success) throw notWellFormed(event, illFormed(parsed.error.issues));
    const entry = fitEntry(parsed.data);
    const line = encode(entry);
    if (Buffer.byteLength(line, "utf8") > maxLineBytes) {
      throw notWellFormed(event, "it is too long");
    }
    return { entry, line };
  }
}

function notWellFormed(event: LifecycleEventInput, reason: string): CoppiceError {
  return new CoppiceError("INVALID_STATE", `This ${event.type} cannot be journaled: ${reason}.`, {
    details: { event: event.type, reason },
    recoverable: false,
    suggestedAction: "Give it another value, then run the command again.",
  });
}
