import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { type FaultKind, type Plan, takePlan, type When } from "./plan.js";

/*
 * The steps of the process: every git that it starts, every change of a file, every request that changes something over
 * there. They are numbered as they begin.
 */

/** Before anything is patched. */
const real = {
  writeSync: fs.writeSync,
  openSync: fs.openSync,
  existsSync: fs.existsSync,
  writeFileSync: fs.writeFileSync,
};

export const plan: Plan = takePlan(process.env);
const log = plan.log === undefined ? undefined : real.openSync(plan.log, "a");

/** The processes that were started and have not ended. */
export const children = new Set<ChildProcess>();

/** Above 0: what is called now is called by Node's own code, as a part of a step. */
let inside = 0;
let count = 0;
let full = false;

/** A step that has begun. */
export interface Step {
  readonly number: number;
  /** What is to happen to it now, beyond what `begin` did itself. */
  readonly before: Extract<FaultKind, "fail" | "space" | "hang"> | undefined;
}

const note = (number: number, text: string): void => {
  if (log !== undefined) real.writeSync(log, `${number}\t${text}\n`);
};

/**
 * Begins a step. A fault that ends the process happens in here.
 * @param allocates it would fail on a full disk
 * @returns undefined: this is no step of its own
 */
export function begin(label: string, allocates: boolean): Step | undefined {
  if (inside > 0) return undefined;
  count += 1;
  const number = count;
  note(number, label);
  pause(number, label);
  tellProgram(label);
  const fault = faultAt(number, "before");
  if (fault !== undefined) note(number, `!${fault}`);
  if (fault === "kill" || fault === "cut") die(fault);
  if (fault === "space") full = true;
  if (full && allocates) return { number, before: "space" };
  return { number, before: fault === "space" ? undefined : fault };
}

/**
 * Ends a step: the process may end here.
 * @returns "fail": what was done is to be reported as failed
 */
export function end({ number }: Step): "fail" | undefined {
  const fault = faultAt(number, "after");
  if (fault !== undefined) note(number, `!${fault}`);
  if (fault === "kill" || fault === "cut") die(fault);
  if (fault === "hang") sleepForEver();
  if (fault === "space") full = true;
  return fault === "fail" ? "fail" : undefined;
}

/** Runs what is a part of a step that has begun. */
export function within<T>(work: () => T): T {
  inside += 1;
  try {
    return work();
  } finally {
    inside -= 1;
  }
}

/** Tells the rig that a process was started that will not end. */
export const noteHanging = (number: number, pid: number | undefined): void =>
  note(number, `!hanging\t${pid}`);

function faultAt(number: number, when: When): FaultKind | undefined {
  const { fault } = plan;
  return fault !== undefined && fault.step === number && fault.when === when ? fault.kind : undefined;
}

function die(how: "kill" | "cut"): never {
  if (how === "cut") {
    for (const { pid } of children) {
      try {
        if (pid !== undefined) process.kill(-pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    }
  }
  process.kill(process.pid, "SIGKILL");
  return sleepForEver();
}

const cell = new Int32Array(new SharedArrayBuffer(4));

export function sleepForEver(): never {
  for (;;) Atomics.wait(cell, 0, 0);
}

/** Programs that run many commands in one process count for themselves, and may wait: see races/actor.ts. */
const programHook = Symbol.for("coppice.torture.step");

function tellProgram(label: string): void {
  const told: unknown = Reflect.get(globalThis, programHook);
  if (typeof told === "function") within(() => Reflect.apply(told, undefined, [label]));
}

function pause(number: number, label: string): void {
  const { pauses } = plan;
  if (pauses === undefined || real.existsSync(join(pauses, "run"))) return;
  within(() => {
    // Made under another name first: whoever sees it sees all of it.
    const place = join(pauses, `at-${number}`);
    real.writeFileSync(`${place}.tmp`, label);
    fs.renameSync(`${place}.tmp`, place);
    while (!real.existsSync(join(pauses, `go-${number}`)) && !real.existsSync(join(pauses, "run")))
      Atomics.wait(cell, 0, 0, 1);
  });
}
