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
  const isBlind = options.off.length > 0;
  let next = 0;
  const lane = async (number: number): Promise<void> => {
    const actors = [0, 1].map(() => new Actor(program, options.preload, options.off)) as [Actor, Actor];
    const another = (): Actor => new Actor(program, options.preload);
    const builder = another();
    const begun: Race[] = [];
    const starts: Track["starts"] = new Map();
    try {
      for (let pair = options.pairs[next]; pair !== undefined; pair = options.pairs[next]) {
        const left = options.pairs.length - next;
        const random = new Random(options.seed + next);
        next += 1;
        const race = new Race(pair, random, options, seen);
        scores.push(race.score);
        if (isBlind ? options.short && seen.loss : Date.now() > until) continue;
        const share = (Math.max(0, until - Date.now()) * options.jobs) / left;
        const template = await templates.of(pair.world, builder, another, host);
        await race.begin({ template, place: join(options.scratch, `w${number}`), actors, host, starts });
        // Without a safety one race after the other goes on until something is lost.
        if (isBlind) await race.goOn(Date.now() + share);
        else begun.push(race);
      }
      for (const [at, race] of begun.entries())
        await race.goOn(Date.now() + (until - Date.now()) / (begun.length - at));
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
  readonly host: Host;
  /** What each world is seen as before anything happens in it. */
  readonly starts: Map<Template, Expected["start"]>;
}

/** A pair, one way round: the first of the deeds is stopped. */
interface Way {
  readonly deeds: readonly [Deed, Deed];
  readonly expected: Expected;
  /** The pair names them in the other order. */
  readonly swapped: boolean;
}

/** One pair and what has come of it so far. */
class Race {
  readonly score: Score;
  readonly #pair: Pair;
  readonly #random: Random;
  readonly #options: RaceOptions;
  readonly #seen: { loss: boolean };
  #rest: AsyncGenerator<undefined> | undefined;
  /** When it is to end, in milliseconds since the epoch. */
  #until = 0;

  /** @param seen whether anything was lost, in any pair */
  constructor(pair: Pair, random: Random, options: RaceOptions, seen: { loss: boolean }) {
    this.#pair = pair;
    this.#random = random;
    this.#options = options;
    this.#seen = seen;
    this.score = new Score(`${pair.one.name} | ${pair.other.name}`);
  }

  /** Finds out what either order gives, and tries the first interleaving. */
  async begin(track: Track): Promise<void> {
    this.#rest = this.#interleavings(track);
    await this.#next();
  }

  /** Tries more, as long as there is time. Without a safety the rig is to see what is lost: it goes on until it does. */
  async goOn(until: number): Promise<void> {
    const { off, short } = this.#options;
    this.#until = until;
    const isOver = (): boolean => Date.now() > until;
    const isEnough = (): boolean => (off.length > 0 ? this.#seen.loss && (short || isOver()) : isOver());
    while (!isEnough() && (await this.#next()));
  }

  /** @returns whether there was another one */
  async #next(): Promise<boolean> {
    const { world, one, other } = this.#pair;
    try {
      return (await this.#rest?.next())?.done === false;
    } catch (cause) {
      throw new Error(`${world}: ${one.name} | ${other.name}`, { cause });
    }
  }

  /** Each way round at each step, in any order; then, but in short, both stopped at several: as long as anybody asks. */
  async *#interleavings(track: Track): AsyncGenerator<undefined> {
    const { short, off } = this.#options;
    const [pair, random, { actors }] = [this.#pair, this.#random, track];
    const ways = waysOf(pair, await inBothOrders(track, [pair.one, pair.other]));
    const wanted = short && off.length === 0 ? 2 : undefined;
    const stops = ways.map(({ expected }) => random.shuffled(expected.forward.first.steps, wanted));
    const most = Math.max(...stops.map(({ length }) => length));
    for (let turn = 0; turn < most; turn += 1) {
      for (const [index, way] of ways.entries()) {
        const stop = stops[index]?.[turn];
        if (stop === undefined) continue;
        await this.#judge(track, way, await interleave(await fresh(track), actors, way.deeds, stop));
        yield;
      }
    }
    const [way] = ways;
    if (short || way === undefined || pair.other.argv === undefined) return;
    while (off.length === 0 || Date.now() < this.#until) {
      const { first, second } = way.expected.forward;
      const both = [random.some(first.steps, 4), random.some(second.steps, 4)] as const;
      await this.#judge(track, way, await alternate(await fresh(track), actors, way.deeds, both));
      yield;
    }
  }

  async #judge(track: Track, way: Way, tried: Interleaved): Promise<void> {
    const { deeds, expected } = way;
    const pair = this.#pair;
    const found = await track.actors[1].observe(track.place);
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
    this.score.add(way.swapped ? swapped(verdict) : verdict, tried, lost);
    if (lost.length === 0) return;
    this.#seen.loss = true;
    if (this.#options.off.length === 0) this.#options.report(`${where}: ${lost[0]?.what}`);
  }
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
  const start = track.starts.get(track.template) ?? (await track.actors[1].observe((await fresh(track)).dir));
  track.starts.set(track.template, start);
  const forward = await inOrder(track, one, other);
  const backward = one.name === other.name ? forward : await inOrder(track, other, one);
  return { start, forward, backward, parts: [], cuts: new Map() };
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
