import { assign, declare, unset } from "./assignments.js";
import { caseStatement, ifStatement } from "./branches.js";
import { forLoop, whileLoop } from "./loops.js";
import type { NodeWalk } from "./node-walk.js";
import { named } from "./nodes.js";
import type { ShellNode } from "./parser.js";
import { list, pipeline } from "./pipelines.js";
import { redirected } from "./redirections.js";
import { simpleCommand } from "./simple-command.js";
import { always, copyState, joinStates, type Outcome, type ShellState, type Stdin } from "./state.js";
import { forgetAssigned } from "./variables.js";

/** What a statement would run, and the state after it. */
export function statement(walk: NodeWalk, node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
  switch (node.type) {
    case "comment":
    case "heredoc_body":
      return always(state);
    case "command":
      return simpleCommand(walk, node, state, stdin);
    case "list":
      return list(walk, node, state, stdin);
    case "pipeline":
      return pipeline(walk, named(node), state, stdin);
    case "redirected_statement":
      return redirected(walk, node, state, stdin);
    case "negated_command": {
      const { ok, fail } = walk.sequence(node, state, stdin);
      return { ok: fail, fail: ok };
    }
    case "subshell":
      walk.sequence(node, copyState(state), stdin);
      return always(state);
    case "compound_statement":
      if (node.firstChild?.type === "((") {
        walk.walkInside(node, state);
        forgetAssigned(node, state);
        return always(state);
      }
      return walk.sequence(node, state, stdin);
    case "do_group":
      return walk.sequence(node, state, stdin);
    case "if_statement":
    case "elif_clause":
      return ifStatement(walk, node, state, stdin);
    case "while_statement":
      return whileLoop(walk, node, state, stdin);
    case "for_statement":
    case "c_style_for_statement":
      return forLoop(walk, node, state, stdin);
    case "case_statement":
      return caseStatement(walk, node, state, stdin);
    case "function_definition":
      define(walk, node, state);
      return always(state);
    case "variable_assignment":
      assign(walk, node, state);
      return always(state);
    case "variable_assignments":
      for (const child of named(node)) assign(walk, child, state);
      return always(state);
    case "declaration_command":
      declare(walk, node, state);
      return always(state);
    case "unset_command":
      unset(walk, node, state);
      return always(state);
    default:
      walk.walkInside(node, state);
      return always(state);
  }
}

/** Statements one after the other. */
export function sequence(walk: NodeWalk, node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
  let outcome = always(state);
  let last = state;
  for (const child of named(node)) {
    const here = joinStates(outcome.ok, outcome.fail);
    if (here === undefined) {
      // Nothing gets past an `exit`. What stands there is found all the same.
      walk.statement(child, copyState(last), stdin);
      continue;
    }
    last = here;
    const background = child.nextSibling?.type === "&";
    const next = walk.statement(child, background ? copyState(here) : here, stdin);
    outcome = background ? always(here) : next;
  }
  return outcome;
}

function define(walk: NodeWalk, node: ShellNode, state: ShellState): void {
  const name = node.childForFieldName("name")?.text;
  const body = node.childForFieldName("body");
  if (name !== undefined && body !== null) walk.define(name, body, state);
}
