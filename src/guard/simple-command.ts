import { known, type Word } from "../lifecycle/git-arguments.js";
import { assign } from "./assignments.js";
import { expand } from "./expand.js";
import { behindFile, inputOf } from "./inputs.js";
import type { NodeWalk } from "./node-walk.js";
import { named } from "./nodes.js";
import type { ShellNode } from "./parser.js";
import { always, copyState, type Outcome, type ShellState, type Stdin } from "./state.js";
import { joinWords } from "./word.js";

/** A command with what stands before it. @param more words that stand behind a redirection around it */
export function simpleCommand(
  walk: NodeWalk,
  node: ShellNode,
  state: ShellState,
  stdin: Stdin,
  more: readonly Word[] = [],
): Outcome {
  const env = new Map<string, Word>();
  let input = stdin;
  const inner = copyState(state);
  for (const child of named(node)) {
    if (child.type === "variable_assignment") {
      assign(walk, child, inner);
      const name = child.childForFieldName("name")?.text ?? "";
      const [value] = inner.variables.get(name)?.words ?? [];
      if (value !== undefined) env.set(name, value);
    } else if (child.type.endsWith("redirect")) {
      if (child.type === "file_redirect") walk.walkInside(child, state);
      const given = inputOf(walk, child, state);
      if (given !== undefined) input = given.stdin;
    }
  }
  // The words are put in before the assignments count: `X=git $X push` runs the old X.
  const words = [...wordsOf(walk, node, state), ...more];
  if (words.length === 0) {
    for (const [name, value] of env) state.variables.set(name, { words: [value], array: false });
    return always(state);
  }
  return walk.run({ words, env, state, stdin: input, direct: true });
}

/** The words of a command, without its assignments and redirections. */
export function wordsOf(walk: NodeWalk, node: ShellNode, state: ShellState): Word[] {
  const words: Word[] = [];
  let end = node.startIndex;
  for (const child of node.children) {
    if (child === null) continue;
    const between = node.text.slice(end - node.startIndex, child.startIndex - node.startIndex);
    end = child.endIndex;
    if (!child.isNamed) {
      if (child.type === "==" || child.type === "=~") words.push(known(child.type));
      continue;
    }
    if (child.type === "file_redirect") words.push(...behindFile(walk, child, state));
    if (besides.includes(child.type) || isDescriptor(child)) continue;
    const [first, ...rest] = expand(child, state, walk);
    const last = words.at(-1);
    // The grammar ends a word at a line that goes on, the shell does not.
    if (/^(\\\r?\n)+$/.test(between) && first !== undefined && last !== undefined) {
      words.splice(-1, 1, joinWords(last, first), ...rest);
    } else if (first !== undefined) words.push(first, ...rest);
  }
  return words;
}

/** `sh 0<file`: the grammar takes the number for a word. */
function isDescriptor(node: ShellNode): boolean {
  if (node.type !== "number") return false;
  let last: ShellNode = node;
  while (last.nextSibling === null && last.parent?.endIndex === node.endIndex) last = last.parent;
  const next = last.nextSibling;
  return next?.startIndex === node.endIndex && next.type.endsWith("redirect");
}

/** What stands among a command's words and is none. */
const besides = [
  "variable_assignment",
  "file_redirect",
  "herestring_redirect",
  "heredoc_redirect",
  "comment",
];
