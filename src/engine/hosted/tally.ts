import { CoppiceError } from "../../lifecycle/errors.js";
import type { HostedRun, Report, Row } from "./model.js";
import type { PushEnd } from "./remote.js";
import type { Asked } from "./state.js";

/** What a run has done so far, until it is reported. */
export class Tally {
  readonly #run: HostedRun;
  readonly #operation: Report["operation"];
  readonly #rows = new Map<string, Row>();
  readonly #warnings = new Set<string>();
  readonly #problems: CoppiceError[] = [];

  constructor(run: HostedRun, operation: Report["operation"]) {
    this.#run = run;
    this.#operation = operation;
  }

  /**
   * A branch that is told of twice is told of by the later row; the state before is the first one's. That it stays, or is
   * marked, does not hide what became of it before.
   */
  rows(rows: readonly Row[]): void {
    for (const row of rows) {
      const known = this.#rows.get(row.branch);
      if (known === undefined) this.#rows.set(row.branch, row);
      else if (row.outcome === "refused" && hasLanded(known))
        this.#rows.set(row.branch, { ...known, reason: row.reason ?? known.reason });
      else if (weight(row) >= weight(known)) this.#rows.set(row.branch, { ...row, before: known.before });
    }
  }

  warn(sentence: string): void {
    this.#warnings.add(sentence);
  }

  problem(error: CoppiceError): void {
    if (this.#problems.every(({ message }) => message !== error.message)) this.#problems.push(error);
  }

  /** What the forge did not answer: whatever depends on it was left as it is. */
  asked({ gaps, failure }: Asked): void {
    for (const gap of gaps) this.warn(gap);
    if (failure !== undefined) this.problem(failure);
  }

  /** How a push of journals alone ended. */
  end(end: PushEnd): void {
    if (end.kind === "done") return;
    this.problem(
      new CoppiceError(
        "PUSH_REJECTED",
        end.kind === "moved"
          ? "Others wrote the journals again and again; what happened here is not recorded yet."
          : "The remote did not take the journals.",
        {
          details: end.kind === "refused" ? { output: end.why.output } : { reason: "others keep moving it" },
          suggestedAction:
            end.kind === "refused"
              ? end.why.sentence
              : "Nothing is lost: the next run finds it out again and records it.",
        },
      ),
    );
  }

  report(): Report {
    const { settings, remote, forge } = this.#run;
    return {
      operation: this.#operation,
      dryRun: settings.dryRun,
      rows: [...this.#rows.values()].sort((a, b) => (a.branch < b.branch ? -1 : 1)),
      warnings: [...this.#warnings],
      problems: this.#problems,
      pushes: remote.pushes,
      requests: forge.requests,
    };
  }
}

/** That its branch could not be deleted takes nothing of it back. */
const hasLanded = ({ outcome }: Row): boolean => outcome === "merged" || outcome === "already-landed";

function weight({ outcome }: Row): number {
  if (outcome === "waiting" || outcome === "kept") return 0;
  return outcome === "marked" || outcome === "reconciled" ? 1 : 2;
}
