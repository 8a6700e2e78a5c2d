import type { Word } from "../lifecycle/git-arguments.js";
import { expand } from "./expand.js";
import type { NodeWalk } from "./node-walk.js";
import { behindBackslashes, named } from "./nodes.js";
import type { ShellNode, ShellParser } from "./parser.js";
import { printedBy } from "./printing.js";
import { runProgram } from "./run-program.js";
import {
  always,
  copyState,
  type Directories,
  joinStates,
  type Outcome,
  type ShellState,
  type Stdin,
} from "./state.js";
import { sequence, statement } from "./statements.js";
import type { CommandRun } from "./walk.js";
import { unknownWords } from "./word.js";

/** A git command that a text would run, its global options not yet read. */
export interface GitCall {
  readonly kind: "git";
  /** What stands after `git`. */
  readonly words: readonly Word[];
  /** The variables of its environment that the text sets. */
  readonly env: ReadonlyMap<string, Word>;
  readonly dirs: Directories;
}

/** A place where the text does not tell what would be run. */
export interface UnknownCall {
  readonly kind: "unknown";
  readonly reason: string;
  readonly dirs: Directories;
}

export type Found = GitCall | UnknownCall;

export interface ShellOptions {
  readonly parser: ShellParser;
  readonly home?: string | undefined;
  /** The top of the worktree that a directory lies in. */
  readonly topOf?: (directory: string) => string | undefined;
}

const longestText = 256 * 1024;
/** Statements and commands, each time they are reached. */
const mostSteps = 20_000;
const deepest = 40;

/** Everything that a shell text would run of git, and what cannot be told of it. Never throws. */
export const findInText = (text: string, state: ShellState, options: ShellOptions): Found[] =>
  followed(state, options, (walk) => {
    walk.script(text, state, undefined);
    walk.unusedFunctions();
  });

/** The same for a command whose words are known. */
export const findInWords = (words: readonly Word[], state: ShellState, options: ShellOptions): Found[] =>
  followed(state, options, (walk) => {
    walk.run({ words, env: new Map(), state, stdin: undefined, direct: true });
  });

function followed(state: ShellState, options: ShellOptions, work: (walk: ShellWalk) => void): Found[] {
  const walk = new ShellWalk(options);
  try {
    work(walk);
  } catch (error) {
    // Thousands of brackets in brackets exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    walk.giveUp();
  }
  walk.admitLimit(state);
  return walk.found;
}

class ShellWalk implements NodeWalk {
  readonly found: Found[] = [];
  readonly home: string | undefined;
  #steps = 0;
  #gaveUp = false;
  isQuiet = false;
  #depth = 0;
  /** Functions that were defined and called. */
  readonly #defined = new Map<ShellNode, ShellState>();
  readonly #called = new Set<ShellNode>();

  constructor(readonly options: ShellOptions) {
    this.home = options.home;
  }

  git(words: readonly Word[], env: ReadonlyMap<string, Word>, state: ShellState): void {
    const all = new Map<string, Word>();
    for (const [name, { words: value }] of state.variables) {
      const [first] = value;
      if (first !== undefined) all.set(name, first);
    }
    for (const [name, value] of env) all.set(name, value);
    this.found.push({ kind: "git", words, env: all, dirs: state.dirs });
  }

  unknown(reason: string, state: ShellState): void {
    this.found.push({ kind: "unknown", reason, dirs: state.dirs });
  }

  /** Walks a text as a script of its own, or as part of this one (`eval`). */
  script(text: string, state: ShellState, stdin: Stdin): Outcome {
    if (text.trim() === "") return always(state);
    // What becomes of a NUL is for each shell to say: bash drops it, and reads on.
    const readable = text.length <= longestText && this.#depth <= deepest && !text.includes("\0");
    const root = readable ? this.options.parser.parse(text) : undefined;
    if (root === undefined) {
      this.unknown("the text cannot be read as shell", state);
      return always(state);
    }
    return this.#inside(() => this.sequence(root, state, stdin));
  }

  /** Functions that nothing called may still be called by what is not seen. */
  unusedFunctions(): void {
    for (const [body, state] of this.#defined) {
      if (!this.#called.has(body)) this.#call(body, copyState(state), [unknownWords("$@")]);
    }
  }

  run(command: CommandRun): Outcome {
    if (this.#isEnough()) return always(command.state);
    return this.#inside(() => runProgram(this, command));
  }

  /** A text that was not followed to its end is not known. */
  admitLimit(state: ShellState): void {
    if (this.#gaveUp) this.unknown("the text is too long or too deep to be followed", state);
  }

  giveUp(): void {
    this.#gaveUp = true;
  }

  #isEnough(): boolean {
    this.#steps += 1;
    this.#gaveUp ||= this.#steps > mostSteps || this.#depth > deepest;
    return this.#gaveUp;
  }

  /** Calls a function of the text. */
  callFunction(name: string, state: ShellState, args: readonly Word[]): Outcome | undefined {
    const body = state.functions.get(name);
    if (body === undefined) return undefined;
    this.#called.add(body);
    return this.#call(body, state, args);
  }

  #call(body: ShellNode, state: ShellState, args: readonly Word[]): Outcome {
    if (this.#isEnough()) return always(state);
    const outer = state.args;
    const inner = copyState(state);
    inner.args = args;
    const { ok, fail } = this.#inside(() => this.statement(body, inner, undefined));
    const back = joinStates(ok, fail) ?? copyState(state);
    back.args = outer;
    return always(back);
  }

  walkInside(node: ShellNode, state: ShellState): void {
    if (this.#gaveUp) return;
    if (node.type === "command_substitution" || node.type === "process_substitution") {
      const text = behindBackslashes(node);
      if (text !== undefined) this.walkText(text, state);
      else this.#inside(() => this.sequence(node, copyState(state), undefined));
      return;
    }
    for (const child of named(node)) {
      if (child.type === "command_substitution" || child.type === "process_substitution") {
        this.walkInside(child, state);
      } else if (child.type === "string" || child.type === "concatenation") expand(child, state, this);
      else this.walkInside(child, state);
    }
  }

  walkText(text: string, state: ShellState): void {
    this.script(text, copyState(state), undefined);
  }

  outputOf(node: ShellNode, state: ShellState): string | undefined {
    const [only, ...more] = named(node);
    if (only === undefined || more.length > 0 || behindBackslashes(node) !== undefined) return undefined;
    const text = printedBy(this, only, state)?.replace(/\n+$/, "");
    if (text !== undefined) return text;
    const plain = only.text.replace(/\s+/g, " ");
    const [directory] = state.dirs.paths;
    if (directory === undefined || state.dirs.paths.length > 1 || state.dirs.unknown) return undefined;
    if (plain === "pwd") return directory;
    return plain === "git rev-parse --show-toplevel" ? this.options.topOf?.(directory) : undefined;
  }

  #inside<T>(work: () => T): T {
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
    }
  }

  statement(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    return this.#isEnough() ? always(state) : statement(this, node, state, stdin);
  }

  sequence(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    return sequence(this, node, state, stdin);
  }

  define(name: string, body: ShellNode, state: ShellState): void {
    state.functions.set(name, body);
    this.#defined.set(body, copyState(state));
  }

  quietly<T>(work: () => T): T {
    const [kept, was] = [this.found.length, this.isQuiet];
    this.isQuiet = true;
    const result = work();
    this.isQuiet = was;
    this.found.length = kept;
    return result;
  }
}
