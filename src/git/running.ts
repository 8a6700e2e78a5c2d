import type { ChildProcess } from "node:child_process";

/** How long a git that runs when everything is to end may take to end by itself; most end in milliseconds. */
const patienceMs = 3_000;
/** The same for one that was started since, to clean up or to write down what happened. */
const lateMs = 10_000;

/** How one git process is ended, in order: it takes its lock files away. */
type End = () => void;

/** The git processes of one run of a program, which end when the whole run is to end. */
export class RunningGits {
  readonly #running = new Map<End, NodeJS.Timeout | undefined>();
  #ending = false;

  /** From the signal on no git runs for long: one that hangs (in a filter, in a hook) would hold the program up. */
  endOn(signal: AbortSignal): void {
    const end = (): void => {
      this.#ending = true;
      for (const running of this.#running.keys()) this.#running.set(running, soon(running, patienceMs));
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  }

  /** @returns what is called when the process has ended */
  add(end: End): () => void {
    this.#running.set(end, this.#ending ? soon(end, lateMs) : undefined);
    return () => {
      clearTimeout(this.#running.get(end));
      this.#running.delete(end);
    };
  }
}

const soon = (end: End, ms: number): NodeJS.Timeout => setTimeout(end, ms).unref();

const children = new Set<ChildProcess>();
let exitHandled = false;

/** Should this program end first (a second Ctrl-C), so does a git that it started. */
export function endWithProgram(child: ChildProcess): void {
  children.add(child);
  child.once("close", () => children.delete(child));
  if (exitHandled) return;
  exitHandled = true;
  process.once("exit", () => {
    for (const left of children) killGroup(left, "SIGTERM");
  });
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * For a program that ends at once when it is told to: each git that runs then has a group of its own, which no terminal
 * tells anything, and ends with it.
 * @returns what undoes this
 */
export function endWithSignals(): () => void {
  const undo = endings.map((signal) => {
    const end = (): void => {
      for (const left of children) killGroup(left, "SIGTERM");
      // As if nobody had listened: who started the program is to see what ended it.
      process.kill(process.pid, signal);
    };
    process.once(signal, end);
    return () => process.removeListener(signal, end);
  });
  return () => {
    for (const one of undo) one();
  };
}

/** Sends a signal to git and what it started. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has ended in between.
  }
}
