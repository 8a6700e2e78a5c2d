import type { Loss, Row } from "../section.js";
import type { Interleaved } from "./interleave.js";
import type { Verdict } from "./judge.js";

/** What came of the interleavings of one pair. */
export class Score {
  readonly losses: Loss[] = [];
  readonly #pair: string;
  readonly #verdicts = new Map<Verdict, number>();
  #tried = 0;
  #both = 0;
  #waited = 0;

  constructor(pair: string) {
    this.#pair = pair;
  }

  get tried(): number {
    return this.#tried;
  }

  /** @param verdict seen from the order in which the pair is named */
  add(verdict: Verdict, { one, other, waited }: Interleaved, losses: readonly Loss[]): void {
    this.#tried += 1;
    if (one.done && other.done) this.#both += 1;
    if (waited) this.#waited += 1;
    this.#verdicts.set(verdict, this.#count(verdict) + 1);
    this.losses.push(...losses);
  }

  row(): Row {
    return {
      "A | B": this.#tried === 0 ? `${this.#pair}: no time` : this.#pair,
      tried: this.#tried,
      "both done": this.#both,
      "one refused": this.#tried - this.#both,
      waited: this.#waited,
      "as A;B": this.#count("forward"),
      "as B;A": this.#count("backward"),
      "as one alone": this.#count("alone"),
      "as A in part": this.#count("part"),
      "one ended": this.#count("cut"),
      "as none": this.#count("nothing"),
      losses: this.losses.length,
    };
  }

  #count(verdict: Verdict): number {
    return this.#verdicts.get(verdict) ?? 0;
  }
}
