import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Safety } from "../faults/plan.js";
import type { Loss, Row, SectionOptions, SectionResult } from "../section.js";
import { Actor, bundleActor } from "./actors.js";
import { alternate, type Interleaved, interleave, whole } from "./interleave.js";
import { differences, type Expected, type InOrder, lossesOf, type Verdict, verdictOf } from "./judge.js";
import { Random } from "./random.js";
import type { Deed, Pair } from "./scenarios.js";
import { build, copyTo, type Template, World } from "./world.js";
import { type WorldName, worlds } from "./worlds.js";

export interface RaceOptions
  extends Pick<SectionOptions, "short" | "seed" | "jobs" | "seconds" | "preload" | "scratch" | "report"> {
  readonly pairs: readonly Pair[];
  /** What Coppice has to do without. */
  readonly off: readonly Safety[];
}

/** One deed that is stopped, and one that is done meanwhile. */
interface Task {
  readonly world: WorldName;
  readonly one: Deed;
  readonly other: Deed;
  readonly loose: boolean;
  readonly seed: number;
}

interface Tally {
  readonly row: Row;
  readonly inputs: number;
  readonly losses: readonly Loss[];
}

/** Tries every pair, each way round, as often as the time allows. */
export async function raceAll(asked: RaceOptions): Promise<SectionResult> {
  const options = { ...asked, scratch: mkdtempSync(join(asked.scratch, "races-")) };
  const program = bundleActor(options.scratch);
  const templates = new Templates(join(options.scratch, "templates"));
  const tasks = options.pairs
    .flatMap(tasksOf)
    .map((task, index) => ({ ...task, seed: options.seed + index }));
  const until = Date.now() + options.seconds * 1_000;
  const tallies: Tally[] = [];
  let next = 0;
  const lane = async (number: number): Promise<void> => {
    const actors = [0, 1].map(() => new Actor(program, options.preload, options.off)) as [Actor, Actor];
    const another = (): Actor => new Actor(program, options.preload);
    const builder = another();
    try {
      for (let task = tasks[next]; task !== undefined; task = tasks[next]) {
        const left = tasks.length - next;
        next += 1;
        const share = (Math.max(0, until - Date.now()) * options.jobs) / left;
        const place = join(options.scratch, `w${number}`);
        const template = await templates.of(task.world, builder, another);
        tallies.push(await race(task, template, place, actors, options, Date.now() + share));
      }
    } finally {
      for (const actor of [...actors, builder]) actor.stop();
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, (_, number) => lane(number)));
  return {
    rows: tallies.map(({ row }) => row),
    inputs: tallies.reduce((sum, { inputs }) => sum + inputs, 0),
    losses: tallies.flatMap(({ losses }) => losses),
  };
}

function tasksOf({ world, one, other, loose }: Pair): Omit<Task, "seed">[] {
  const forward = { world, one, other, loose: loose === true };
  const both = other.argv !== undefined && other.name !== one.name;
  return both ? [forward, { ...forward, one: other, other: one }] : [forward];
}

/** Each world is built once, at a path as long as that of its copies. */
class Templates {
  readonly #made = new Map<WorldName, Promise<Template>>();

  constructor(readonly dir: string) {
    mkdirSync(dir, { recursive: true });
  }

  of(name: WorldName, actor: Actor, another: () => Actor): Promise<Template> {
    const known = this.#made.get(name) ?? build(join(this.dir, name), actor, another, worlds[name]);
    this.#made.set(name, known);
    return known;
  }
}

async function race(
  task: Task,
  template: Template,
  place: string,
  actors: readonly [Actor, Actor],
  { short, off, report }: RaceOptions,
  until: number,
): Promise<Tally> {
  const random = new Random(task.seed);
  const deeds = [task.one, task.other] as const;
  const fresh = async (): Promise<World> => {
    await copyTo(template, place);
    return new World(place, actors[0], () => actors[1]);
  };
  const expected = await inBothOrders(fresh, actors, deeds);
  const counts: Record<Verdict | "tried" | "waited" | "both" | "refused", number> = {
    tried: 0,
    waited: 0,
    both: 0,
    refused: 0,
    forward: 0,
    backward: 0,
    part: 0,
    alone: 0,
    nothing: 0,
    unexplained: 0,
  };
  const losses: Loss[] = [];
  const name = `${task.one.name} | ${task.other.name}`;
  const judge = async (tried: Interleaved): Promise<void> => {
    const found = await actors[1].observe(place);
    const verdict = verdictOf(expected, deeds, tried, found.state);
    const where = `${task.world}: ${name}, stopped before ${tried.stops.join(", ")}`;
    const lost = lossesOf(expected, deeds, tried, found, where);
    counts.tried += 1;
    counts[verdict] += 1;
    if (tried.waited) counts.waited += 1;
    counts[tried.one.done && tried.other.done ? "both" : "refused"] += 1;
    if (verdict === "unexplained" && !task.loose) {
      const ends = `${tried.one.why ?? "done"} / ${tried.other.why ?? "done"}`;
      const how = [expected.forward, expected.backward].map(({ after }) =>
        differences(after, found.state).slice(0, 6).join("; "),
      );
      lost.push({ kind: "state", where, what: `no order explains it (${ends}): ${how.join(" || ")}` });
    }
    const left = found.leftovers.filter((one) => !expected.start.leftovers.includes(one));
    for (const one of left) lost.push({ kind: "state", where, what: `left behind: ${one}` });
    losses.push(...lost);
    if (lost.length > 0 && off.length === 0) report(`${where}: ${lost[0]?.what}`);
  };
  for (const stop of random.shuffled(expected.forward.first.steps, short ? 2 : undefined)) {
    if (Date.now() > until && counts.tried > 0) break;
    await judge(await interleave(await fresh(), actors, deeds, stop));
  }
  while (!short && task.other.argv !== undefined && Date.now() < until) {
    const stops = [
      random.some(expected.forward.first.steps, 4),
      random.some(expected.forward.second.steps, 4),
    ] as const;
    await judge(await alternate(await fresh(), actors, deeds, stops));
  }
  return { row: rowOf(name, counts, losses), inputs: counts.tried, losses };
}

const rowOf = (pair: string, counts: Readonly<Record<string, number>>, losses: readonly Loss[]): Row => ({
  pair,
  tried: counts.tried ?? 0,
  "both done": counts.both ?? 0,
  refused: counts.refused ?? 0,
  waited: counts.waited ?? 0,
  "as A;B": counts.forward ?? 0,
  "as B;A": counts.backward ?? 0,
  "one alone": counts.alone ?? 0,
  "in part": counts.part ?? 0,
  neither: counts.nothing ?? 0,
  losses: losses.length,
});

async function inBothOrders(
  fresh: () => Promise<World>,
  actors: readonly [Actor, Actor],
  [one, other]: readonly [Deed, Deed],
): Promise<Expected> {
  const [first, second] = actors;
  const order = async (before: Deed, after: Deed): Promise<InOrder> => {
    const world = await fresh();
    const begun = await whole(world, first, before);
    const between = await second.observe(world.dir);
    const ended = await whole(world, second, after);
    const end = await second.observe(world.dir);
    return { first: begun, second: ended, between: between.state, after: end.state };
  };
  const start = await second.observe((await fresh()).dir);
  const forward = await order(one, other);
  const backward = await order(other, one);
  const parts: InOrder[] = [];
  if (one.part !== undefined) {
    const part = { ...one, argv: one.part };
    parts.push(await order(part, other), await order(other, part));
  }
  return { start, forward, backward, parts };
}
