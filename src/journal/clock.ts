import { randomBytes } from "node:crypto";
import { CoppiceError } from "../lifecycle/errors.js";
import { type Stamp, stampSchema } from "../lifecycle/ids.js";

/** A stamp's time: milliseconds, and a counter that orders what happened within one of them. */
interface Moment {
  readonly ms: number;
  readonly counter: number;
}

const maxCounter = 0xffff;
/** 9999-12-31T23:59:59.999Z, the last moment that an entry's `at` can name. A later stamp is not readable. */
export const lastMillisecond = 253_402_300_799_999;
/** How far ahead of this machine's clock a stamp may be and still pull along the stamps of other records. */
const trustedLeadMs = 24 * 60 * 60 * 1000;

const momentOf = (stamp: Stamp): Moment => ({
  ms: Number.parseInt(stamp.slice(0, 12), 16),
  counter: Number.parseInt(stamp.slice(12, 16), 16),
});

const isAfter = (a: Moment, b: Moment): boolean => a.ms > b.ms || (a.ms === b.ms && a.counter > b.counter);

const successor = ({ ms, counter }: Moment): Moment =>
  counter < maxCounter ? { ms, counter: counter + 1 } : { ms: ms + 1, counter: 0 };

/** Whether a stamp's time is one that an entry may carry. */
export const isReadableStamp = (stamp: Stamp): boolean => momentOf(stamp).ms <= lastMillisecond;

const suffixBytes = 8;
let random = Buffer.alloc(0);

/** 16 random hex digits. Bytes are asked for many at a time: each question costs more than a stamp does. */
function suffix(): string {
  if (random.length < suffixBytes) random = randomBytes(suffixBytes * 128);
  const digits = random.toString("hex", 0, suffixBytes);
  random = random.subarray(suffixBytes);
  return digits;
}

/** Whether an entry can follow one with this stamp. */
export const canBeFollowed = (stamp: Stamp): boolean => successor(momentOf(stamp)).ms <= lastMillisecond;

/** What the clock takes from outside. */
export interface ClockSources {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** 16 hex digits that make a stamp unique. */
  readonly suffix: () => string;
}

/**
 * A hybrid logical clock: real time where real time moves on, a counter where it stands still or falls back.
 * Its stamps only ever grow, and each is greater than the one it is told to follow.
 *
 * A stamp far ahead of real time (a clone with a wrong clock, or somebody's bad intent) is followed in its own
 * journal, because an entry must sort behind what its writer had read; it does not pull along other journals.
 */
export class HybridClock {
  #last: Moment = { ms: 0, counter: 0 };
  readonly #sources: ClockSources;

  constructor(sources: Partial<ClockSources> = {}) {
    this.#sources = { now: Date.now, suffix, ...sources };
  }

  /** Milliseconds since 1970, from the same source as the stamps; within what an entry can name. */
  now(): number {
    return Math.min(Math.max(0, Math.trunc(this.#sources.now())), lastMillisecond);
  }

  /**
   * A new stamp, greater than every stamp before it and than `after`.
   * @throws CoppiceError JOURNAL_CORRUPT when `after` is so late that nothing can follow it
   */
  next(after?: Stamp): Stamp {
    const now = this.now();
    let moment: Moment = { ms: now, counter: 0 };
    if (!isAfter(moment, this.#last)) moment = successor(this.#last);
    const shown = after === undefined ? undefined : momentOf(after);
    if (shown !== undefined && !isAfter(moment, shown)) {
      moment = successor(shown);
      if (moment.ms > lastMillisecond) {
        throw new CoppiceError("JOURNAL_CORRUPT", "The journal ends in the year 9999: no entry can follow.", {
          details: { reason: `last stamp ${after}` },
          suggestedAction: "coppice doctor names the entry.",
        });
      }
      if (shown.ms <= now + trustedLeadMs) this.#last = moment;
    } else {
      this.#last = moment;
    }
    const time = moment.ms.toString(16).padStart(12, "0");
    const counter = moment.counter.toString(16).padStart(4, "0");
    return stampSchema.parse(`${time}${counter}-${this.#sources.suffix()}`);
  }
}
