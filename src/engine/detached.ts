import { spawn } from "node:child_process";

/** Starts a program that outlives this process. Nobody reads what it prints; that it cannot start is told to nobody. */
export function startDetached(words: readonly [string, ...string[]], cwd: string): void {
  const [program, ...args] = words;
  try {
    const child = spawn(program, args, { cwd, detached: true, stdio: "ignore", windowsHide: true });
    child.on("error", () => {});
    child.unref();
  } catch {
    // Some of the system's errors come at once: without memory for a process, or of too many words.
  }
}
