import { known, type OptionSyntax, readArguments, type Word } from "../lifecycle/git-arguments.js";
import { isGitCommand } from "../lifecycle/git-rules.js";
import { runBuiltin } from "./builtins.js";
import {
  isGit,
  isSearchedRunner,
  isShell,
  isTextRunner,
  programName,
  type Runner,
  runnerOf,
  scriptOptions,
} from "./programs.js";
import { runShell } from "./run-shell.js";
import { always, copyState, newState, nowhere, type Outcome, type ShellState } from "./state.js";
import { type CommandRun, directoriesFrom, input, script, type Walk } from "./walk.js";
import { unknownWord, unknownWords } from "./word.js";

/** What is known of a command's run: the git commands in it go to `walk`, the state changes where a builtin does that. */
export function runProgram(walk: Walk, run: CommandRun): Outcome {
  const { words, state, env } = run;
  const [first, ...args] = words;
  if (first === undefined) return always(state);
  const name = first.count === "any" ? undefined : programName(first);
  if (name === undefined) {
    walk.unknown(`the command's name is put in when it runs: ${first.source}`, state);
    return always(state);
  }
  // Where the grammar takes `time {` or `! {` for a command, what follows is one.
  if (first.source === name && keywords.includes(name)) return walk.run({ ...run, words: args });
  if (run.direct && first.text === name) {
    const alias = state.aliases.get(name);
    if (alias !== undefined) return runAlias(walk, run, name, alias);
    const called = walk.callFunction(name, state, args);
    if (called !== undefined) return called;
    const changed = runBuiltin(walk, run, name, args);
    if (changed !== undefined) return changed;
  }
  if (isGit(name)) walk.git(args, env, state);
  else if (/^git-./i.test(name) && isGitCommand(name.slice(4).toLowerCase())) {
    walk.git([known(name.slice(4).toLowerCase()), ...args], env, state);
  } else if (isShell(name)) runShell(walk, run, args);
  else return runOther(walk, run, name, args);
  return always(state);
}

const keywords = [
  "{",
  "}",
  "(",
  ")",
  "!",
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "while",
  "until",
  "do",
  "done",
];

/** An alias of the text: its words, and what follows them. */
function runAlias(walk: Walk, run: CommandRun, name: string, alias: string): Outcome {
  const words = alias.trim().split(/\s+/);
  if (!/^[\w\s./=:@,+-]+$/.test(alias)) {
    walk.unknown(`the alias ${name} is more than plain words`, run.state);
    return always(run.state);
  }
  const state = copyState(run.state);
  state.aliases.delete(name);
  const [, ...args] = run.words;
  walk.run({ ...run, state, words: [...words.map((word) => known(word)), ...args] });
  return always(run.state);
}

function runOther(walk: Walk, run: CommandRun, name: string, args: readonly Word[]): Outcome {
  const runner = runnerOf(name);
  if (name === "find") runFind(walk, run, args, ["-exec", "-execdir", "-ok", "-okdir"]);
  else if (name === "fd" || name === "fdfind")
    runFind(walk, run, args, ["-x", "--exec", "-X", "--exec-batch"]);
  else if (name === "coppice") {
    const dashes = args.findIndex(({ text }) => text === "--");
    if (args.slice(0, dashes).some(({ text }) => text === "run") && dashes >= 0)
      walk.run({ ...run, words: args.slice(dashes + 1), direct: false });
  } else if (name === "at" || name === "batch") input(walk, run.stdin, newState(run.state.dirs));
  else if (isTextRunner(name)) {
    for (const { text } of args)
      if (text !== undefined && /\bgit\b/i.test(text)) walk.walkText(text, run.state);
    search(walk, run, args);
  } else if (isSearchedRunner(name)) search(walk, run, args);
  else if (runner !== undefined) return runRunner(walk, run, name, runner, args);
  return always(run.state);
}

/** Finds the command among words that are too varied to be read one by one. */
function search(walk: Walk, run: CommandRun, args: readonly Word[]): void {
  for (const [at, word] of args.entries()) {
    if (scriptOptions.includes(word.text ?? "")) {
      const script = args[at + 1];
      if (script?.text !== undefined) walk.walkText(script.text, run.state);
    }
    const attached = /^--(?:call|run|command|exec)=([\s\S]*)$/.exec(word.text ?? "")?.[1];
    if (attached !== undefined) walk.walkText(attached, run.state);
    const name = word.text === undefined ? undefined : programName(word);
    if (name === undefined || !(isGit(name) || isShell(name) || name === "env")) continue;
    walk.run({ ...run, words: args.slice(at), direct: false });
    return;
  }
}

function runRunner(
  walk: Walk,
  run: CommandRun,
  name: string,
  runner: Runner,
  args: readonly Word[],
): Outcome {
  const { options, at } = optionsBefore(args, runner);
  // `command -v git` looks it up.
  if (name === "command" && options.some((option) => option.name === "v" || option.name === "V"))
    return always(run.state);
  const split =
    name === "env" ? options.findLast((option) => option.name === runner.script)?.value : undefined;
  if (split !== undefined) return runSplit(walk, run, runner, args, split);
  const env = new Map(run.env);
  let rest = args.slice(at);
  if (runner.assigns === true) {
    // For a program any name will do, also one that no shell would take: `env X-Y=1 git push`.
    for (let word = rest[0]; word?.start.includes("=") === true; word = rest[0]) {
      const [variable = ""] = word.start.split("=");
      const from = variable.length + 1;
      env.set(variable, { ...word, text: word.text?.slice(from), start: word.start.slice(from) });
      rest = rest.slice(1);
    }
  }
  let state = run.state;
  const directory = options.findLast((option) => option.name === runner.chdir)?.value;
  if (runner.elsewhere === true) state = { ...copyState(state), dirs: nowhere };
  else if (directory !== undefined)
    state = { ...copyState(state), dirs: directoriesFrom(state.dirs, directory) };
  for (const { name: option, value } of options) {
    if (option === runner.script && value !== undefined) script(walk, value, state);
  }
  if (rest.length === 0) {
    if (runner.elsewhere === true && typeof run.stdin === "object") walk.walkText(run.stdin.text, state);
    return always(run.state);
  }
  if (runner.joins === true && !options.some((option) => option.name === "exec")) {
    joined(walk, rest, state);
    return always(run.state);
  }
  const replaced = options.findLast((option) => option.name === runner.replaces || option.name === "replace");
  // `coproc NAME { ... }`
  if (name === "coproc" && rest[1]?.text === "{") rest = rest.slice(1);
  const words =
    runner.appends !== true
      ? rest
      : appended(rest, replaced === undefined ? undefined : (replaced.value?.text ?? "{}"));
  // The others start a process of their own: it knows no function of this shell, and changes nothing in it.
  const inShell = run.direct && ["builtin", "command", "time", "noglob", "nocorrect"].includes(name);
  const inner: CommandRun = { ...run, env, state, words, direct: false };
  if (!inShell) {
    walk.run({ ...inner, direct: run.direct && name === "coproc", state: copyState(state) });
    return always(run.state);
  }
  const [first, ...more] = words;
  // These two pass functions by.
  const skips = name === "command" || name === "builtin";
  const changed = skips && first?.text !== undefined ? runBuiltin(walk, inner, first.text, more) : undefined;
  return changed ?? walk.run({ ...inner, direct: name !== "command" });
}

/** `env -S 'X=y git push'`: the words of the text stand in its place, options and assignments among them. */
function runSplit(walk: Walk, run: CommandRun, runner: Runner, args: readonly Word[], text: Word): Outcome {
  const { options, at } = optionsBefore(args, runner);
  const directory = options.findLast((option) => option.name === runner.chdir)?.value;
  const before = directory === undefined ? [] : [known("-C"), directory];
  return runRunner(walk, run, "env", runner, [...before, ...splitWords(text), ...args.slice(at)]);
}

/** The words that `xargs` makes of a command. */
function appended(words: readonly Word[], replaced: string | undefined): Word[] {
  if (replaced === undefined) return [...words, unknownWords("the words of xargs")];
  return words.map((word) => {
    const at = word.start.indexOf(replaced);
    if (replaced === "" || at < 0) return word;
    return { ...word, text: undefined, start: word.start.slice(0, at), end: "" };
  });
}

function joined(walk: Walk, words: readonly Word[], state: ShellState): void {
  const texts = words.map(({ text }) => text);
  if (texts.every((text) => text !== undefined)) walk.walkText(texts.join(" "), state);
  else walk.run({ words, env: new Map(), state, stdin: undefined, direct: false });
}

interface Before {
  readonly options: readonly { readonly name: string; readonly value: Word | undefined }[];
  /** Where the command begins. */
  readonly at: number;
}

/** The options and operands before a command. Another program's options begin with its name. */
function optionsBefore(args: readonly Word[], runner: Runner): Before {
  const options: Before["options"][number][] = [];
  let operands = runner.operands;
  let at = 0;
  while (at < args.length) {
    const word = args[at];
    if (word === undefined) break;
    if (word.text === "--") {
      at += 1;
      break;
    }
    if (word.start.startsWith("-") && word.text !== "-") {
      const read = readArguments(args.slice(at, at + 2), runner.options);
      options.push(...read.options);
      const tookNext = read.options.length > 0 && takesNext(word, runner.options);
      at += tookNext ? 2 : 1;
      continue;
    }
    if (operands === 0) break;
    operands -= 1;
    at += 1;
  }
  return { options, at };
}

/** Whether an option's value is the next word. */
function takesNext(word: Word, syntax: OptionSyntax): boolean {
  const probe = readArguments([word, known("value")], syntax);
  return probe.operands.length === 0;
}

/** `find ... -exec git add {} ;` */
function runFind(walk: Walk, run: CommandRun, args: readonly Word[], actions: readonly string[]): void {
  const from = args.find((word) => !word.start.startsWith("-"))?.start ?? ".";
  const file = { ...unknownWord("{}"), start: from.startsWith("-") || from === "" ? "." : from };
  for (let at = 0; at < args.length; at += 1) {
    if (!actions.includes(args[at]?.text ?? "")) continue;
    const end = args.findIndex(
      (word, place) => place > at && (word.text === ";" || (word.text === "+" && actions[0] === "-exec")),
    );
    const files: Word = args[end]?.text === "+" ? { ...file, count: "alike" } : file;
    const words = args
      .slice(at + 1, end < 0 ? undefined : end)
      .map((word) => (word.start.includes("{}") ? files : word));
    walk.run({ ...run, words, direct: false });
    at = end < 0 ? args.length : end;
  }
}

const splitWords = (word: Word): Word[] =>
  word.text === undefined
    ? [{ ...word, count: "any" }]
    : word.text
        .split(/\s+/)
        .filter((one) => one !== "")
        .map((one) => known(one));
