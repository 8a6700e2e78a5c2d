import { isAbsolute, resolve } from "node:path";
import type { Word } from "../lifecycle/git-arguments.js";
import { always, type Directories, nowhere, type Outcome, type ShellState, type Stdin } from "./state.js";

/** What the running of a command asks of the walk through its text. */
export interface Walk {
  readonly home: string | undefined;
  /** A git command was found. */
  git(words: readonly Word[], env: ReadonlyMap<string, Word>, state: ShellState): void;
  /** Something was found of which nothing can be known. */
  unknown(reason: string, state: ShellState): void;
  /** Walks a text as a script. */
  script(text: string, state: ShellState, stdin: Stdin): Outcome;
  /** Walks a text that leaves the state as it is. */
  walkText(text: string, state: ShellState): void;
  run(command: CommandRun): Outcome;
  /** Calls a function of the text; undefined when there is none of that name. */
  callFunction(name: string, state: ShellState, args: readonly Word[]): Outcome | undefined;
}

/** A command that is about to run. */
export interface CommandRun {
  /** Its name and what follows it. */
  readonly words: readonly Word[];
  /** What stands before it, `X=y`. */
  readonly env: ReadonlyMap<string, Word>;
  readonly state: ShellState;
  readonly stdin: Stdin;
  /** The shell itself runs it: functions, aliases and builtins count. */
  readonly direct: boolean;
}

/** Walks what a shell reads from standard input as its script. */
export function input(walk: Walk, stdin: Stdin, state: ShellState): void {
  if (stdin === "computed") walk.unknown("the shell runs what another command prints", state);
  else if (stdin !== undefined) walk.script(stdin.text, state, undefined);
}

/** Walks a word as a script. */
export function script(walk: Walk, word: Word, state: ShellState): Outcome {
  if (word.text !== undefined) return walk.script(word.text, state, undefined);
  walk.unknown(`the text that the shell runs is put together when it runs: ${word.source}`, state);
  return always(state);
}

/** Where a command is after a change to `target`. */
export function directoriesFrom(dirs: Directories, target: Word): Directories {
  const { text } = target;
  if (text === undefined) return nowhere;
  if (isAbsolute(text)) return { paths: [resolve(text)], unknown: false };
  return { paths: [...new Set(dirs.paths.map((from) => resolve(from, text)))], unknown: dirs.unknown };
}
