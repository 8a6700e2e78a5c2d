import type { Loss } from "../section.js";
import { badAnswer, foundIn, type State, textOf } from "./judge.js";
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
  /** What is not there any more. */
  readonly lost: readonly Omit<Loss, "where">[];
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

/** What tells how far a place has come. */
export interface Progress {
  /** The same for what is the same file by file, with the same promised: see Fingerprints. */
  readonly print: () => string;
  readonly state: () => Promise<State>;
  readonly losses: (print: string) => Promise<readonly Omit<Loss, "where">[]>;
  /**
   * What has come of a place before, by what it was then, the command that came next, and those that had been tried: of
   * the same, the same comes.
   */
  readonly known: Map<string, Recovery>;
}

/**
 * Does what a person would do: look, then run commands as the errors suggest.
 * @param first the command to begin with
 * @param wanted the state that the operation brings about when nothing happens
 */
export async function recover(
  place: Place,
  operation: Operation,
  first: readonly string[],
  wanted: State,
  { print, state, losses, known }: Progress,
): Promise<Recovery> {
  const asking = new Asking(place, operation);
  const isReached = (one: State | undefined): boolean =>
    one !== undefined &&
    one.found === wanted.found &&
    withoutEnded(one.told, operation) === withoutEnded(wanted.told, operation);
  // Coppice is only asked where files and branches tell of an end: that takes longer than all else.
  const ask = async (): Promise<State | undefined> =>
    (await foundIn(place)) === wanted.found ? state() : undefined;
  const passed: string[] = [];
  const tried = new Map<string, number>();
  let at = print();
  let now = await ask();
  let next: readonly string[] | undefined = first;
  let rest: Recovery | undefined;
  for (let count = 0; next !== undefined && !isReached(now) && count < mostCommands; count += 1) {
    const words = next.join(" ");
    const key = [at, words, ...tried].join("\n");
    rest = known.get(key);
    if (rest !== undefined) break;
    passed.push(key);
    tried.set(words, (tried.get(words) ?? 0) + 1);
    const ran = await asking.run(next);
    const before = at;
    at = print();
    now = await ask();
    // What did not help before may do so now, where something has changed.
    const most = at === before ? 1 : 2;
    // Who is told that there is nothing to retry goes on with what was wanted.
    const own = count === 0 && first !== operation.argv && ran.code !== 0 ? [operation.argv] : [];
    next = [...own, ...suggested(ran, operation)].find((argv) => (tried.get(argv.join(" ")) ?? 0) < most);
  }
  const recovery: Recovery = {
    reached: rest?.reached ?? isReached(now),
    way: [...asking.way, ...(rest?.way ?? [])],
    bad: [...asking.bad, ...(rest?.bad ?? [])],
    state: rest?.state ?? (now === undefined ? await foundIn(place) : textOf(now)),
    lost: rest?.lost ?? (await losses(at)),
  };
  for (const key of passed) known.set(key, recovery);
  return recovery;
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
