import type { Loss, Row } from "../section.js";
import type { Case, CaseResult } from "./case.js";

/** What came of the faults in one operation. */
export class Tally {
  readonly losses: Loss[] = [];
  readonly #operation: string;
  readonly #steps: number;
  readonly #struck = new Set<number>();
  readonly #ended = { completed: 0, refused: 0, died: 0 };
  #recovered = 0;

  constructor(operation: string, steps: number) {
    this.#operation = operation;
    this.#steps = steps;
  }

  get injected(): number {
    const { completed, refused, died } = this.#ended;
    return completed + refused + died;
  }

  add({ fault }: Case, { ended, recovered, losses }: CaseResult): void {
    this.losses.push(...losses);
    if (ended === "unreached") return;
    if (fault !== undefined) this.#struck.add(fault.step);
    this.#ended[ended] += 1;
    if (recovered) this.#recovered += 1;
  }

  get row(): Row {
    return {
      operation: this.#operation,
      steps: this.#steps,
      struck: this.#struck.size,
      injected: this.injected,
      completed: this.#ended.completed,
      "refused with a code": this.#ended.refused,
      died: this.#ended.died,
      recovered: this.#recovered,
      losses: this.losses.length,
    };
  }
}
