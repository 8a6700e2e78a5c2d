import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Safety } from "../faults/plan.js";
import type { SectionOptions, SectionResult } from "../section.js";
import { Actor, bundleActor } from "./actors.js";
import { Host } from "./host.js";
import { alternate, type Interleaved, interleave, whole } from "./interleave.js";
import { differences, type Expected, type InOrder, lossesOf, type Verdict, verdictOf } from "./judge.js";
import type { State } from "./projection.js";
import { Random } from "./random.js";
import type { Deed, Pair } from "./scenarios.js";
import { Score } from "./score.js";
import { build, copyTo, type Template, World } from "./world.js";
import { type WorldName, worlds } from "./worlds.js";

export interface RaceOptions
  extends Pick<SectionOptions, "short" | "seed" | "jobs" | "seconds" | "preload" | "scratch" | "report"> {
  readonly pairs: readonly Pair[];
  /** What Coppice has to do without. */
  readonly off: readonly Safety[];
}

/** Tries every pair, each way round, at each step or as often as the time allows. */
export async function raceAll(asked: RaceOptions): Promise<SectionResult> {
  const options = { ...asked, scratch: mkdtempSync(join(asked.scratch, "races-")) };
  const program = bundleActor(options.scratch);
  const templates = new Templates(join(options.scratch, "templates"));
  const host = await Host.start();
  const until = Date.now() + options.seconds * 1_000;
  const scores: Score[] = [];
  const seen = { loss: false };
  let next = 0;
  const lane = async (number: number): Promise<void> => {
    const actors = [0, 1].map(() => new Actor(program, options.preload, options.off)) as [Actor, Actor];
    const another = (): Actor => new Actor(program, options.preload);
    const builder = another();
    try {
      for (let pair = options.pairs[next]; pair !== undefined; pair = options.pairs[next]) {
        const left = options.pairs.length - next;
        const random = new Random(options.seed + next);
        next += 1;
        if (options.off.length === 0 && Date.now() > until) {
          scores.push(new Score(`${pair.one.name} | ${pair.other.name}: no time`));
          continue;
        }
        const share = (Math.max(0, until - Date.now()) * options.jobs) / left;
        const template = await templates.of(pair.world, builder, another, host);
        const track = { template, place: join(options.scratch, `w${number}`), actors, random, host, seen };
        scores.push(
          await race(pair, track, options, Date.now() + share).catch((cause: unknown) => {
            throw new Error(`${pair.world}: ${pair.one.name} | ${pair.other.name}`, { cause });
          }),
        );
      }
    } finally {
      for (const actor of [...actors, builder]) actor.stop();
    }
  };
  try {
    await Promise.all(Array.from({ length: options.jobs }, (_, number) => lane(number)));
  } finally {
    await host.stop();
  }
  return {
    rows: scores.map((score) => score.row()),
    inputs: scores.reduce((sum, { tried }) => sum + tried, 0),
    losses: scores.flatMap(({ losses }) => losses),
  };
}

/** Each world is built once, at a path as long as that of its copies. */
class Templates {
  readonly #made = new Map<WorldName, Promise<Template>>();

  constructor(readonly dir: string) {
    mkdirSync(dir, { recursive: true });
  }

  of(name: WorldName, actor: Actor, another: () => Actor, host: Host): Promise<Template> {
    const known = this.#made.get(name) ?? build(join(this.dir, name), actor, another, host, worlds[name]);
    this.#made.set(name, known);
    return known;
  }
}

/** Where interleavings are run, one after the other. */
interface Track {
  readonly template: Template;
  readonly place: string;
  readonly actors: readonly [Actor, Actor];
  readonly random: Random;
  readonly host: Host;
  /** Whether anything was lost, in any pair. */
  readonly seen: { loss: boolean };
}

/** A pair, one way round: the first of the deeds is stopped. */
interface Way {
  readonly deeds: readonly [Deed, Deed];
  readonly expected: Expected;
  /** The pair names them in the other order. */
  readonly swapped: boolean;
}

async function race(
  pair: Pair,
  track: Track,
  { short, off, report }: RaceOptions,
  until: number,
): Promise<Score> {
  const { random, actors } = track;
  if (off.length > 0 && short && track.seen.loss) return new Score("not needed any more");
  const ways = waysOf(pair, await inBothOrders(track, [pair.one, pair.other]));
  const score = new Score(`${pair.one.name} | ${pair.other.name}`);
  const judge = async (way: Way, tried: Interleaved): Promise<void> => {
    const { deeds, expected } = way;
    const found = await actors[1].observe(track.place);
    const verdict = await verdictIn(track, way, tried, found.state);
    const where = `${pair.world}: ${deeds.map(({ name }) => name).join(" | ")}, stopped before ${tried.stops.join(", ")}`;
    const lost = lossesOf(expected, deeds, tried, found, where);
    if (verdict === "unexplained" && pair.loose !== true) {
      const ends = `${tried.one.why ?? "done"} / ${tried.other.why ?? "done"}`;
      const how = [expected.forward, expected.backward].map(({ after }) =>
        differences(after, found.state).slice(0, 6).join("; "),
      );
      lost.push({ kind: "state", where, what: `no order explains it (${ends}): ${how.join(" || ")}` });
    }
    const left = found.leftovers.filter((one) => !expected.start.leftovers.includes(one));
    for (const one of left) lost.push({ kind: "state", where, what: `left behind: ${one}` });
    score.add(way.swapped ? swapped(verdict) : verdict, tried, lost);
    if (lost.length > 0) track.seen.loss = true;
    if (lost.length > 0 && off.length === 0) report(`${where}: ${lost[0]?.what}`);
  };
  // Without a safety the rig is to see what is lost: it goes on until it does.
  const isEnough = (): boolean =>
    off.length > 0 ? track.seen.loss && (short || Date.now() > until) : Date.now() > until && score.tried > 0;
  const wanted = short && off.length === 0 ? 2 : undefined;
  const stops = ways.map(({ expected }) => random.shuffled(expected.forward.first.steps, wanted));
  const most = Math.max(...stops.map(({ length }) => length));
  for (let turn = 0; turn < most; turn += 1) {
    for (const [index, way] of ways.entries()) {
      const stop = stops[index]?.[turn];
      if (stop === undefined || isEnough()) continue;
      await judge(way, await interleave(await fresh(track), actors, way.deeds, stop));
    }
  }
  const [way] = ways;
  while (!short && way !== undefined && pair.other.argv !== undefined && Date.now() < until) {
    const { first, second } = way.expected.forward;
    const both = [random.some(first.steps, 4), random.some(second.steps, 4)] as const;
    await judge(way, await alternate(await fresh(track), actors, way.deeds, both));
  }
  return score;
}

function waysOf({ one, other }: Pair, expected: Expected): Way[] {
  const way: Way = { deeds: [one, other], expected, swapped: false };
  if (other.argv === undefined || other.name === one.name) return [way];
  const { start, forward, backward } = expected;
  const turned = { start, forward: backward, backward: forward, parts: [], cuts: new Map() };
  return [way, { deeds: [other, one], expected: turned, swapped: true }];
}

const swapped = (verdict: Verdict): Verdict =>
  verdict === "forward" ? "backward" : verdict === "backward" ? "forward" : verdict;

/** What may be left of a deed is only found out where nothing else explains what came of it. */
async function verdictIn(track: Track, way: Way, tried: Interleaved, state: State): Promise<Verdict> {
  const { deeds, expected } = way;
  const verdict = verdictOf(expected, deeds, tried, state);
  if (verdict !== "unexplained" || expected.parts.length > 0 || expected.cuts.size > 0) return verdict;
  const [one, other] = deeds;
  if (one.cut !== undefined) expected.cuts.set(0, (await inOrder(track, plainly(one.cut), other)).after);
  if (other.cut !== undefined) expected.cuts.set(1, (await inOrder(track, plainly(other.cut), one)).after);
  for (const [deed, rest, isFirst] of [
    [one, other, true],
    [other, one, false],
  ] as const) {
    if (deed.part === undefined) continue;
    const part = { ...deed, argv: deed.part };
    const pairs = isFirst ? ([part, rest] as const) : ([rest, part] as const);
    expected.parts.push(await inOrder(track, pairs[0], pairs[1]), await inOrder(track, pairs[1], pairs[0]));
  }
  return verdictOf(expected, deeds, tried, state);
}

const plainly = (work: (world: World) => Promise<void>): Deed => ({ name: "what is left", plainly: work });

async function fresh({ template, place, actors, host }: Track): Promise<World> {
  await copyTo(template, place);
  await host.serve(place);
  return new World(place, actors[0], () => actors[1], host);
}

async function inBothOrders(track: Track, [one, other]: readonly [Deed, Deed]): Promise<Expected> {
  const start = await track.actors[1].observe((await fresh(track)).dir);
  const forward = await inOrder(track, one, other);
  return { start, forward, backward: await inOrder(track, other, one), parts: [], cuts: new Map() };
}

async function inOrder(track: Track, before: Deed, after: Deed): Promise<InOrder> {
  const [first, second] = track.actors;
  const world = await fresh(track);
  const begun = await whole(world, first, before);
  const between = await second.observe(world.dir);
  const ended = await whole(world, second, after);
  const end = await second.observe(world.dir);
  return { first: begun, second: ended, between: between.state, after: end.state };
}
