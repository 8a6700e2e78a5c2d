import { badAnswer, foundIn, isSameState, type State, textOf } from "./judge.js";
import type { Operation } from "./operations.js";
import type { Place, Ran } from "./place.js";

/** How a place came to the state that the operation was to bring about. */
export interface Recovery {
  readonly reached: boolean;
  /** The commands, with how each ended. */
  readonly way: readonly string[];
  /** Answers that no command may give. */
  readonly bad: readonly string[];
  /** What it came to instead. */
  readonly state: string;
}

const mostCommands = 6;
/** Commands of Coppice that a hint names. */
const hinted =
  /coppice ((?:retry|resolve|merge|commit|abort|create|restore|remove|sync|submit|prune|setup|doctor)(?: (?:--?[a-z][a-z-]*|[a-z0-9]+\/[a-z0-9-]+))*)/g;

/** What `doctor --fix` came to. */
export interface Healing extends Pick<Recovery, "way" | "bad"> {
  /** Afterwards `doctor` finds nothing. */
  readonly healthy: boolean;
}

/** @param isKnown tells whether `doctor` is known to find nothing in what is there then */
export async function heal(place: Place, operation: Operation, isKnown: () => boolean): Promise<Healing> {
  const asking = new Asking(place, operation);
  await asking.run(["doctor", "--fix"]);
  const healthy = isKnown() || (await asking.run(["doctor"])).code === 0;
  return { way: asking.way, bad: asking.bad, healthy };
}

/**
 * Does what a person would do: look, run the command again, then what the errors suggest.
 * @param wanted the state that the operation brings about when nothing happens
 * @param stateNow tells that of the place
 */
export async function recover(
  place: Place,
  operation: Operation,
  wanted: State,
  stateNow: () => Promise<State>,
): Promise<Recovery> {
  const asking = new Asking(place, operation);
  const isReached = (one: State | undefined): boolean =>
    one !== undefined &&
    one.found === wanted.found &&
    withoutEnded(one.told, operation) === withoutEnded(wanted.told, operation);
  // Coppice is only asked where there is something to ask: that takes longer than all else.
  let state = (await foundIn(place)) === wanted.found ? await stateNow() : undefined;
  const tried = new Set<string>();
  let next: readonly string[] | undefined = operation.argv;
  for (let count = 0; next !== undefined && !isReached(state) && count < mostCommands; count += 1) {
    tried.add(next.join(" "));
    const ran = await asking.run(next);
    const before = state;
    state = await stateNow();
    // What did not help before may do so now.
    if (before === undefined || !isSameState(state, before)) tried.clear();
    next = suggested(ran, operation).find((argv) => !tried.has(argv.join(" ")));
  }
  return {
    reached: isReached(state),
    way: asking.way,
    bad: asking.bad,
    state: state === undefined ? "" : textOf(state),
  };
}

/** Commands one after the other, and what was said. */
class Asking {
  readonly way: string[] = [];
  readonly bad: string[] = [];

  constructor(
    readonly place: Place,
    readonly operation: Operation,
  ) {}

  async run(argv: readonly string[]): Promise<Ran> {
    const ran = await this.place.coppice(argv);
    this.way.push(`${argv.join(" ")}: ${toldOf(ran)}`);
    const wrong = badAnswer(ran, this.operation);
    if (wrong !== undefined) this.bad.push(`${argv.join(" ")}: ${wrong}`);
    return ran;
  }
}

/** What to try after an answer, in this order. */
function suggested({ stderr }: Ran, { argv, branch }: Operation): readonly (readonly string[])[] {
  const hints = [...stderr.matchAll(hinted)].map(([, words = ""]) => words.split(" "));
  const adopting = stderr.includes("--adopt") ? [[...argv, "--adopt"]] : [];
  return [...adopting, ...hints, argv, ["retry", branch]];
}

/** A record that was given up on the way stays, as one that is removed. */
const withoutEnded = (state: string, { branch }: Operation): string =>
  state
    .split("\n")
    .filter((line) => line !== `${branch} removed`)
    .join("\n");

const toldOf = (ran: Ran): string =>
  `${ran.code} ${`${ran.stdout}${ran.stderr}`.trim().replaceAll(/\s+/g, " ").slice(0, 500)}`;
