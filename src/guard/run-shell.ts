import type { Word } from "../lifecycle/git-arguments.js";
import { newState } from "./state.js";
import { type CommandRun, input, script, type Walk } from "./walk.js";

/** `bash -c text name args`, `sh script`, `sh` with its script on standard input. */
export function runShell(walk: Walk, run: CommandRun, args: readonly Word[]): void {
  const { state } = run;
  let text = false;
  let at = 0;
  let fromStdin = false;
  for (; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined) break;
    if (word.text === undefined && !/^[/.]/.test(word.start)) {
      walk.unknown(`what the shell is given is put in when it runs: ${word.source}`, state);
      return;
    }
    const option = word.text ?? "";
    if (option === "--" || option === "-") {
      at += 1;
      fromStdin ||= option === "-" && at === args.length;
      break;
    }
    if (!/^[-+]./.test(option)) break;
    if (/^--(rcfile|init-file|init-command)$/.test(option)) at += 1;
    else if (!option.startsWith("--")) {
      if (option.startsWith("-") && option.includes("c")) text = true;
      if (option.startsWith("-") && option.includes("s")) fromStdin = true;
      if (/[oO]$/.test(option)) at += 1;
    }
  }
  const [operand, ...rest] = args.slice(at);
  const inner = newState(state.dirs, text ? rest.slice(1) : undefined);
  for (const [name, value] of run.env) inner.variables.set(name, { words: [value], array: false });
  for (const [name, value] of state.variables) {
    if (/^(GIT_|COPPICE)/.test(name) && !inner.variables.has(name)) inner.variables.set(name, value);
  }
  if (text) {
    if (operand !== undefined) script(walk, operand, inner);
    return;
  }
  const file = operand?.start ?? "";
  if (/^(\/dev\/fd\/(0|$)|\/dev\/stdin$|\/proc\/self\/fd\/0)/.test(file)) {
    if (operand?.text === undefined)
      walk.unknown(`the shell runs what another command prints: ${operand?.source ?? ""}`, state);
    else input(walk, run.stdin, inner);
  } else if (operand === undefined || fromStdin) input(walk, run.stdin, inner);
}
