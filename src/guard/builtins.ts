import { known, optionSyntax, readArguments, type Word } from "../lifecycle/git-arguments.js";
import {
  always,
  copyState,
  type Directories,
  forget,
  nowhere,
  type Outcome,
  type ShellState,
} from "./state.js";
import { type CommandRun, directoriesFrom, input, script, type Walk } from "./walk.js";
import { unknownWord } from "./word.js";

const cdOptions = optionSyntax("L P e @ n q s");
const trapOptions = optionSyntax("l p");

/** What the shell does itself. @returns undefined when it is no builtin that matters */
export function runBuiltin(
  walk: Walk,
  run: CommandRun,
  name: string,
  args: readonly Word[],
): Outcome | undefined {
  const { state } = run;
  switch (name) {
    case "cd":
    case "chdir":
    case "pushd":
      return changeDirectory(walk, state, args, name === "pushd");
    case "popd":
      return always({ ...copyState(state), dirs: nowhere, previousDirs: state.dirs });
    case "eval":
      return evaluate(walk, state, args);
    case "source":
    case ".": {
      const [file] = args;
      if (file !== undefined && /^\/dev\/(fd\/|stdin)/.test(file.start)) {
        if (file.text === undefined)
          walk.unknown(`the shell runs what another command prints: ${file.source}`, state);
        else input(walk, run.stdin, state);
      }
      // A script that is not looked into may set anything.
      state.variables.clear();
      return always(state);
    }
    case "trap": {
      const { operands } = readArguments(args, trapOptions);
      if (operands[0] !== undefined && operands.length > 1) script(walk, operands[0], copyState(state));
      return always(state);
    }
    case "exit":
    case "return":
    case "logout":
      return { ok: undefined, fail: undefined };
    case "set":
    case "shift":
      state.args = undefined;
      return always(state);
    case "alias":
      for (const { text } of args) {
        const [, alias = "", value] = /^([^=]+)=([\s\S]*)$/.exec(text ?? "") ?? [];
        if (value !== undefined) state.aliases.set(alias, value);
      }
      return always(state);
    case "hash": {
      const [option, path, ...names] = args;
      if (option?.text === "-p" && path?.text !== undefined)
        for (const { text } of names) if (text !== undefined) state.aliases.set(text, path.text);
      return always(state);
    }
    case "unalias":
      return always(state);
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
    case "let":
    case "unset":
      for (const { text } of args) if (text !== undefined) state.variables.delete(text);
      return always(state);
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      return forgetNamed(state, args);
    case "printf": {
      const at = args.findIndex(({ text }) => text?.startsWith("-v") === true);
      return at < 0 ? undefined : forgetNamed(state, args.slice(at, at + 2));
    }
    default:
      return undefined;
  }
}

function forgetNamed(state: ShellState, args: readonly Word[]): Outcome {
  for (const { text } of args) {
    const name = /^(?:-v)?([A-Za-z_]\w*)/.exec(text ?? "")?.[1];
    if (name !== undefined) forget(state, name);
    else if (text === undefined) state.variables.clear();
  }
  return always(state);
}

function evaluate(walk: Walk, state: ShellState, args: readonly Word[]): Outcome {
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  const texts = words.map(({ text }) => text);
  if (texts.every((text) => text !== undefined)) return walk.script(texts.join(" "), state, undefined);
  walk.unknown(
    `the text that eval runs is put together when it runs: ${words.find(({ text }) => text === undefined)?.source ?? ""}`,
    state,
  );
  state.variables.clear();
  return always(state);
}

function changeDirectory(walk: Walk, state: ShellState, args: readonly Word[], stack: boolean): Outcome {
  const { operands, paths } = readArguments(args, cdOptions);
  const [target, ...more] = [...operands, ...(paths ?? [])];
  const home = walk.home === undefined ? unknownWord("~") : known(walk.home);
  let dirs: Directories;
  if (target === undefined) dirs = stack ? nowhere : directoriesFrom(state.dirs, home);
  else if (target.text === "-") dirs = state.previousDirs;
  else if (more.length > 0 || (stack && /^[-+]\d/.test(target.start))) dirs = nowhere;
  else if (target.text === "" || target.count === "any") dirs = target.text === "" ? state.dirs : nowhere;
  else dirs = directoriesFrom(state.dirs, target);
  return { ok: { ...copyState(state), dirs, previousDirs: state.dirs }, fail: state };
}
