import { setTimeout as sleep } from "node:timers/promises";

/** Waits, in milliseconds. */
export type Pause = (ms: number) => Promise<void>;

/** A pause that Ctrl-C ends; whoever waited finds out at its next step. */
export const pauseUntil =
  (signal: AbortSignal): Pause =>
  (ms) =>
    sleep(ms, undefined, { signal }).catch(() => {});

/** GitHub recommends at most so many pushes a minute for a repository (repository limits). */
const most = 6;
const windowMs = 60_000;

/** Keeps a run's pushes apart. */
export class Pace {
  readonly #now: () => number;
  readonly #pause: Pause;
  readonly #turns: number[] = [];

  /** @param now milliseconds of any clock */
  constructor(pause: Pause, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#pause = pause;
  }

  /** Returns when the next push may be made, and counts it. */
  async turn(): Promise<void> {
    const first = this.#turns.length < most ? undefined : this.#turns.shift();
    if (first !== undefined) {
      const early = first + windowMs - this.#now();
      if (early > 0) await this.#pause(early);
    }
    this.#turns.push(this.#now());
  }
}
