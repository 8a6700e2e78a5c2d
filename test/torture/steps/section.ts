import { Random } from "../races/random.js";
import type { Loss, Row, Section, SectionOptions } from "../section.js";
import { lossesOf } from "../table.js";
import type { Case, CaseResult } from "./case.js";
import { HostedLane } from "./hosted.js";
import { type Lane, openLanes } from "./lanes.js";
import { operations } from "./operations.js";
import { casesOf, cyclesOf, nameOf } from "./plan.js";

/** Every step of every operation meets every fault. */
export const section: Section = {
  name: "steps",
  title: "Faults at every step",
  run: async (options) => {
    const lanes = openLanes(options, "steps");
    const hosted = await HostedLane.open(options);
    try {
      return await torture(lanes, hosted, options);
    } finally {
      await hosted.stop();
      for (const lane of lanes) lane.stop();
    }
  },
};

/** So many each operation gets in short. */
const shortCases = 3;
/** So many cases a worker gets at once. */
const batch = 8;
const cycle = "Action";
const shortCycles = 1;
const fullCycles = 40;

interface Tally {
  steps: number;
  injected: number;
  completed: number;
  refused: number;
  died: number;
  recovered: number;
  losses: Loss[];
}

async function torture(lanes: readonly Lane[], hosted: HostedLane, options: SectionOptions) {
  const random = new Random(options.seed);
  const tallies = new Map<string, Tally>();
  const queue: { readonly operation: string; readonly cases: readonly Case[] }[] = [];
  const names = operations.map(({ name }) => name);
  const [first] = lanes;
  const steps = new Map<string, readonly string[]>();
  const wanted = names.filter((name) => options.only === undefined || options.only.startsWith(name));
  await each(lanes, wanted, async (lane, name) => void steps.set(name, await lane.prepare(name)));
  if (first === undefined) throw new Error("there are no workers");
  for (const name of names) {
    const labels = steps.get(name) ?? [];
    tallies.set(name, {
      steps: labels.length,
      injected: 0,
      completed: 0,
      refused: 0,
      died: 0,
      recovered: 0,
      losses: [],
    });
    const { only } = options;
    const most = options.cases ?? (options.short && only === undefined ? shortCases : undefined);
    const cases = casesOf(labels, random, most).filter(
      (one) => only === undefined || nameOf(name, one, labels).includes(only),
    );
    for (let at = 0; at < cases.length; at += batch)
      queue.push({ operation: name, cases: cases.slice(at, at + batch) });
  }
  // Beside the others: most of the time it waits for its processes.
  const cycling =
    options.only === undefined || options.only.startsWith(cycle)
      ? cycles(hosted, random, options).then((tally) => tallies.set(cycle, tally))
      : undefined;
  if (cycling !== undefined) wanted.push(cycle);
  let done = 0;
  await each(lanes, queue, async (lane, { operation, cases }) => {
    count(tallies.get(operation), await lane.run(operation, cases), options);
    done += 1;
    if (done % 50 === 0) options.report(`steps: ${done} of ${queue.length}`);
  });
  await cycling;
  const rows = wanted.map((name) => rowOf(name, tallies.get(name)));
  const losses = [...tallies.values()].flatMap((tally) => tally.losses);
  return { rows, inputs: [...tallies.values()].reduce((sum, { injected }) => sum + injected, 0), losses };
}

/** The Action's cycle: it lives beside its server, in this process. */
async function cycles(hosted: HostedLane, random: Random, options: SectionOptions): Promise<Tally> {
  const { only } = options;
  const labels = await hosted.prepare();
  const tally = {
    steps: labels.length,
    injected: 0,
    completed: 0,
    refused: 0,
    died: 0,
    recovered: 0,
    losses: [],
  };
  const most =
    only !== undefined && only !== cycle
      ? undefined
      : (options.cases ?? (options.short ? shortCycles : fullCycles));
  const cases = cyclesOf(labels, random, most);
  for (const one of cases) {
    if (only === undefined || nameOf(cycle, one, labels).includes(only))
      count(tally, [await hosted.run(one)], options);
  }
  return tally;
}

/** Gives each lane the next thing as soon as it is done with one. */
async function each<T>(
  lanes: readonly Lane[],
  things: readonly T[],
  work: (lane: Lane, thing: T) => Promise<void>,
): Promise<void> {
  const left = [...things];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(lane, next);
    }),
  );
}

function count(tally: Tally | undefined, results: readonly CaseResult[], { report }: SectionOptions): void {
  if (tally === undefined) return;
  for (const { ended, recovered, losses } of results) {
    // Told at once, too: a whole run takes its time.
    for (const loss of losses) report(lossesOf([loss]).join());
    tally.losses.push(...losses);
    if (ended === "unreached") continue;
    tally.injected += 1;
    tally[ended] += 1;
    if (recovered) tally.recovered += 1;
  }
}

const rowOf = (name: string, tally: Tally | undefined): Row => ({
  operation: name,
  steps: tally?.steps ?? 0,
  injected: tally?.injected ?? 0,
  completed: tally?.completed ?? 0,
  refused: tally?.refused ?? 0,
  died: tally?.died ?? 0,
  recovered: tally?.recovered ?? 0,
  losses: tally?.losses.length ?? 0,
});
