import type { Word } from "../lifecycle/git-arguments.js";
import type { ShellNode } from "./parser.js";
import { forget, type ShellState } from "./state.js";

interface Value {
  readonly words: readonly Word[];
  /** `"$@"` and `"${list[@]}"`: each a word. */
  readonly list: boolean;
}

/** The value of `$X`, `${X}`, `$1`, `"$@"` and `"${X[@]}"`; anything more in the braces is not worked out. */
export function valueBehind(node: ShellNode, state: ShellState, home: string | undefined): Value | undefined {
  const name =
    /^\$(?:\{([^{}]+)\}|([\s\S]+))$/
      .exec(node.text)
      ?.slice(1)
      .find((one) => one !== undefined) ?? "";
  if (node.type === "expansion" && /[=]/.test(node.text)) {
    const assigned = /^\$\{([A-Za-z_]\w*):?=/.exec(node.text)?.[1];
    if (assigned !== undefined) forget(state, assigned);
    return undefined;
  }
  if (name === "@" || name === "*") {
    return state.args === undefined ? undefined : { words: state.args, list: true };
  }
  if (/^[1-9]\d?$/.test(name)) {
    if (state.args === undefined || state.args.some(({ count }) => count !== "one")) return undefined;
    const word = state.args[Number(name) - 1];
    return { words: word === undefined ? [] : [word], list: false };
  }
  const element = /^([A-Za-z_]\w*)\[[@*]\]$/.exec(name)?.[1];
  const variable = state.variables.get(element ?? name);
  if (element !== undefined)
    return variable === undefined ? undefined : { words: variable.words, list: true };
  if (!/^[A-Za-z_]\w*$/.test(name)) return undefined;
  if (variable !== undefined) return { words: variable.words.slice(0, 1), list: false };
  const [directory] = state.dirs.paths;
  if (name === "PWD" && directory !== undefined && state.dirs.paths.length === 1 && !state.dirs.unknown) {
    return {
      words: [{ text: directory, start: directory, end: directory, count: "one", source: "$PWD" }],
      list: false,
    };
  }
  if (name === "HOME" && home !== undefined) {
    return {
      words: [{ text: home, start: home, end: home, count: "one", source: "$HOME" }],
      list: false,
    };
  }
  return undefined;
}

/** `$((X = 1))` sets a variable. */
export function forgetAssigned(node: ShellNode, state: ShellState): void {
  for (const [, name = ""] of node.text.matchAll(/([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g))
    forget(state, name);
}
