import { readFileSync } from "node:fs";

/** What is passed on. Those with which a program dies of itself say what happened to it, not what is wanted. */
const passed = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "SIGQUIT",
  "SIGUSR1",
  "SIGUSR2",
  "SIGTSTP",
  "SIGCONT",
] as const satisfies readonly NodeJS.Signals[];

/** A terminal sends these to everybody in its foreground, the command too. */
const fromTerminal: ReadonlySet<NodeJS.Signals> = new Set(["SIGINT", "SIGQUIT", "SIGTSTP"]);

let commands = 0;

/** Whether a command in the foreground gets this process's signals. */
export const isHandedOver = (): boolean => commands > 0;

/**
 * From now on this process lives through the signals that ask it to end, and passes them on; a stop stops it as well.
 * @returns ends that
 */
export function handOver(pass: (name: NodeJS.Signals) => void): () => void {
  commands += 1;
  const on = (name: NodeJS.Signals): void => {
    if (!fromTerminal.has(name) || !isInForeground()) pass(name);
    if (name !== "SIGTSTP") return;
    // What a shell calls stopped is this process. Without a listener the signal does what it does to any other.
    process.removeListener(name, on);
    process.kill(process.pid, name);
    process.on(name, on);
  };
  for (const name of passed) process.on(name, on);
  return () => {
    commands -= 1;
    for (const name of passed) process.removeListener(name, on);
  };
}

/** Whether this process's group is the one that has the terminal. */
function isInForeground(): boolean {
  try {
    const text = readFileSync("/proc/self/stat", "utf8");
    const [, , group, , , foreground] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return group === foreground;
  } catch {
    return process.stdin.isTTY === true;
  }
}
