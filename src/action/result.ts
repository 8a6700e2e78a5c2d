import type { Checked } from "../engine/hosted/check.js";
import type { Outcome, Report, Row } from "../engine/hosted/model.js";
import type { CoppiceError } from "../lifecycle/errors.js";

/** Everything that a run has to tell. */
export interface Result {
  readonly dryRun: boolean;
  /** Undefined: nothing but checks was asked for, or nothing at all. */
  readonly report: Report | undefined;
  readonly checked: readonly Checked[];
  /** What was not done and why, a sentence each. */
  readonly notes: readonly string[];
  /** What went wrong and concerns no single branch, whoever met it. */
  readonly problems: readonly CoppiceError[];
}

export const rowsOf = ({ report }: Result): readonly Row[] => report?.rows ?? [];

export const rowsBy = (result: Result, outcome: Outcome): Row[] =>
  rowsOf(result).filter((row) => row.outcome === outcome);

/** How the outcomes are told in running text, in the order in which they matter to a reader. */
export const outcomeWords: Readonly<Record<Outcome, string>> = {
  conflicted: "conflicted",
  refused: "refused",
  raced: "raced",
  merged: "merged",
  proposed: "proposed",
  "already-landed": "already landed",
  reconciled: "reconciled",
  pruned: "pruned",
  marked: "marked as stale",
  waiting: "waiting",
  kept: "kept",
};

const isOutcome = (name: string): name is Outcome => Object.hasOwn(outcomeWords, name);
export const outcomes: readonly Outcome[] = Object.keys(outcomeWords).filter(isOutcome);

/** `3 merged, 1 conflicted`; not a word of what there is none of. */
export function countsText(result: Result): string {
  const counts = outcomes.flatMap((outcome) => {
    const count = rowsBy(result, outcome).length;
    return count === 0 ? [] : [`${count} ${outcomeWords[outcome]}`];
  });
  if (result.checked.length > 0) counts.push(`${result.checked.length} checked`);
  if (counts.length > 0) return counts.join(", ");
  return result.problems.length > 0 ? "failed" : "nothing to do";
}
