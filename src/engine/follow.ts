import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ArrivalOrder } from "../journal/arrivals.js";
import { Incoming, type IncomingLine } from "../journal/incoming.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type Stamp, stampSchema } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { JournalChanges } from "./journal-changes.js";
import type { StreamedEvent } from "./streamed-event.js";
import { Telling } from "./telling.js";

export interface FollowOptions {
  /**
   * The `entry` of the last event that is known: only what comes after it is told. A stamp alone stands for all events
   * of its entry; `now` for all that have been published so far. Default: everything is told.
   */
  readonly since?: string;
  /** False: ends when everything that was published so far is told. Default true. */
  readonly follow?: boolean;
  /** Ends the stream, without an error. */
  readonly signal?: AbortSignal;
}

/** How often reading fails before it is told that it does. */
const quietFailures = 3;

/**
 * The events that the journals' transitions publish, in the order in which entries came to this clone: each once, and
 * none is missing, whichever process, hook or clone wrote it. Stopped at any event and begun again with `since`, it goes
 * on with the next one.
 *
 * @throws CoppiceError NO_WORKTREE when `since` names no entry of this clone, NOT_A_REPO when the repository goes away,
 * and, where it does not follow, what reading the journals throws
 */
export async function* follow(
  engine: Engine,
  options: FollowOptions = {},
): AsyncGenerator<StreamedEvent, void> {
  const ended = linked(engine.signal, options.signal);
  const changes = new JournalChanges(engine);
  try {
    const source = new EventSource(engine);
    changes.mark();
    await source.look();
    let from = source.placeAfter(options.since);
    for (;;) {
      for (const { place, event } of source.tell()) {
        if (from !== undefined && isUpTo(place, from)) continue;
        from = undefined;
        if (ended.signal.aborted) return;
        yield event;
      }
      if (options.follow === false) return;
      await changes.next(ended.signal);
      if (ended.signal.aborted) return;
      await readAgain(engine, changes, source, ended.signal);
    }
  } finally {
    ended.release();
    changes.close();
  }
}

/** A place in the stream: which entry in the order of arrival, and which of its events. */
interface Place {
  readonly entry: number;
  readonly event: number;
}

const isUpTo = (place: Place, from: Place): boolean =>
  place.entry < from.entry || (place.entry === from.entry && place.event <= from.event);

/** Reads what has changed. What cannot be read just now (a repack, a full disk) is read when it can. */
async function readAgain(
  engine: Engine,
  changes: JournalChanges,
  source: EventSource,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    changes.mark();
    try {
      await source.look();
      return;
    } catch (error) {
      if (signal.aborted) return;
      requireRepository(engine);
      if (!(error instanceof CoppiceError)) throw error;
      failures += 1;
      if (failures === quietFailures)
        engine.report.warn(`${error.message} It is tried again until it works.`);
      await sleep(Math.min(5_000, 50 * 2 ** failures), undefined, { signal }).catch(() => {});
    }
  }
}

/** @throws NOT_A_REPO: every repository has this file, and git replaces it in one step */
function requireRepository({ repo }: Engine): void {
  if (existsSync(join(repo.commonDir, "HEAD"))) return;
  throw new CoppiceError("NOT_A_REPO", "The repository is gone.", {
    suggestedAction: "Follow the one that has taken its place, if there is one.",
  });
}

/** What the journals tell, in the order of arrival. */
class EventSource {
  readonly #incoming: Incoming;
  readonly #order: ArrivalOrder;
  readonly #telling = new Telling();
  /** Lines that were read and whose turn has not come. */
  readonly #lines = new Map<Stamp, IncomingLine>();
  readonly #engine: Engine;
  #next = 0;
  #warned = false;

  constructor(engine: Engine) {
    const { repo, config } = engine;
    this.#engine = engine;
    this.#incoming = new Incoming(repo, config.notesRef);
    this.#order = new ArrivalOrder(join(repo.commonDir, "coppice", "arrivals"), config.notesRef);
  }

  /** Reads what has come and gives it its place. */
  async look(): Promise<void> {
    const came = await this.#read();
    // Nothing is written into what somebody is deleting.
    requireRepository(this.#engine);
    await this.#order.add(came.sort((a, b) => (a < b ? -1 : 1)));
    // Another follower may have seen, and ordered, what came after this one looked.
    const { stamps } = this.#order;
    if (stamps.slice(this.#next).some((stamp) => !this.#lines.has(stamp)))
      await this.#order.add((await this.#read()).sort((a, b) => (a < b ? -1 : 1)));
    const { problem } = this.#order;
    if (problem === undefined || this.#warned) return;
    this.#warned = true;
    this.#engine.report.warn(
      `in which order entries arrive cannot be noted (${problem instanceof Error ? problem.message : String(problem)}): another run may tell them in another order`,
    );
  }

  async #read(): Promise<Stamp[]> {
    const lines = await this.#incoming.look();
    for (const line of lines) this.#lines.set(line.stamp, line);
    return lines.map(({ stamp }) => stamp);
  }

  /** The events of what has come since this was asked last. */
  *tell(): Generator<{ readonly place: Place; readonly event: StreamedEvent }> {
    const { stamps } = this.#order;
    for (; this.#next < stamps.length; this.#next += 1) {
      const stamp = stamps[this.#next];
      const line = stamp === undefined ? undefined : this.#lines.get(stamp);
      // Somebody took it out of the notes since.
      if (stamp === undefined || line === undefined) continue;
      this.#lines.delete(stamp);
      for (const [index, event] of this.#telling.arrive(line).entries())
        yield {
          place: { entry: this.#next, event: index + 1 },
          event: { entry: `${stamp}.${index + 1}`, ...event },
        };
    }
  }

  /**
   * The last place that is known already; undefined: nothing is.
   * @throws CoppiceError NO_WORKTREE when no such entry has arrived
   */
  placeAfter(since: string | undefined): Place | undefined {
    if (since === undefined) return undefined;
    if (since === "now") return { entry: this.#order.stamps.length - 1, event: Number.POSITIVE_INFINITY };
    const [, named, index] = /^([^.]*)(?:\.(\d{1,9}))?$/.exec(since) ?? [];
    const stamp = stampSchema.safeParse(named);
    if (!stamp.success) throw unknownEntry(since, "is not the id of an entry");
    const entry = this.#order.placeOf(stamp.data);
    if (entry === undefined) throw unknownEntry(since, "is not known in this clone");
    return { entry, event: index === undefined ? Number.POSITIVE_INFINITY : Number(index) };
  }
}

const unknownEntry = (since: string, what: string): CoppiceError =>
  new CoppiceError("NO_WORKTREE", `The entry ${JSON.stringify(since.slice(0, 100))} ${what}.`, {
    suggestedAction:
      "Give the `entry` of a line that coppice events printed, or the `t` of one in coppice log --json; coppice sync fetches what other clones journaled.",
  });

/** One signal for two, without a listener that outlives the stream. */
function linked(...signals: readonly (AbortSignal | undefined)[]): {
  readonly signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const signal of signals) {
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort, { once: true });
  }
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) signal?.removeEventListener("abort", abort);
    },
  };
}
