import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod/mini";
import { kinds } from "./kinds.js";
import { type Kind, type Trier, Violation } from "./model.js";
import { polluted } from "./pollution.js";
import { Random } from "./random.js";
import { type Clock, clockIn } from "./watch.js";

/** What a thread is to try. */
const taskSchema = z.object({
  seed: z.number(),
  names: z.array(z.string()),
  /** When all of it is to be done, in milliseconds since the epoch. */
  deadline: z.number(),
  short: z.boolean(),
  scratch: z.string(),
  clock: z.instanceof(SharedArrayBuffer),
});

/** What a thread tells of one kind when it is done with it. */
export interface Tried {
  readonly kind: string;
  readonly inputs: number;
  readonly seconds: number;
  /** The longest that one attempt took, in milliseconds. */
  readonly slowest: number;
  readonly violations: readonly { readonly index: number; readonly what: string; readonly input: string }[];
}

/** An input that takes longer is tried twice more: something else may have had the processor. */
const patienceMs = 2_000;
/** So many inputs of each kind are in a short run at least. */
const fewest = 25;
/** After so many, a kind has told enough. */
const mostViolations = 5;

const task = taskSchema.parse(workerData);
const clock = clockIn(task.clock);

const own = kinds.filter(({ name }) => task.names.includes(name));
for (const [number, kind] of own.entries()) {
  const shares = own.slice(number).reduce((sum, { share }) => sum + share, 0);
  const now = Date.now();
  parentPort?.postMessage(await tried(kind, now + ((task.deadline - now) * kind.share) / shares));
}

/** @param until in milliseconds since the epoch; a full run goes on to its least number of inputs */
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
