import childProcess, { ChildProcess } from "node:child_process";
import { patch } from "./files.js";
import { begin, currentWalk, end, type Step } from "./steps.js";
import { withoutExpected, withoutExpectedArgs } from "./switched-off.js";

/** Git commands that only read: they need no room on the disk. */
const reading =
  /^(?:cat-file|check-attr|check-ignore|check-ref-format|diff|diff-files|diff-index|diff-tree|for-each-ref|log|ls-files|ls-remote|ls-tree|merge-base|rev-list|rev-parse|show|show-ref|status|symbolic-ref|var|version|config)$/;

/** Numbers every process that is started, and what is written to one that is asked again and again. */
export function patchProcesses(): void {
  patch(childProcess, "spawn", (original) => (command, args, options) => {
    const words = Array.isArray(args) ? args.map(String) : [];
    const git = String(command) === "git" || String(command).endsWith("/git");
    const sub = git ? subcommand(words) : [];
    const label = git
      ? `git ${sub.join(" ")}`
      : `run ${lastName(String(command))} ${lastName(words.at(-2) ?? "")}`;
    const reads = reading.test(sub[0] ?? "") || (sub[0] === "worktree" && sub[1] === "list");
    const step = begin(label, git && !reads);
    const wanted: unknown =
      step?.before === undefined
        ? original(command, git ? withoutExpectedArgs(words) : args, options)
        : original("sh", ["-c", replacement(step.before)], options);
    if (!(wanted instanceof ChildProcess)) throw new Error("spawn gave no process");
    if (step?.before === "hang") step.walk.note(step.number, `!hanging\t${wanted.pid}`);
    watch(wanted, step);
    if (git) watchInput(wanted, sub[0] ?? "");
    return wanted;
  });
}

function replacement(fault: "fail" | "space" | "hang"): string {
  if (fault === "hang") return "exec sleep 600";
  const why = fault === "space" ? "unable to write file: No space left on device" : "an injected failure";
  return `echo 'fatal: ${why}' >&2; exit 128`;
}

/** Ends the step when the process has ended, before anybody hears of it. */
function watch(child: ChildProcess, step: Step | undefined): void {
  const walk = currentWalk();
  if (child.pid !== undefined) walk?.children.add(child);
  let failed = false;
  patch(child, "emit", (original) => (name, ...args) => {
    if (name === "exit") {
      walk?.children.delete(child);
      failed = step !== undefined && end(step) === "fail";
    }
    if (failed && (name === "exit" || name === "close")) return original(name, 128, null);
    return original(name, ...args);
  });
}

/** What is written to a git that stays open. One that only answers, and takes nothing, has no steps. */
function watchInput(child: ChildProcess, sub: string): void {
  const { stdin } = child;
  if (stdin === null) return;
  patch(
    stdin,
    "end",
    (original) =>
      (data, ...rest) =>
        original(changed(data, sub), ...rest),
  );
  patch(stdin, "write", (original) => (data, ...rest) => {
    const given = changed(data, sub);
    const step = sub === "cat-file" || sub === "check-attr" ? undefined : begin(`tell git ${sub}`, true);
    if (step === undefined) return original(given, ...rest);
    if (step.before === "hang") {
      // It gets nothing, and waits.
      step.walk.note(step.number, `!hanging\t${child.pid}`);
      return true;
    }
    if (step.before !== undefined) {
      if (given instanceof Uint8Array) original(given.subarray(0, given.length / 2));
      child.kill("SIGKILL");
      return false;
    }
    const result = original(given, ...rest);
    if (end(step) === "fail") child.kill("SIGKILL");
    return result;
  });
}

const changed = (data: unknown, sub: string): unknown =>
  sub === "update-ref" && typeof data === "string" ? withoutExpected(data) : data;

/** The command with its first words, without git's own options. */
function subcommand(words: readonly string[]): string[] {
  let at = 0;
  while (words[at]?.startsWith("-") === true) at += words[at] === "-c" || words[at] === "-C" ? 2 : 1;
  return words
    .slice(at, at + 3)
    .map((word) =>
      /^-?[a-z][a-z-]*$/.test(word) || word.startsWith("--") ? lastName(word.replace(/=.*$/, "")) : ".",
    );
}

const lastName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
