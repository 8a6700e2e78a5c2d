import { conditionTexts } from "./conditions.js";
import { operationSchema, transitionTypes } from "./events.js";
import { type GuardName, guards, guardTexts } from "./guards.js";
import { type Transition, transitions } from "./machine.js";
import { type StateProperties, type Status, stateProperties, statuses } from "./states.js";
import type { Source } from "./table.js";

/** The machine as plain data, for tools. */
export interface MachineDocument {
  readonly version: 1;
  readonly states: readonly ({ readonly name: Status } & StateProperties)[];
  readonly events: readonly string[];
  readonly guards: readonly {
    readonly name: string;
    readonly holds: string;
    readonly requires: readonly string[];
  }[];
  readonly transitions: readonly {
    readonly row: string;
    readonly from: Source;
    readonly event: string;
    /** What the entry and the record must say. */
    readonly conditions: readonly string[];
    /** What the facts must say. */
    readonly guard: string | null;
    readonly effects: readonly { readonly type: string; readonly note: string | null }[];
    readonly effectsFirst: boolean;
    /** One state; or for RETRY one for each operation that can have failed. */
    readonly to: Status | Readonly<Record<string, Status>>;
  }[];
}

const guardNames = (): readonly GuardName[] =>
  Object.keys(guards).filter((name): name is GuardName => Object.hasOwn(guards, name));

/** The machine as JSON prints it. */
export const machineJson = (): MachineDocument => ({
  version: 1,
  states: statuses.map((name) => ({ name, ...stateProperties(name) })),
  events: transitionTypes,
  guards: guardNames().map((name) => ({ name, holds: guardTexts[name], requires: guards[name] })),
  transitions: transitions().map(({ number, from, event, when, guard, effects, effectsFirst, to }) => ({
    row: number,
    from,
    event,
    conditions: when,
    guard,
    effects: effects.map(({ type, note }) => ({ type, note })),
    effectsFirst,
    to,
  })),
});

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
const code = (text: string): string => `\`${text}\``;
const yes = (value: boolean): string => (value ? "yes" : "");

const guardCell = ({ when, guard }: Transition): string =>
  [...when.map((name) => conditionTexts[name]), ...(guard === null ? [] : [code(guard)])].join("; ");

function effectsCell({ effects, effectsFirst }: Transition): string {
  const text = effects.map(({ type, note }) => (note === null ? type : `${type} (${note})`)).join(", ");
  return effectsFirst ? `before the entry: ${text}` : text;
}

const targetCell = ({ to }: Transition): string =>
  typeof to === "string"
    ? to
    : operationSchema.options.map((operation) => `${operation}: ${to[operation]}`).join("; ");

const fromCell = (from: Source): string => (from === "none" ? "(none)" : from);

function stateRow(status: Status): readonly string[] {
  const state = stateProperties(status);
  const afterWork = stateProperties(status, "merge");
  const also = (own: string, later: string): string =>
    own === later ? own : `${own === "" ? "" : `${own}; `}after a failed commit or merge: ${later}`;
  return [
    code(status),
    state.meaning,
    state.isTerminal ? "terminal" : yes(state.isTransient),
    also(state.commandClasses.join(", "), afterWork.commandClasses.join(", ")),
    also(yes(state.allowsAgentAccess), yes(afterWork.allowsAgentAccess)),
    state.allowsRemoval,
    [
      state.requiresCleanup ? "clean-up" : "",
      state.requiresResolution ? "resolution" : "",
      state.requiresIntervention ? "intervention" : "",
    ]
      .filter((need) => need !== "")
      .join(", "),
  ];
}

/** The page docs/machine.md: states, transitions, guards and the diagram. */
export const machineMarkdown = (): string =>
  `${[
    "# The state machine",
    "This page is printed by `coppice machine --markdown` from the one table in `src/lifecycle/table.ts`.",
    "## States",
    table(
      ["state", "meaning", "transient", "git commands", "agent may work", "removal", "requires"],
      statuses.map(stateRow),
    ),
    "## Transitions",
    "The first row of a state and event whose conditions hold is taken. A pair that is not in the table is refused, and nothing changes.",
    table(
      ["#", "from", "event", "conditions and guard", "effects, in order", "to"],
      transitions().map((transition) => [
        transition.number,
        fromCell(transition.from),
        code(transition.event),
        guardCell(transition),
        effectsCell(transition),
        targetCell(transition),
      ]),
    ),
    "## Guards",
    "A guard is asked once, over facts gathered before the entry is written. A fact that is unknown fails it.",
    table(
      ["guard", "holds when"],
      guardNames().map((name) => [code(name), guardTexts[name]]),
    ),
    "## Diagram",
    `\`\`\`mermaid\n${machineMermaid().trimEnd()}\n\`\`\``,
  ].join("\n\n")}\n`;

/** The machine as a mermaid state diagram. */
export function machineMermaid(): string {
  const arrows = transitions().flatMap((transition) => {
    const { from, event, to, number } = transition;
    const start = from === "none" ? "[*]" : from;
    if (typeof to === "string") return [`  ${start} --> ${to}: ${event} (${number})`];
    return [...new Set(Object.values(to))].map((target) => {
      const operations = operationSchema.options.filter((operation) => to[operation] === target);
      return `  ${start} --> ${target}: ${event} ${operations.join(", ")} (${number})`;
    });
  });
  return ["stateDiagram-v2", ...arrows, "  removed --> [*]", ""].join("\n");
}
