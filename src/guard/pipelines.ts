import type { NodeWalk } from "./node-walk.js";
import type { ShellNode } from "./parser.js";
import { printedBy } from "./printing.js";
import { always, copyState, joinStates, type Outcome, type ShellState, type Stdin } from "./state.js";

interface PipelineOptions {
  /** What the first part reads. */
  readonly piped?: Stdin;
  readonly last?: (part: ShellNode, state: ShellState, stdin: Stdin) => Outcome;
}

/** `a && b` and `a || b`. */
export function list(
  walk: NodeWalk,
  node: ShellNode,
  state: ShellState,
  stdin: Stdin,
  last = plainly(walk),
): Outcome {
  const [left, right] = [node.namedChildren[0], node.namedChildren.at(-1)];
  if (left === null || left === undefined || right === null || right === undefined) return always(state);
  const either = node.children.some((child) => child?.type === "||");
  return connect(walk.statement(left, state, undefined), either, (next) => last(right, next, stdin));
}

const plainly =
  (walk: NodeWalk) =>
  (part: ShellNode, state: ShellState, stdin: Stdin): Outcome =>
    walk.statement(part, state, stdin);

/** The second of two statements runs after one outcome of the first alone. */
export function connect(first: Outcome, either: boolean, second: (state: ShellState) => Outcome): Outcome {
  const begin = either ? first.fail : first.ok;
  if (begin === undefined) return first;
  const { ok, fail } = second(copyState(begin));
  return either ? { ok: joinStates(first.ok, ok), fail } : { ok, fail: joinStates(first.fail, fail) };
}

/** Each part of a pipeline runs in a shell of its own and reads what the part before it prints. */
export function pipeline(
  walk: NodeWalk,
  parts: readonly ShellNode[],
  state: ShellState,
  stdin: Stdin,
  { piped = stdin, last = plainly(walk) }: PipelineOptions = {},
): Outcome {
  let input = piped;
  let outcome: Outcome = always(state);
  for (const [at, part] of parts.entries()) {
    const own = copyState(state);
    outcome = at === parts.length - 1 ? last(part, own, input) : walk.statement(part, own, input);
    const text = printedBy(walk, part, state, typeof input === "object" ? input.text : undefined);
    input = text === undefined ? "computed" : { text };
  }
  // zsh runs the last part in the shell itself, others do not: both are possible.
  return always(joinStates(state, joinStates(outcome.ok, outcome.fail)) ?? state);
}
