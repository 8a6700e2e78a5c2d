import { AsyncLocalStorage } from "node:async_hooks";
import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import type { Fault, FaultKind, Plan, When } from "./plan.js";

/*
 * The steps of a run: every git that it starts, every change of a file, every request that changes something over there.
 * They are numbered as they begin. A run is a whole process, or one of many in a process that is kept warm.
 */

/** Before anything is patched. */
const real = { writeSync: fs.writeSync, readSync: fs.readSync, openSync: fs.openSync, pid: process.pid };

/** What code meets that still runs after its end: nothing of it reaches the outside any more. */
export class Dead extends Error {}

/** One run and what is to happen in it. */
export class Walk {
  readonly plan: Plan;
  /** The processes that were started and have not ended. */
  readonly children = new Set<ChildProcess>();
  /** What each step did. */
  readonly labels: string[] = [];
  /** The steps that need room on the disk. */
  readonly allocating = new Set<number>();
  /** Kept when the run has died in a process that lives on. */
  readonly died: Promise<"died">;
  /** The fault has happened. */
  struck = false;
  full = false;
  dead = false;
  readonly #log: number | undefined;
  /** The whole process ends with it. */
  readonly whole: boolean;
  #tellDeath: (how: "died") => void = () => {};

  /** Is told of each step before it begins. */
  readonly #onStep: (label: string) => void;

  constructor(plan: Plan, whole: boolean, onStep: (label: string) => void = () => {}) {
    this.plan = plan;
    this.#onStep = onStep;
    this.whole = whole;
    this.#log = plan.log === undefined ? undefined : real.openSync(plan.log, "a");
    this.died = new Promise((resolve) => {
      this.#tellDeath = resolve;
    });
  }

  begin(label: string): number {
    this.#onStep(label);
    this.labels.push(label);
    const number = this.labels.length;
    this.note(number, label);
    return number;
  }

  needsRoom(number: number): void {
    this.allocating.add(number);
    if (this.#log !== undefined) real.writeSync(this.#log, `room ${number}\n`);
  }

  note(number: number, text: string): void {
    if (this.#log !== undefined) real.writeSync(this.#log, `${number}\t${text}\n`);
  }

  /** What is to happen now; noted, as it does happen. */
  faultAt(number: number, when: When): FaultKind | undefined {
    const { fault } = this.plan;
    if (fault === undefined || fault.step !== number || fault.when !== when) return undefined;
    this.strike(number, fault.kind);
    return fault.kind;
  }

  /** What is to happen to a git in its middle; it only has when git comes so far. */
  faultWithin(number: number): Fault | undefined {
    const { fault } = this.plan;
    if (fault?.step !== number || fault.when === "before" || fault.when === "after") return undefined;
    return fault;
  }

  strike(number: number, kind: FaultKind): void {
    this.struck = true;
    this.note(number, `!${kind}`);
  }

  /** Ends the run on the spot. */
  die(how: "kill" | "cut"): never {
    if (how === "cut") for (const child of this.children) killGroup(child);
    if (this.whole) {
      process.kill(real.pid, "SIGKILL");
      return sleepForEver();
    }
    this.dead = true;
    // The other ends of a dead process's pipes are closed.
    for (const { stdio } of this.children) for (const pipe of stdio) pipe?.destroy();
    this.#tellDeath("died");
    throw new Dead("the run has been ended");
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It leads no group, or has ended.
    child.kill("SIGKILL");
  }
}

const walks = new AsyncLocalStorage<Walk>();
let whole: Walk | undefined;

/** From now on this process is one run. */
export function walkWhole(plan: Plan): void {
  const { pauses } = plan;
  whole = new Walk(plan, true, (label) => {
    if (pauses === undefined) return;
    real.writeSync(pauses, `${label}\n`);
    real.readSync(pauses, Buffer.alloc(1));
  });
}

/** Runs something as a run of its own, beside others. */
export const walkIn = <T>(walk: Walk, work: () => T): T => walks.run(walk, work);

/** The run that the caller is a part of. */
export const currentWalk = (): Walk | undefined => walks.getStore() ?? whole;

/** A step that has begun. */
export interface Step {
  readonly walk: Walk;
  readonly number: number;
  /** What is to happen to it now, beyond what `begin` did itself. */
  readonly before: Extract<FaultKind, "fail" | "space" | "hang"> | undefined;
}

/** Above 0: what is called now is called by Node's own code, as a part of a step. */
let inside = 0;

/**
 * Begins a step. A fault that ends the run happens in here.
 * @param allocates it would fail on a full disk
 * @returns undefined: this is no step of its own
 */
export function begin(label: string, allocates: boolean): Step | undefined {
  if (inside > 0) return undefined;
  const walk = currentWalk();
  if (walk === undefined) return undefined;
  if (walk.dead) throw new Dead("the run has been ended");
  const number = walk.begin(label);
  if (allocates) walk.needsRoom(number);
  tellProgram(label);
  const fault = walk.faultAt(number, "before");
  if (fault === "kill" || fault === "cut") return walk.die(fault);
  if (fault === "space") walk.full = true;
  if (walk.full && allocates) return { walk, number, before: "space" };
  return { walk, number, before: fault === "space" ? undefined : fault };
}

/**
 * Ends a step: the run may end here.
 * @returns "fail": what was done is to be reported as failed
 */
export function end({ walk, number }: Step): "fail" | undefined {
  const fault = walk.dead ? undefined : walk.faultAt(number, "after");
  if (fault === "kill" || fault === "cut") return walk.die(fault);
  if (fault === "hang") sleepForEver();
  if (fault === "space") walk.full = true;
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
