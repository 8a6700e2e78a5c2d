import type { FaultKind, When } from "../faults/plan.js";
import type { Random } from "../races/random.js";
import type { Case } from "./case.js";

interface Kind {
  readonly kind: FaultKind;
  readonly when: When;
  readonly real: boolean;
  /** One of so many steps gets it. */
  readonly oneOf: number;
  /** Only where a git runs. */
  readonly git: boolean;
}

const kinds: readonly Kind[] = [
  { kind: "kill", when: "before", real: false, oneOf: 1, git: false },
  { kind: "fail", when: "before", real: false, oneOf: 1, git: false },
  { kind: "space", when: "before", real: false, oneOf: 2, git: false },
  // After anything else is before what comes next.
  { kind: "kill", when: "after", real: false, oneOf: 1, git: true },
  { kind: "fail", when: "after", real: false, oneOf: 1, git: true },
  { kind: "cut", when: "before", real: false, oneOf: 1, git: true },
  { kind: "kill", when: "before", real: true, oneOf: 12, git: false },
  { kind: "hang", when: "before", real: true, oneOf: 12, git: false },
  { kind: "hang", when: "before", real: true, oneOf: 4, git: true },
];
/** A case in words, as a loss names it. */
export const nameOf = (operation: string, { fault, real }: Case, labels: readonly string[]): string =>
  fault === undefined
    ? operation
    : `${operation}: ${real ? "real " : ""}${fault.kind} ${fault.when} step ${fault.step}, ${labels[fault.step - 1] ?? ""}`;

/**
 * Which faults an operation's steps meet.
 * @param most so many at most, chosen by the seed
 */
export function casesOf(labels: readonly string[], random: Random, most: number | undefined): Case[] {
  const cases: Case[] = [];
  for (const { kind, when, real, oneOf, git } of kinds) {
    for (const [at, label] of labels.entries()) {
      if (git && !label.startsWith("git ") && !label.startsWith("run ")) continue;
      if (random.below(oneOf) === 0) cases.push({ fault: { kind, when, step: at + 1 }, real });
    }
  }
  if (most === undefined) return cases;
  return random.some(cases.length, most).flatMap((number) => cases[number - 1] ?? []);
}

/** The same for the Action, which is always a process of its own. */
export function cyclesOf(labels: readonly string[], random: Random, most: number | undefined): Case[] {
  const cases = labels.flatMap((label, at): Case[] => {
    const outside = /^(?:git|ask|tell) /.test(label);
    const kill = { fault: { kind: "kill", when: "before", step: at + 1 }, real: true } as const;
    if (!outside) return [kill];
    return [
      kill,
      { fault: { kind: "fail", when: "before", step: at + 1 }, real: true },
      { fault: { kind: "kill", when: "after", step: at + 1 }, real: true },
      { fault: { kind: "hang", when: "before", step: at + 1 }, real: true },
    ];
  });
  if (most === undefined) return cases;
  return random.some(cases.length, most).flatMap((number) => cases[number - 1] ?? []);
}
