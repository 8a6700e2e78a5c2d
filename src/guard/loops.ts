import { expand } from "./expand.js";
import type { NodeWalk } from "./node-walk.js";
import { named } from "./nodes.js";
import type { ShellNode } from "./parser.js";
import {
  always,
  copyState,
  type Directories,
  joinStates,
  type Outcome,
  type ShellState,
  type Stdin,
} from "./state.js";
import { unknownWords } from "./word.js";

/** `while` and `until`. */
export function whileLoop(walk: NodeWalk, node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
  return loop(state, (inner) => walk.sequence(node, inner, stdin));
}

/** A body that runs any number of times: walked again where the first time has changed what it starts from. */
function loop(state: ShellState, body: (state: ShellState) => Outcome): Outcome {
  let here = state;
  for (let round = 0; round < 3; round += 1) {
    const { ok, fail } = body(copyState(here));
    const after = joinStates(here, joinStates(ok, fail)) ?? here;
    const settled = sameDirs(after.dirs, here.dirs) && sameVariables(after, here);
    here = after;
    if (settled) break;
    if (round === 1)
      here.dirs = sameDirs(after.dirs, state.dirs) ? after.dirs : { ...after.dirs, unknown: true };
  }
  return always(here);
}

/** More values than this are not gone through one by one. */
const mostRounds = 32;

/** `for name in values`, each value in its turn, and `for ((;;))`. */
export function forLoop(walk: NodeWalk, node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
  const body = named(node).find(({ type }) => type === "do_group" || type === "compound_statement");
  if (body === undefined) return always(state);
  const inner = (from: ShellState): Outcome => walk.statement(body, from, stdin);
  const name = named(node).find(({ type }) => type === "variable_name")?.text;
  if (node.type !== "for_statement" || name === undefined) {
    for (const child of named(node)) if (child !== body) walk.walkInside(child, state);
    return loop(state, inner);
  }
  const values = named(node)
    .filter((child) => child !== body && child.type !== "variable_name")
    .flatMap((child) => expand(child, state, walk));
  if (values.length > mostRounds || values.some(({ text }) => text === undefined) || values.length === 0) {
    return loop(state, (from) => {
      const [only] = values;
      const value =
        values.length === 1 && only?.count === "alike"
          ? { ...only, count: "one" as const }
          : unknownWords(`$${name}`);
      from.variables.set(name, { words: [{ ...value, count: "one" }], array: false });
      return inner(from);
    });
  }
  let here: ShellState = state;
  for (const value of values) {
    const from = copyState(here);
    from.variables.set(name, { words: [value], array: false });
    const { ok, fail } = inner(from);
    here = joinStates(ok, fail) ?? here;
  }
  return always(here);
}

const sameDirs = (one: Directories, other: Directories): boolean =>
  one.unknown === other.unknown &&
  one.paths.length === other.paths.length &&
  one.paths.every((path) => other.paths.includes(path));

const sameVariables = (one: ShellState, other: ShellState): boolean =>
  one.variables.size === other.variables.size &&
  [...one.variables].every(
    ([name, { words }]) => words[0]?.text === other.variables.get(name)?.words[0]?.text,
  );
