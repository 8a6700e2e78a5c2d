import { writeFileSync } from "node:fs";
import { join } from "node:path";

/*
 * Signals at chosen moments of a command, from outside of it: a program that Node loads before Coppice counts the
 * processes that it starts and the files that it changes, before and after each, and sends the process a signal.
 */
const preload = `
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const plan = JSON.parse(process.env.INTERRUPT_AT);
delete process.env.INTERRUPT_AT;
const write = fs.writeFileSync;
let count = 0;
const moment = () => {
  count += 1;
  if (count !== plan.at) return;
  process.kill(process.pid, plan.signal);
  if (plan.again !== null) setTimeout(() => process.kill(process.pid, plan.signal), plan.again).unref();
};
process.on("exit", () => write(plan.count, String(count)));

const start = childProcess.spawn;
childProcess.spawn = (...args) => {
  moment();
  const child = start(...args);
  child.once("exit", moment);
  return child;
};
for (const name of ["writeFileSync", "renameSync", "linkSync", "unlinkSync", "mkdirSync", "rmSync", "rmdirSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    moment();
    const result = original(...args);
    moment();
    return result;
  };
}
syncBuiltinESMExports();
`;

/** When a command is to be interrupted, and by what. */
export interface Interruption {
  /** The number of the moment; 0: never, the moments are only counted. */
  readonly at: number;
  readonly signal: NodeJS.Signals;
  /** Milliseconds until the same signal comes again; null: it does not. */
  readonly again: number | null;
  /** The file that the number of moments is written to. */
  readonly count: string;
}

/** Writes the program to a directory. @returns its path, for `node --import` */
export function writePreload(directory: string): string {
  const path = join(directory, "interrupting.mjs");
  writeFileSync(path, preload);
  return path;
}

/** What tells the program when. */
export const interruptionEnv = (interruption: Interruption): Record<string, string> => ({
  INTERRUPT_AT: JSON.stringify(interruption),
});
