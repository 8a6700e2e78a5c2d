import { expand } from "./expand.js";
import type { NodeWalk } from "./node-walk.js";
import { isStatement, named } from "./nodes.js";
import type { ShellNode } from "./parser.js";
import { always, copyState, joinStates, type Outcome, type ShellState, type Stdin } from "./state.js";

/** An `if` or an `elif`, whichever way it goes. */
export function ifStatement(walk: NodeWalk, node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
  const children = named(node);
  const then = node.children.find((child) => child?.type === "then");
  const split = then?.startIndex ?? node.endIndex;
  let condition = always(state);
  let body: Outcome | undefined;
  let rest: Outcome | undefined;
  for (const child of children) {
    if (child.startIndex < split) {
      const here = joinStates(condition.ok, condition.fail);
      if (here !== undefined) condition = walk.statement(child, here, stdin);
      continue;
    }
    if (child.type === "elif_clause" || child.type === "else_clause") {
      const from = rest === undefined ? condition.fail : rest.fail;
      if (from === undefined) continue;
      const next =
        child.type === "else_clause"
          ? walk.sequence(child, copyState(from), stdin)
          : ifStatement(walk, child, copyState(from), stdin);
      rest = { ok: joinStates(rest?.ok, next.ok), fail: next.fail };
      continue;
    }
    const from = body === undefined ? condition.ok : joinStates(body.ok, body.fail);
    if (from !== undefined) body = walk.statement(child, body === undefined ? copyState(from) : from, stdin);
  }
  const other = rest ?? always(condition.fail);
  if (node.type === "elif_clause") {
    // What the clause itself ends in, and the way on to the next clause.
    return { ok: joinStates(body?.ok, body?.fail), fail: condition.fail };
  }
  return always(joinStates(joinStates(body?.ok, body?.fail), joinStates(other.ok, other.fail)));
}

/** A `case`, whichever of its items fits, or none. */
export function caseStatement(walk: NodeWalk, node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
  let after: ShellState | undefined = state;
  for (const child of named(node)) {
    if (child.type !== "case_item") {
      expand(child, state, walk);
      continue;
    }
    const own = copyState(state);
    const statements = named(child).filter((part) => isStatement(part));
    for (const part of named(child)) if (!isStatement(part)) expand(part, own, walk);
    let outcome = always(own);
    for (const part of statements) {
      const here = joinStates(outcome.ok, outcome.fail);
      if (here !== undefined) outcome = walk.statement(part, here, stdin);
    }
    after = joinStates(after, joinStates(outcome.ok, outcome.fail));
  }
  return always(after);
}
