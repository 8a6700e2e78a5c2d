import { known } from "../lifecycle/git-arguments.js";
import { expand, expandOne } from "./expand.js";
import type { NodeWalk } from "./node-walk.js";
import { named } from "./nodes.js";
import type { ShellNode } from "./parser.js";
import { forget, type ShellState } from "./state.js";

/** `name=value` */
export function assign(walk: NodeWalk, node: ShellNode, state: ShellState): void {
  const name = node.childForFieldName("name");
  const value = node.childForFieldName("value");
  if (name === null) return;
  if (name.type !== "variable_name") {
    walk.walkInside(name, state);
    if (value !== null) expandOne(value, state, walk);
    forget(state, /^\w+/.exec(name.text)?.[0] ?? "");
    return;
  }
  const adds = node.children.some((child) => child?.type === "+=");
  if (value?.type === "array") {
    const words = named(value).flatMap((child) => expand(child, state, walk));
    if (adds) forget(state, name.text);
    else state.variables.set(name.text, { words, array: true });
    return;
  }
  const word = value === null ? undefined : expandOne(value, state, walk);
  if (adds) forget(state, name.text);
  else {
    state.variables.set(name.text, { words: [word ?? known("")], array: false });
  }
}

/** `export`, `local` and the like. */
export function declare(walk: NodeWalk, node: ShellNode, state: ShellState): void {
  const references = named(node).some(({ type, text }) => type === "word" && /^-\w*n/.test(text));
  for (const child of named(node)) {
    if (child.type === "variable_assignment") {
      assign(walk, child, state);
      if (references) state.variables.clear();
    } else if (child.type !== "variable_name") {
      // `export "$X"` may set anything.
      if (expand(child, state, walk).some(({ text }) => text === undefined)) state.variables.clear();
    }
  }
}

/** `unset` */
export function unset(walk: NodeWalk, node: ShellNode, state: ShellState): void {
  for (const child of named(node)) {
    const [word] = expand(child, state, walk);
    if (word?.text === undefined) state.variables.clear();
    else {
      state.variables.delete(word.text);
      state.functions.delete(word.text);
    }
  }
}
