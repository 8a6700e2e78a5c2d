import type { FaultKind, When } from "../faults/plan.js";
import type { Random } from "../races/random.js";
import type { Case } from "./case.js";
import type { Walked } from "./walked.js";

interface Kind {
  readonly kind: FaultKind;
  readonly when: When;
  readonly real: boolean;
  /** One of so many steps gets it. */
  readonly oneOf: number;
}

/** What a git that is started may meet besides. */
const ofGit: readonly Kind[] = [
  { kind: "kill", when: "after", real: false, oneOf: 1 },
  { kind: "fail", when: "after", real: false, oneOf: 1 },
  { kind: "cut", when: "before", real: false, oneOf: 1 },
  { kind: "hang", when: "before", real: false, oneOf: 1 },
  { kind: "hang", when: "before", real: true, oneOf: 16 },
];
/** The same with real signals, here and there. */
const ofAny: readonly Kind[] = [
  { kind: "kill", when: "before", real: true, oneOf: 60 },
  { kind: "hang", when: "before", real: true, oneOf: 120 },
];
/** What a git that writes meets in its middle. */
const ofWriting: readonly Kind[] = (["cut", "fail", "space"] as const).map((kind) => ({
  kind,
  when: "opening",
  real: false,
  oneOf: 1,
}));
/** What one meets that may lay files into a worktree. */
const ofLaying: readonly Kind[] = ofWriting.map((kind) => ({ ...kind, when: "amid" }));
const laying = /^git (?:checkout|cherry-pick|merge|read-tree|rebase|reset|restore|stash|switch|worktree) /;

/** A case in words, as a loss names it. */
export const nameOf = (operation: string, { fault, real }: Case, labels: readonly string[]): string =>
  fault === undefined
    ? operation
    : `${operation}: ${real ? "real " : ""}${fault.kind} ${fault.when} step ${fault.step}, ${labels[fault.step - 1] ?? ""}`;

/**
 * Which faults an operation's steps meet: first it is killed at each, then each fails or meets a full disk, and what a kill
 * leaves is brought to its end in the other ways, too; then there is what else may happen.
 * @param most so many at most, chosen by the seed from all of them
 */
export function casesOf({ labels, allocating }: Walked, random: Random, most: number | undefined): Case[][] {
  const turns: [Case[], Case[], Case[]] = [[], [], []];
  const [first, second, third] = turns;
  for (const [at, label] of labels.entries()) {
    const step = at + 1;
    const kill = { fault: { kind: "kill", when: "before", step }, real: false } as const;
    first.push({ ...kill, caught: "one way" });
    if (most === undefined) second.push({ ...kill, caught: "all ways" });
    const kinds = allocating.has(step) ? (["fail", "space"] as const) : (["fail"] as const);
    const chosen = random.pick(kinds);
    for (const kind of kinds)
      (kind === chosen ? second : third).push({ fault: { kind, when: "before", step }, real: false });
    for (const { kind, when, real, oneOf } of othersAt(label, allocating.has(step)))
      if (random.below(oneOf) === 0) third.push({ fault: { kind, when, step }, real });
  }
  if (most === undefined) return turns.map((cases) => inAnyOrder(cases, random));
  const cases = turns.flat();
  return [random.some(cases.length, most).flatMap((number) => cases[number - 1] ?? [])];
}

function othersAt(label: string, writes: boolean): readonly Kind[] {
  if (label.startsWith("run ")) return [...ofGit, ...ofAny];
  if (!label.startsWith("git ")) return ofAny;
  return [
    ...ofGit,
    ...ofAny,
    ...(writes ? ofWriting : []),
    ...(writes && laying.test(`${label} `) ? ofLaying : []),
  ];
}

const inAnyOrder = <T>(all: readonly T[], random: Random): T[] =>
  random.shuffled(all.length).flatMap((number) => all[number - 1] ?? []);

/** The same for the Action, which is always a process of its own. */
export function cyclesOf({ labels, allocating }: Walked, random: Random, most: number | undefined): Case[][] {
  const [first, second]: [Case[], Case[]] = [[], []];
  const real = (kind: FaultKind, when: When, step: number): Case => ({
    fault: { kind, when, step },
    real: true,
  });
  for (const [at, label] of labels.entries()) {
    const step = at + 1;
    first.push({ ...real("kill", "before", step), caught: "one way" });
    if (most === undefined) second.push(real("kill", "before", step));
    second.push(real("fail", "before", step));
    if (allocating.has(step)) second.push(real("space", "before", step));
    if (!/^(?:git|ask|tell) /.test(label)) continue;
    second.push(real("kill", "after", step), real("fail", "after", step), real("hang", "before", step));
    if (label.startsWith("git ") && allocating.has(step)) second.push(real("cut", "opening", step));
  }
  if (most === undefined) return [inAnyOrder(first, random), inAnyOrder(second, random)];
  const cases = [...first, ...second];
  return [random.some(cases.length, most).flatMap((number) => cases[number - 1] ?? [])];
}
