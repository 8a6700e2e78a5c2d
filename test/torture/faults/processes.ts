import childProcess, { ChildProcess } from "node:child_process";
import { patch } from "./files.js";
import type { Fault } from "./plan.js";
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
    const given = git ? withoutExpectedArgs(words) : args;
    const within = step?.walk.faultWithin(step.number);
    const wanted: unknown =
      step?.before !== undefined
        ? original("sh", ["-c", replacement(step.before)], options)
        : within === undefined
          ? original(command, given, options)
          : original("sh", ["-c", narrowed(within), String(command), ...words], options);
    if (!(wanted instanceof ChildProcess)) throw new Error("spawn gave no process");
    if (step?.before === "hang") hang(wanted, step);
    if (step !== undefined && within !== undefined) watchWithin(wanted, step, within);
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

/** Nobody waits for ever: in a process that is kept warm, the run is ended as from outside, and what hangs with it. */
function hang(child: ChildProcess, { walk, number }: Step): void {
  walk.note(number, `!hanging\t${child.pid}`);
  if (walk.whole) return;
  setTimeout(() => {
    try {
      walk.die("cut");
    } catch {
      // So it tells whoever runs in it; nobody does here.
    }
  }, hangsMs);
}
const hangsMs = 10;

/** Less than the large files of the worktrees, more than what git writes for itself (dash and bash count differently). */
const someBlocks = 64;

/**
 * A git that cannot write files beyond a size: it is ended there by a signal, or told so as by a full disk. The limit
 * reaches what it starts itself.
 */
const narrowed = ({ kind, when }: Fault): string =>
  `${kind === "space" ? "trap '' XFSZ; " : ""}ulimit -c 0; ulimit -f ${when === "opening" ? 0 : someBlocks}; exec "$0" "$@"`;

const tooLarge = /File too large/g;
/** Of a file in a worktree git does not say why. */
const unwritten = /File too large|unable to write/;
const signalled = /died of signal 25/;

/** Does to the run what was asked for, once its git has come to its limit. */
function watchWithin(child: ChildProcess, { walk, number }: Step, { kind }: Fault): void {
  let met = false;
  const { stderr } = child;
  if (stderr !== null)
    patch(stderr, "push", (original) => (chunk, ...rest) => {
      if (!(chunk instanceof Uint8Array)) return original(chunk, ...rest);
      const text = Buffer.from(chunk).toString("latin1");
      if (kind === "space" ? unwritten.test(text) : signalled.test(text)) met = true;
      return original(Buffer.from(text.replace(tooLarge, "No space left on device"), "latin1"), ...rest);
    });
  patch(child, "emit", (original) => (name, code, signal) => {
    if (name !== "exit" && name !== "close") return original(name, code, signal);
    if (signal === "SIGXFSZ" || (kind !== "space" && code === 128 + 25)) met = true;
    if (met && !walk.struck) {
      walk.strike(number, kind);
      if (kind === "space") walk.full = true;
      else if (kind !== "fail") walk.die("cut");
    }
    return original(name, code, signal === "SIGXFSZ" ? "SIGKILL" : signal);
  });
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
      hang(child, step);
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
