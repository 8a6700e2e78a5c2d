/** Numbers that a seed decides. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0 || 1;
  }

  /** From 0 to below `limit`. */
  below(limit: number): number {
    // xorshift32
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % Math.max(1, limit);
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  }

  /** The numbers from 1 to `last` in some order, or as many of them as are wanted. */
  shuffled(last: number, wanted = last): number[] {
    const all = Array.from({ length: last }, (_, index) => index + 1);
    for (let at = all.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [all[at], all[other]] = [all[other] ?? 0, all[at] ?? 0];
    }
    return all.slice(0, wanted);
  }

  /** Some of the numbers from 1 to `last`, in their order. */
  some(last: number, wanted: number): number[] {
    return this.shuffled(last, wanted).sort((one, other) => one - other);
  }
}
