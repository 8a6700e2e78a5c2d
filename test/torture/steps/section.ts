import { Random } from "../races/random.js";
import type { Section, SectionOptions, SectionResult } from "../section.js";
import { lossesOf } from "../table.js";
import type { Case } from "./case.js";
import { HostedLane } from "./hosted.js";
import { type Lane, openLanes } from "./lanes.js";
import { operations } from "./operations.js";
import { casesOf, cyclesOf, nameOf } from "./plan.js";
import { Tally } from "./tally.js";
import type { Walked } from "./walked.js";

/** Every step of every operation meets a fault, and as many of them several as there is time for. */
export const section: Section = {
  name: "steps",
  title: "Faults at every step",
  run: async (options) => {
    const everything = !options.short && options.cases === undefined && options.only === undefined;
    const lanes = openLanes(options, "steps", everything);
    const hosted = await HostedLane.open(options);
    try {
      return await torture(lanes, hosted, everything, options);
    } finally {
      await hosted.stop();
      for (const lane of lanes) lane.stop();
    }
  },
};

/** So many each operation gets in short. */
const shortCases = 2;
/** So many cases a worker gets at once. */
const batch = 8;
const cycle = "Action";
const shortCycles = 1;

/** Cases of one operation. */
interface Batch {
  readonly operation: string;
  readonly cases: readonly Case[];
  /** See casesOf. */
  readonly turn: number;
  /** How much of its turn the operation has had then: from 0 to 1. */
  readonly part: number;
}

/** When its turns are over, in milliseconds since the epoch: the first is what the section is for. */
interface Until {
  readonly first: number;
  readonly others: number;
}

async function torture(
  lanes: readonly Lane[],
  hosted: HostedLane,
  catches: boolean,
  options: SectionOptions,
): Promise<SectionResult> {
  const now = Date.now();
  const until: Until = { first: now + options.mostSeconds * 1000, others: now + options.seconds * 1000 };
  const { only } = options;
  const isWanted = (name: string): boolean =>
    only === undefined || only.startsWith(name) || only.startsWith("*");
  const names = operations.map(({ name }) => name).filter(isWanted);
  const tallies = new Map<string, Tally>();
  const batches: Batch[] = [];
  const preparedBy = new Map<string, Lane>();
  let endFirstTurn = (): void => {};
  const firstTurn = new Promise<void>((resolve) => {
    endFirstTurn = resolve;
  });
  // Beside the others: much of the time it waits for its processes.
  const cycling = isWanted(cycle) ? cycles(hosted, catches, options, until, firstTurn) : undefined;
  const run = async (lane: Lane, { operation, cases, turn }: Batch): Promise<void> => {
    const isLate = isOver(options, until, turn);
    const preparer = preparedBy.get(operation) ?? lane;
    const results = isLate ? await preparer.known(operation, cases) : await lane.run(operation, cases);
    for (const [at, one] of cases.entries()) {
      const result = results[at];
      if (result === undefined) continue;
      // Told at once, too: a whole run takes its time.
      for (const line of lossesOf(result.losses)) options.report(line);
      tallies.get(operation)?.add(one, result);
    }
  };
  await each(lanes, names, async (lane, name) => {
    if (isOver(options, until, 0)) {
      tallies.set(name, new Tally(name, undefined, shortCases));
      return;
    }
    preparedBy.set(name, lane);
    const { walked, losses } = await lane.prepare(name);
    for (const line of lossesOf(losses)) options.report(line);
    const own = batchesOf(name, walked, options);
    const planned = own.reduce((sum, { cases }) => sum + cases.length, 0);
    const tally = new Tally(name, walked.labels.length, planned);
    tallies.set(name, tally);
    tally.losses.push(...losses);
    // In short there may be no time to prepare them all.
    if (options.short) for (const one of own) await run(lane, one);
    else batches.push(...own);
  });
  // Within a turn all operations go on alike: where the time does not suffice, each has had the same part of its faults. In
  // the first, what one lane has caught would cost another one the whole preparation.
  batches.sort((one, other) => one.part - other.part);
  for (const turn of [0, 1, 2]) {
    await each(
      lanes,
      batches.filter((batch) => batch.turn === turn),
      run,
      (lane, { operation }) => preparedBy.get(operation) === lane,
      turn === 0 ? batches.length : ahead,
    );
    if (turn === 0) endFirstTurn();
  }
  const inOrder = names.flatMap((name) => tallies.get(name) ?? []);
  const all = [...inOrder, ...(cycling === undefined ? [] : [await cycling])];
  return {
    rows: all.map(({ row }) => row),
    inputs: all.reduce((sum, { injected }) => sum + injected, 0),
    losses: all.flatMap(({ losses }) => losses),
  };
}

/** What is chosen by its name, or by a number, is done, however long it takes. */
const isOver = ({ only, cases }: SectionOptions, { first, others }: Until, turn: number): boolean =>
  only === undefined && cases === undefined && Date.now() > (turn === 0 ? first : others);

/** Whether a description has what was asked for; `*` stands for anything in between. */
const isNamed = (description: string, only: string | undefined): boolean =>
  only === undefined || only.split("*").every((part) => description.includes(part));

/** The batches of one operation. */
function batchesOf(operation: string, walked: Walked, options: SectionOptions): Batch[] {
  const { only, seed } = options;
  const most = options.cases ?? (options.short && only === undefined ? shortCases : undefined);
  // Numbers of its own: an operation that takes a step more changes nothing for the others.
  const random = new Random(seed + operations.findIndex(({ name }) => name === operation));
  return casesOf(walked, random, most).flatMap((all, turn) => {
    const cases = all.filter((one) => isNamed(nameOf(operation, one, walked.labels), only));
    const batches: Batch[] = [];
    for (let at = 0; at < cases.length; at += batch)
      batches.push({ operation, cases: cases.slice(at, at + batch), turn, part: at / cases.length });
    return batches;
  });
}

/**
 * The Action's cycle: it lives beside its server, in this process. Each case costs as much as ten of another operation: its
 * second turn waits for their first.
 */
async function cycles(
  hosted: HostedLane,
  catches: boolean,
  options: SectionOptions,
  until: Until,
  firstTurn: Promise<void>,
): Promise<Tally> {
  const { only } = options;
  const walked = await hosted.prepare(catches);
  const named = only !== undefined && only !== cycle;
  const most = named ? undefined : (options.cases ?? (options.short ? shortCycles : undefined));
  const turns = cyclesOf(walked, new Random(options.seed), most).map((turn) =>
    turn.filter((one) => isNamed(nameOf(cycle, one, walked.labels), only)),
  );
  const tally = new Tally(cycle, walked.labels.length, turns.flat().length);
  for (const [number, turn] of turns.entries()) {
    if (number > 0) await firstTurn;
    for (const one of turn) {
      if (isOver(options, until, number)) continue;
      const result = await hosted.run(one);
      for (const line of lossesOf(result.losses)) options.report(line);
      tally.add(one, result);
    }
  }
  return tally;
}

/** From so many of the next things a lane may choose. */
const ahead = 2 * operations.length;

/**
 * Gives each lane the next thing as soon as it is done with one.
 * @param among the first of so many that a lane prefers is its next, or else the very first: one whose own take longer does
 *   not fall behind
 */
async function each<T>(
  lanes: readonly Lane[],
  things: readonly T[],
  work: (lane: Lane, thing: T) => Promise<void>,
  prefers: (lane: Lane, thing: T) => boolean = () => true,
  among: number = things.length,
): Promise<void> {
  const left = [...things];
  const take = (lane: Lane): T | undefined => {
    const at = left.slice(0, among).findIndex((thing) => prefers(lane, thing));
    return at < 0 ? left.shift() : left.splice(at, 1)[0];
  };
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = take(lane); next !== undefined; next = take(lane)) await work(lane, next);
    }),
  );
}
