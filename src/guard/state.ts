import type { Word } from "../lifecycle/git-arguments.js";
import type { ShellNode } from "./parser.js";
import { unknownWords } from "./word.js";

/** The directories that a command may run in: one, several after a `cd` that may have failed, or any. */
export interface Directories {
  readonly paths: readonly string[];
  /** It may be one that is not known. */
  readonly unknown: boolean;
}

/** What a shell reads as its script from standard input; undefined: a file, or what nobody can see. */
export type Stdin = { readonly text: string } | "computed" | undefined;

export interface Variable {
  readonly words: readonly Word[];
  readonly array: boolean;
}

/** What is known of a shell at one point of its text. */
export interface ShellState {
  /** Variables that the text has set; of others nothing is known. */
  readonly variables: Map<string, Variable>;
  /** `$1`, `$2` ...; undefined: not known. */
  args: readonly Word[] | undefined;
  dirs: Directories;
  previousDirs: Directories;
  readonly functions: Map<string, ShellNode>;
  readonly aliases: Map<string, string>;
}

/** Two ways to go on after a command; undefined: not this way. */
export interface Outcome {
  readonly ok: ShellState | undefined;
  readonly fail: ShellState | undefined;
}

export const nowhere: Directories = { paths: [], unknown: true };

export const newState = (dirs: Directories, args?: readonly Word[]): ShellState => ({
  variables: new Map(),
  args,
  dirs,
  previousDirs: nowhere,
  functions: new Map(),
  aliases: new Map(),
});

/** A copy that a subshell or a branch may change. */
export const copyState = (state: ShellState): ShellState => ({
  ...state,
  variables: new Map(state.variables),
  functions: new Map(state.functions),
  aliases: new Map(state.aliases),
});

export const always = (state: ShellState | undefined): Outcome => ({ ok: state, fail: state });

/** What holds whichever of two ways was taken. */
export function joinStates(
  one: ShellState | undefined,
  other: ShellState | undefined,
): ShellState | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const joined = copyState(one);
  for (const name of new Set([...one.variables.keys(), ...other.variables.keys()])) {
    if (!sameValue(one.variables.get(name), other.variables.get(name))) forget(joined, name);
  }
  for (const [name, body] of other.functions) {
    if (!joined.functions.has(name)) joined.functions.set(name, body);
  }
  for (const [name, text] of other.aliases) joined.aliases.set(name, text);
  joined.dirs = joinDirs(one.dirs, other.dirs);
  joined.previousDirs = joinDirs(one.previousDirs, other.previousDirs);
  if (one.args !== other.args) joined.args = undefined;
  return joined;
}

/** More directories than this at once are none in particular. */
const mostDirs = 16;

export function joinDirs(one: Directories, other: Directories): Directories {
  const paths = [...new Set([...one.paths, ...other.paths])];
  return paths.length > mostDirs ? nowhere : { paths, unknown: one.unknown || other.unknown };
}

/** A variable that was set to something that is not known. */
export const forget = (state: ShellState, name: string): void => {
  state.variables.set(name, { words: [unknownWords(`$${name}`)], array: false });
};

function sameValue(one: Variable | undefined, other: Variable | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.array === other.array &&
    one.words.length === other.words.length &&
    one.words.every((word, at) => word.text !== undefined && word.text === other.words[at]?.text)
  );
}
