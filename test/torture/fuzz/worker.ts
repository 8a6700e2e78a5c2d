import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { startGitLightly } from "../../support/light.js";
import { kinds } from "./kinds.js";
import type { Request, Tried } from "./messages.js";
import { type Kind, type Trier, Violation } from "./model.js";
import { polluted } from "./pollution.js";
import { Random } from "./random.js";
import { type Clock, clockIn } from "./watch.js";

/** What a thread is told when it begins. */
const taskSchema = z.object({
  seed: z.number(),
  short: z.boolean(),
  scratch: z.string(),
  clock: z.instanceof(SharedArrayBuffer),
});

/** An input that takes longer is tried twice more: something else may have had the processor. */
const patienceMs = 2_000;
/** So many inputs of each kind are in a short run at least. */
const fewest = 25;
/** After so many, a kind has told enough. */
const mostViolations = 5;

const task = taskSchema.parse(workerData);
const clock = clockIn(task.clock);
// After a fork of this process each page that it writes to is made anew.
startGitLightly(join(task.scratch, "shells"));

parentPort?.on("message", ({ kind, until }: Request) => {
  const wanted = kinds.find(({ name }) => name === kind);
  if (wanted === undefined) throw new Error(`no such kind: ${kind}`);
  void tried(wanted, until).then((told) => parentPort?.postMessage(told));
});

async function tried(kind: Kind, until: number): Promise<Tried> {
  const scratch = join(task.scratch, kind.name.replace(/\W+/g, "-"));
  mkdirSync(scratch, { recursive: true });
  clock.begin(kinds.indexOf(kind), -1);
  const trier = await kind.open({ scratch, seed: task.seed });
  const begun = performance.now();
  const violations: Tried["violations"][number][] = [];
  let [inputs, slowest] = [0, 0];
  const least = task.short ? fewest : kind.least;
  const goesOn = (): boolean => inputs < least || Date.now() < until;
  for (let index = 0; goesOn() && violations.length < mostViolations; index += 1) {
    const { count, took, violation } = await attempt(kind, trier, index, clock);
    inputs += count;
    slowest = Math.max(slowest, took);
    if (violation !== undefined) violations.push(violation);
  }
  clock.end();
  await trier.close?.();
  return { kind: kind.name, inputs, seconds: (performance.now() - begun) / 1_000, slowest, violations };
}

interface Attempt {
  readonly count: number;
  readonly took: number;
  readonly violation: Tried["violations"][number] | undefined;
}

async function attempt(kind: Kind, trier: Trier, index: number, watch: Clock): Promise<Attempt> {
  let last: unknown;
  const show = (input: unknown): void => {
    last = input;
  };
  const violation = (what: string) => ({
    index,
    what: what.slice(0, 4_000),
    input: JSON.stringify(last)?.slice(0, 4_000) ?? "",
  });
  let shortest = Number.POSITIVE_INFINITY;
  let count = 1;
  for (let again = 0; again < 3; again += 1) {
    watch.begin(kinds.indexOf(kind), index);
    const begun = performance.now();
    try {
      count = (await trier.attempt(new Random(task.seed, kind.name, index), show)) ?? 1;
    } catch (error) {
      const what =
        error instanceof Violation
          ? error.message
          : `threw ${error instanceof Error ? error.stack : String(error)}`;
      return { count, took: performance.now() - begun, violation: violation(what) };
    }
    shortest = Math.min(shortest, performance.now() - begun);
    if (shortest < patienceMs) break;
  }
  const changed = polluted();
  if (changed !== undefined)
    return { count, took: shortest, violation: violation(`a prototype was changed: ${changed}`) };
  return {
    count,
    took: shortest,
    violation: shortest < patienceMs ? undefined : violation(`took ${Math.round(shortest)} ms, three times`),
  };
}
