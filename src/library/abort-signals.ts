/** What is called when a signal is aborted. */
type Hear = () => void;

/** Everybody who hears one signal: that has one listener, however many operations a program gives it to. */
class Hearers {
  readonly #signal: AbortSignal;
  readonly #hearing = new Set<Hear>();
  readonly #tell = (): void => {
    for (const hear of [...this.#hearing]) hear();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(hear: Hear): () => void {
    if (this.#hearing.size === 0) this.#signal.addEventListener("abort", this.#tell, { once: true });
    this.#hearing.add(hear);
    return () => {
      this.#hearing.delete(hear);
      if (this.#hearing.size === 0) this.#signal.removeEventListener("abort", this.#tell);
    };
  }
}

const known = new WeakMap<AbortSignal, Hearers>();

/**
 * Hears a signal that is not aborted yet. Node warns on the console of a signal with more than ten listeners.
 * @param hear a function of its own for each call
 * @returns what ends that
 */
export function onAbort(signal: AbortSignal, hear: () => void): () => void {
  const hearers = known.get(signal) ?? new Hearers(signal);
  known.set(signal, hearers);
  return hearers.add(hear);
}
