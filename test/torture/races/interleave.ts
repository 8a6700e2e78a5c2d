import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Actor, Running } from "./actors.js";
import type { Deed } from "./scenarios.js";
import type { World } from "./world.js";

/** How one of two deeds ended. */
export interface Outcome {
  readonly done: boolean;
  /** The code that it was refused with; of plain git, what it said. */
  readonly why: string | null;
  readonly steps: number;
  readonly lines: readonly string[];
}

/** What two deeds did at once. */
export interface Interleaved {
  readonly one: Outcome;
  readonly other: Outcome;
  /** Where the one waited, with the labels of its steps. */
  readonly stops: readonly string[];
  /** The other one had to wait until the first had gone on. */
  readonly waited: boolean;
}

/** Runs one deed from its beginning to its end. */
export async function whole(world: World, actor: Actor, deed: Deed): Promise<Outcome> {
  if (deed.argv !== undefined) return outcomeOf(begin(world, actor, deed, []), deed);
  try {
    await deed.plainly?.(world);
    return { done: true, why: null, steps: 0, lines: [] };
  } catch (error) {
    return {
      done: false,
      why: error instanceof Error ? error.message.slice(0, 200) : "?",
      steps: 0,
      lines: [],
    };
  }
}

/** One is stopped before a step, the other is done whole, and the one goes on. */
export async function interleave(
  world: World,
  actors: readonly [Actor, Actor],
  [one, other]: readonly [Deed, Deed],
  stop: number,
): Promise<Interleaved> {
  const running = begin(world, actors[0], one, [stop]);
  const label = await running.stopped();
  const second = whole(world, actors[1], other);
  const waited = label !== undefined && (await isWaitingFor(second, world, actors[0]));
  if (label !== undefined) running.goOn();
  return {
    one: await outcomeOf(running, one),
    other: await second,
    stops: label === undefined ? [] : [label],
    waited,
  };
}

/** Both are stopped several times, and go on in turn: only one of them is going at any time. */
export async function alternate(
  world: World,
  actors: readonly [Actor, Actor],
  [one, other]: readonly [Deed, Deed],
  stops: readonly [readonly number[], readonly number[]],
): Promise<Interleaved> {
  const first = begin(world, actors[0], one, stops[0]);
  const labels: string[] = [];
  const note = (name: string, label: string | undefined): boolean => {
    if (label !== undefined) labels.push(`${name} ${label}`);
    return label !== undefined;
  };
  let resting = { running: first, by: actors[0], name: "1:", live: note("1:", await first.stopped()) };
  const second = begin(world, actors[1], other, stops[1]);
  let going = { running: second, by: actors[1], name: "2:", live: true };
  let waited = false;
  while (going.live && !waited) {
    const stop = going.running.stopped();
    if (resting.live && (await isWaitingFor(stop, world, resting.by))) {
      waited = true;
      resting.running.goOn();
      await Promise.all([
        toItsEnd(resting.running, resting.running.stopped()),
        toItsEnd(going.running, stop),
      ]);
      break;
    }
    going.live = note(going.name, await stop);
    if (resting.live) [going, resting] = [resting, going];
    if (going.live) going.running.goOn();
  }
  return { one: await outcomeOf(first, one), other: await outcomeOf(second, other), stops: labels, waited };
}

/** Whatever it was to be stopped at, it goes on. */
async function toItsEnd(running: Running, stop: Promise<string | undefined>): Promise<void> {
  for (let at = await stop; at !== undefined; at = await running.stopped()) running.goOn();
}

function begin(world: World, actor: Actor, deed: Deed, stops: readonly number[]): Running {
  const { argv = [], at = "repo", job } = deed;
  const variables = job === true ? world.host.environment(world.dir, at) : undefined;
  return actor.begin(world.at(at), argv, stops, variables);
}

async function outcomeOf(running: Running, { codes = [0] }: Deed): Promise<Outcome> {
  const { code, error, said, steps, lines } = await running.ended;
  const done = codes.includes(code);
  const why = done ? null : (error ?? `exit ${code}: ${said.slice(-300)}`);
  return { done, why, steps, lines };
}

/** A deed that takes longer than this is looked at: does it wait for somebody who has been stopped? */
const patienceMs = 150;
const longestMs = 5_000;

/** @returns false when the work ended while the stopped one was still */
async function isWaitingFor(work: Promise<unknown>, world: World, stopped: Actor): Promise<boolean> {
  const since = Date.now();
  for (;;) {
    const over = await Promise.race([work.then(() => true), sleep(patienceMs, false)]);
    if (over) return false;
    if (holdsLock(world, stopped.pid) || Date.now() - since > longestMs) return true;
  }
}

/** Whether a process holds a lock that others wait for; that of a record is none. */
function holdsLock(world: World, pid: number | undefined): boolean {
  return ["repo", "clone"].some((name) => {
    const home = world.at(join(name, ".git/coppice"));
    return ["", "locks"].some((place) => {
      try {
        return readdirSync(join(home, place))
          .filter((file) => file.endsWith(".lock") && !/^[0-9a-f]{40}/.test(file))
          .some((file) => readFileSync(join(home, place, file), "utf8").includes(`"pid":${pid},`));
      } catch {
        return false;
      }
    });
  });
}
