import type { FaultKind, When } from "../faults/plan.js";
import type { Random } from "../races/random.js";
import type { Case } from "./case.js";

const primary = ["kill", "kill", "kill", "fail", "fail", "space"] as const;

interface Kind {
  readonly kind: FaultKind;
  readonly when: When;
  readonly real: boolean;
  /** One of so many steps gets it. */
  readonly oneOf: number;
}

/** What a git that is started may meet besides. After anything else is before what comes next. */
const ofGit: readonly Kind[] = [
  { kind: "kill", when: "after", real: false, oneOf: 2 },
  { kind: "fail", when: "after", real: false, oneOf: 2 },
  { kind: "cut", when: "before", real: false, oneOf: 2 },
  { kind: "hang", when: "before", real: true, oneOf: 8 },
];
/** The same with real signals, here and there. */
const ofAny: readonly Kind[] = [
  { kind: "kill", when: "before", real: true, oneOf: 30 },
  { kind: "hang", when: "before", real: true, oneOf: 60 },
];

/** A case in words, as a loss names it. */
export const nameOf = (operation: string, { fault, real }: Case, labels: readonly string[]): string =>
  fault === undefined
    ? operation
    : `${operation}: ${real ? "real " : ""}${fault.kind} ${fault.when} step ${fault.step}, ${labels[fault.step - 1] ?? ""}`;

/**
 * Which faults an operation's steps meet: first each step one, then git's and the real ones, then each step the others.
 * @param most so many at most, chosen by the seed from all of them
 */
export function casesOf(labels: readonly string[], random: Random, most: number | undefined): Case[][] {
  const [first, second, third]: [Case[], Case[], Case[]] = [[], [], []];
  for (const [at, label] of labels.entries()) {
    const step = at + 1;
    const chosen = random.pick(primary);
    for (const kind of ["kill", "fail", "space"] as const)
      (kind === chosen ? first : third).push({ fault: { kind, when: "before", step }, real: false });
    const runs = label.startsWith("git ") || label.startsWith("run ");
    for (const { kind, when, real, oneOf } of [...(runs ? ofGit : []), ...ofAny])
      if (random.below(oneOf) === 0) second.push({ fault: { kind, when, step }, real });
  }
  if (most === undefined) return [first, second, third];
  const cases = [...first, ...second, ...third];
  return [random.some(cases.length, most).flatMap((number) => cases[number - 1] ?? [])];
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
