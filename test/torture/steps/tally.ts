import type { Loss, Row } from "../section.js";
import type { Case, CaseResult } from "./case.js";

/** What came of the faults in one operation. */
export class Tally {
  readonly losses: Loss[] = [];
  readonly #operation: string;
  readonly #steps: number | undefined;
  readonly #planned: number;
  readonly #struck = new Set<number>();
  readonly #ended = { completed: 0, refused: 0, died: 0 };
  #recovered = 0;
  #tried = 0;

  /**
   * @param steps undefined: there was no time to count them
   * @param planned how many faults there is to be time for
   */
  constructor(operation: string, steps: number | undefined, planned: number) {
    this.#operation = operation;
    this.#steps = steps;
    this.#planned = planned;
  }

  get injected(): number {
    const { completed, refused, died } = this.#ended;
    return completed + refused + died;
  }

  add({ fault }: Case, { ended, recovered, losses }: CaseResult): void {
    this.losses.push(...losses);
    this.#tried += 1;
    if (ended === "unreached") return;
    if (fault !== undefined) this.#struck.add(fault.step);
    this.#ended[ended] += 1;
    if (recovered) this.#recovered += 1;
  }

  get row(): Row {
    return {
      operation: this.#operation,
      steps: this.#steps ?? "?",
      struck: this.#struck.size,
      "not struck": this.#steps === undefined ? "?" : Math.max(0, this.#steps - this.#struck.size),
      faults: this.injected,
      "no time for": this.#planned - this.#tried,
      completed: this.#ended.completed,
      "refused with a code": this.#ended.refused,
      died: this.#ended.died,
      recovered: this.#recovered,
      losses: this.losses.length,
    };
  }
}
