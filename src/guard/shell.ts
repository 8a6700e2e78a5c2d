import { known, type Word } from "../lifecycle/git-arguments.js";
import { addTemplate, expand, expandOne, type Substitutions } from "./expand.js";
import { printed } from "./output.js";
import type { ShellNode, ShellParser } from "./parser.js";
import { runProgram } from "./run-program.js";
import {
  always,
  copyState,
  type Directories,
  forget,
  joinStates,
  type Outcome,
  type ShellState,
  type Stdin,
} from "./state.js";
import type { CommandRun, Walk } from "./walk.js";
import { joinWords, unknownWords, WordBuilder } from "./word.js";

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

interface Redirection {
  /** What standard input is redirected to; undefined: it is not. */
  given: { readonly stdin: Stdin } | undefined;
  /** Words of the command that stand behind the redirection. */
  readonly words: Word[];
}

interface PipelineOptions {
  /** What the first part reads. */
  readonly piped?: Stdin;
  readonly last?: (part: ShellNode, state: ShellState, stdin: Stdin) => Outcome;
}

/** Walks a shell text as the shell would, with what is known of variables and directories, both ways at each branch. */
class ShellWalk implements Substitutions, Walk {
  readonly found: Found[] = [];
  readonly home: string | undefined;
  #steps = 0;
  #gaveUp = false;
  /** Looking at words for a second time. */
  #isQuiet = false;
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
    const root =
      text.length > longestText || this.#depth > deepest ? undefined : this.options.parser.parse(text);
    if (root === undefined) {
      this.unknown("the text cannot be read as shell", state);
      return always(state);
    }
    return this.#inside(() => this.#sequence(root, state, stdin));
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
    const { ok, fail } = this.#inside(() => this.#statement(body, inner, undefined));
    const back = joinStates(ok, fail) ?? copyState(state);
    back.args = outer;
    return always(back);
  }

  walkInside(node: ShellNode, state: ShellState): void {
    if (this.#gaveUp) return;
    if (node.type === "command_substitution" || node.type === "process_substitution") {
      this.#inside(() => this.#sequence(node, copyState(state), undefined));
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
    if (only === undefined || more.length > 0) return undefined;
    const text = this.#printed(only, state)?.replace(/\n+$/, "");
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

  /** Statements one after the other. */
  #sequence(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    let outcome = always(state);
    let last = state;
    for (const child of named(node)) {
      const here = joinStates(outcome.ok, outcome.fail);
      if (here === undefined) {
        // Nothing gets past an `exit`. What stands there is found all the same.
        this.#statement(child, copyState(last), stdin);
        continue;
      }
      last = here;
      const background = child.nextSibling?.type === "&";
      const next = this.#statement(child, background ? copyState(here) : here, stdin);
      outcome = background ? always(here) : next;
    }
    return outcome;
  }

  #statement(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    if (this.#isEnough()) return always(state);
    switch (node.type) {
      case "comment":
      case "heredoc_body":
        return always(state);
      case "command":
        return this.#command(node, state, stdin);
      case "list":
        return this.#list(node, state, stdin);
      case "pipeline":
        return this.#pipeline(named(node), state, stdin);
      case "redirected_statement":
        return this.#redirected(node, state, stdin);
      case "negated_command": {
        const { ok, fail } = this.#sequence(node, state, stdin);
        return { ok: fail, fail: ok };
      }
      case "subshell":
        this.#sequence(node, copyState(state), stdin);
        return always(state);
      case "compound_statement":
        if (node.firstChild?.type === "((") {
          this.walkInside(node, state);
          for (const [, name = ""] of node.text.matchAll(/([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g))
            forget(state, name);
          return always(state);
        }
        return this.#sequence(node, state, stdin);
      case "do_group":
        return this.#sequence(node, state, stdin);
      case "if_statement":
      case "elif_clause":
        return this.#if(node, state, stdin);
      case "while_statement":
        return this.#while(node, state, stdin);
      case "for_statement":
      case "c_style_for_statement":
        return this.#for(node, state, stdin);
      case "case_statement":
        return this.#case(node, state, stdin);
      case "function_definition":
        return this.#define(node, state);
      case "variable_assignment":
        this.#assign(node, state);
        return always(state);
      case "variable_assignments":
        for (const child of named(node)) this.#assign(child, state);
        return always(state);
      case "declaration_command":
        return this.#declare(node, state);
      case "unset_command":
        for (const child of named(node)) {
          const [word] = expand(child, state, this);
          if (word?.text === undefined) state.variables.clear();
          else {
            state.variables.delete(word.text);
            state.functions.delete(word.text);
          }
        }
        return always(state);
      default:
        this.walkInside(node, state);
        return always(state);
    }
  }

  #list(node: ShellNode, state: ShellState, stdin: Stdin, last = this.#plainly): Outcome {
    const [left, right] = [node.namedChildren[0], node.namedChildren.at(-1)];
    if (left === null || left === undefined || right === null || right === undefined) return always(state);
    const either = node.children.some((child) => child?.type === "||");
    return this.#connect(this.#statement(left, state, undefined), either, (next) => last(right, next, stdin));
  }

  readonly #plainly = (part: ShellNode, state: ShellState, stdin: Stdin): Outcome =>
    this.#statement(part, state, stdin);

  #connect(first: Outcome, either: boolean, second: (state: ShellState) => Outcome): Outcome {
    const begin = either ? first.fail : first.ok;
    if (begin === undefined) return first;
    const { ok, fail } = second(copyState(begin));
    return either ? { ok: joinStates(first.ok, ok), fail } : { ok, fail: joinStates(first.fail, fail) };
  }

  #pipeline(
    parts: readonly ShellNode[],
    state: ShellState,
    stdin: Stdin,
    { piped = stdin, last = this.#plainly }: PipelineOptions = {},
  ): Outcome {
    let input = piped;
    let outcome: Outcome = always(state);
    for (const [at, part] of parts.entries()) {
      const own = copyState(state);
      outcome = at === parts.length - 1 ? last(part, own, input) : this.#statement(part, own, input);
      const text = this.#printed(part, state, typeof input === "object" ? input.text : undefined);
      input = text === undefined ? "computed" : { text };
    }
    // zsh runs the last part in the shell itself, others do not: both are possible.
    return always(joinStates(state, joinStates(outcome.ok, outcome.fail)) ?? state);
  }

  /** What a statement prints, where that is plain. */
  #printed(node: ShellNode, state: ShellState, stdin?: string): string | undefined {
    // Each look inside a look would double the work.
    if (this.#isQuiet) return undefined;
    if (node.type === "redirected_statement") {
      const body = node.childForFieldName("body");
      const [only, ...more] = named(node).filter((child) => child.type.endsWith("redirect"));
      if (body === null || only === undefined || more.length > 0) return undefined;
      if (named(only).some(({ type }) => ["pipeline", "command", "file_redirect"].includes(type)))
        return undefined;
      const given = only.type === "file_redirect" ? undefined : this.#quiet(() => this.#given(only, state));
      return typeof given === "object" ? this.#printed(body, state, given.text) : undefined;
    }
    if (node.type !== "command") return undefined;
    const words = this.#quiet(() => this.#words(node, copyState(state)));
    const [first, ...args] = words;
    const name = first?.text;
    return name === undefined || state.functions.has(name) ? undefined : printed(name, args, stdin);
  }

  /** Looks at words a second time: what they run has been found already. */
  #quiet<T>(work: () => T): T {
    const kept = this.found.length;
    this.#isQuiet = true;
    const result = work();
    this.#isQuiet = false;
    this.found.length = kept;
    return result;
  }

  #redirected(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    const redirection: Redirection = { given: undefined, words: [] };
    const after: ShellNode[] = [];
    for (const child of named(node)) this.#redirect(child, state, redirection, after);
    const body = node.childForFieldName("body");
    const first = body === null ? always(state) : this.#withRedirection(body, state, stdin, redirection);
    return this.#rest(body, after, first, redirection.given === undefined ? stdin : redirection.given.stdin);
  }

  #redirect(child: ShellNode, state: ShellState, to: Redirection, after: ShellNode[]): void {
    if (child.type === "herestring_redirect" || child.type === "heredoc_redirect") {
      to.given = { stdin: this.#given(child, state) };
    }
    if (child.type === "file_redirect") {
      to.words.push(...this.#behindFile(child, state));
      const reads = child.children.some((part) => part?.type === "<" || part?.type === "<&");
      if (reads) to.given = { stdin: fileInput(child) };
    }
    if (child.type !== "heredoc_redirect") return;
    for (const part of named(child)) {
      if (["heredoc_start", "heredoc_body", "heredoc_end", "file_descriptor"].includes(part.type)) continue;
      if (part.type === "file_redirect") to.words.push(...this.#behindFile(part, state));
      else if (isStatement(part)) after.push(part);
      else to.words.push(...expand(part, state, this));
    }
  }

  /** `git >out push`: the grammar hangs the words that follow the file's name below the redirection. */
  #behindFile(node: ShellNode, state: ShellState): Word[] {
    const [file, ...words] = named(node).filter(({ type }) => type !== "file_descriptor");
    if (file !== undefined) expand(file, state, this);
    return words.flatMap((word) => expand(word, state, this));
  }

  /** A redirection at the end of a pipeline or list is that of its last command. */
  #withRedirection(node: ShellNode, state: ShellState, stdin: Stdin, to: Redirection): Outcome {
    const input = to.given === undefined ? stdin : to.given.stdin;
    const last = (part: ShellNode, from: ShellState, piped: Stdin): Outcome =>
      this.#withRedirection(part, from, piped, to);
    switch (node.type) {
      case "command":
        return this.#command(node, state, input, to.words);
      case "pipeline":
        return this.#pipeline(named(node), state, stdin, { last });
      case "list":
        return this.#list(node, state, stdin, last);
      case "negated_command": {
        const [inner] = named(node);
        return inner === undefined ? always(state) : last(inner, state, stdin);
      }
      default:
        if (to.words.length > 0) this.unknown("words stand behind a redirection", state);
        return this.#statement(node, state, input);
    }
  }

  /** `cat <<EOF | sh && git push`: the grammar hangs what follows the heredoc's name below the heredoc. */
  #rest(body: ShellNode | null, after: readonly ShellNode[], first: Outcome, input: Stdin): Outcome {
    let outcome = first;
    for (const part of after) {
      const here = joinStates(outcome.ok, outcome.fail);
      if (here === undefined) break;
      const sign = part.previousSibling?.type;
      if (sign === "&&" || sign === "||") {
        outcome = this.#connect(outcome, sign === "||", (state) => this.#statement(part, state, undefined));
        continue;
      }
      const text =
        body === null
          ? undefined
          : this.#printed(body, here, typeof input === "object" ? input.text : undefined);
      const parts = part.type === "pipeline" ? named(part) : [part];
      outcome = this.#pipeline(parts, here, undefined, { piped: text === undefined ? "computed" : { text } });
    }
    return outcome;
  }

  /** The text that a heredoc or a herestring gives. */
  #given(node: ShellNode, state: ShellState): Stdin {
    if (node.type === "herestring_redirect") {
      const value = named(node).find(({ type }) => type !== "file_descriptor");
      const text = value === undefined ? undefined : expandOne(value, state, this).text;
      return text === undefined ? "computed" : { text };
    }
    const start = named(node).find(({ type }) => type === "heredoc_start")?.text ?? "";
    const body = named(node).find(({ type }) => type === "heredoc_body");
    if (body === undefined) return { text: "" };
    if (/['"\\]/.test(start)) return { text: body.text };
    const builder = new WordBuilder("the heredoc");
    addTemplate(builder, body, 0, body.text.length, state, this);
    const [word] = builder.words();
    return word?.text === undefined ? "computed" : { text: word.text };
  }

  #if(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    const children = named(node);
    const then = node.children.find((child) => child?.type === "then");
    const split = then?.startIndex ?? node.endIndex;
    let condition = always(state);
    let body: Outcome | undefined;
    let rest: Outcome | undefined;
    for (const child of children) {
      if (child.startIndex < split) {
        const here = joinStates(condition.ok, condition.fail);
        if (here !== undefined) condition = this.#statement(child, here, stdin);
        continue;
      }
      if (child.type === "elif_clause" || child.type === "else_clause") {
        const from = rest === undefined ? condition.fail : rest.fail;
        if (from === undefined) continue;
        const next =
          child.type === "else_clause"
            ? this.#sequence(child, copyState(from), stdin)
            : this.#if(child, copyState(from), stdin);
        rest = { ok: joinStates(rest?.ok, next.ok), fail: next.fail };
        continue;
      }
      const from = body === undefined ? condition.ok : joinStates(body.ok, body.fail);
      if (from !== undefined)
        body = this.#statement(child, body === undefined ? copyState(from) : from, stdin);
    }
    const other = rest ?? always(condition.fail);
    if (node.type === "elif_clause") {
      // What the clause itself ends in, and the way on to the next clause.
      return { ok: joinStates(body?.ok, body?.fail), fail: condition.fail };
    }
    return always(joinStates(joinStates(body?.ok, body?.fail), joinStates(other.ok, other.fail)));
  }

  #while(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    return this.#loop(state, (inner) => this.#sequence(node, inner, stdin));
  }

  /** A body that runs any number of times: walked again where the first time has changed what it starts from. */
  #loop(state: ShellState, body: (state: ShellState) => Outcome): Outcome {
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

  #for(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    const body = named(node).find(({ type }) => type === "do_group" || type === "compound_statement");
    if (body === undefined) return always(state);
    const inner = (from: ShellState): Outcome => this.#statement(body, from, stdin);
    const name = named(node).find(({ type }) => type === "variable_name")?.text;
    if (node.type !== "for_statement" || name === undefined) {
      for (const child of named(node)) if (child !== body) this.walkInside(child, state);
      return this.#loop(state, inner);
    }
    const values = named(node)
      .filter((child) => child !== body && child.type !== "variable_name")
      .flatMap((child) => expand(child, state, this));
    if (values.length > mostRounds || values.some(({ text }) => text === undefined) || values.length === 0) {
      return this.#loop(state, (from) => {
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

  #case(node: ShellNode, state: ShellState, stdin: Stdin): Outcome {
    let after: ShellState | undefined = state;
    for (const child of named(node)) {
      if (child.type !== "case_item") {
        expand(child, state, this);
        continue;
      }
      const own = copyState(state);
      const statements = named(child).filter((part) => isStatement(part));
      for (const part of named(child)) if (!isStatement(part)) expand(part, own, this);
      let outcome = always(own);
      for (const part of statements) {
        const here = joinStates(outcome.ok, outcome.fail);
        if (here !== undefined) outcome = this.#statement(part, here, stdin);
      }
      after = joinStates(after, joinStates(outcome.ok, outcome.fail));
    }
    return always(after);
  }

  #define(node: ShellNode, state: ShellState): Outcome {
    const name = node.childForFieldName("name")?.text;
    const body = node.childForFieldName("body");
    if (name !== undefined && body !== null) {
      state.functions.set(name, body);
      this.#defined.set(body, copyState(state));
    }
    return always(state);
  }

  #assign(node: ShellNode, state: ShellState): void {
    const name = node.childForFieldName("name");
    const value = node.childForFieldName("value");
    if (name === null) return;
    if (name.type !== "variable_name") {
      this.walkInside(name, state);
      if (value !== null) expandOne(value, state, this);
      forget(state, /^\w+/.exec(name.text)?.[0] ?? "");
      return;
    }
    const adds = node.children.some((child) => child?.type === "+=");
    if (value?.type === "array") {
      const words = named(value).flatMap((child) => expand(child, state, this));
      if (adds) forget(state, name.text);
      else state.variables.set(name.text, { words, array: true });
      return;
    }
    const word = value === null ? undefined : expandOne(value, state, this);
    if (adds) forget(state, name.text);
    else {
      state.variables.set(name.text, { words: [word ?? known("")], array: false });
    }
  }

  #declare(node: ShellNode, state: ShellState): Outcome {
    const references = named(node).some(({ type, text }) => type === "word" && /^-\w*n/.test(text));
    for (const child of named(node)) {
      if (child.type === "variable_assignment") {
        this.#assign(child, state);
        if (references) state.variables.clear();
      } else if (child.type !== "variable_name") {
        // `export "$X"` may set anything.
        if (expand(child, state, this).some(({ text }) => text === undefined)) state.variables.clear();
      }
    }
    return always(state);
  }

  /** The words of a command, without its assignments and redirections. */
  #words(node: ShellNode, state: ShellState): Word[] {
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
      if (child.type === "file_redirect") words.push(...this.#behindFile(child, state));
      if (besides.includes(child.type)) continue;
      const [first, ...rest] = expand(child, state, this);
      const last = words.at(-1);
      // The grammar ends a word at a line that goes on, the shell does not.
      if (/^(\\\r?\n)+$/.test(between) && first !== undefined && last !== undefined) {
        words.splice(-1, 1, joinWords(last, first), ...rest);
      } else if (first !== undefined) words.push(first, ...rest);
    }
    return words;
  }

  #command(node: ShellNode, state: ShellState, stdin: Stdin, more: readonly Word[] = []): Outcome {
    const env = new Map<string, Word>();
    let input = stdin;
    const inner = copyState(state);
    for (const child of named(node)) {
      if (child.type === "variable_assignment") {
        this.#assign(child, inner);
        const name = child.childForFieldName("name")?.text ?? "";
        const [value] = inner.variables.get(name)?.words ?? [];
        if (value !== undefined) env.set(name, value);
      } else if (child.type === "herestring_redirect") input = this.#given(child, state);
      else if (child.type === "file_redirect") {
        this.walkInside(child, state);
        if (child.children.some((part) => part?.type === "<")) input = fileInput(child);
      }
    }
    // The words are put in before the assignments count: `X=git $X push` runs the old X.
    const words = [...this.#words(node, state), ...more];
    if (words.length === 0) {
      for (const [name, value] of env) state.variables.set(name, { words: [value], array: false });
      return always(state);
    }
    return this.run({ words, env, state, stdin: input, direct: true });
  }
}

const mostRounds = 32;

const named = (node: ShellNode): ShellNode[] => node.namedChildren.filter((child) => child !== null);

/** What stands among a command's words and is none. */
const besides = [
  "variable_assignment",
  "file_redirect",
  "herestring_redirect",
  "heredoc_redirect",
  "comment",
];

/** A file is a script that is not looked into, like one that is named; the output of a command is a text. */
const fileInput = (node: ShellNode): Stdin =>
  named(node).some(({ type }) => type === "process_substitution") ? "computed" : undefined;

const isStatement = (node: ShellNode): boolean =>
  /(^command|_command|^list|^pipeline|_statement|^subshell|_definition|^variable_assignments?|^do_group)$/.test(
    node.type,
  );

const sameDirs = (one: Directories, other: Directories): boolean =>
  one.unknown === other.unknown &&
  one.paths.length === other.paths.length &&
  one.paths.every((path) => other.paths.includes(path));

const sameVariables = (one: ShellState, other: ShellState): boolean =>
  one.variables.size === other.variables.size &&
  [...one.variables].every(
    ([name, { words }]) => words[0]?.text === other.variables.get(name)?.words[0]?.text,
  );
