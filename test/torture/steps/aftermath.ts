import { rmSync, utimesSync } from "node:fs";
import type { Loss } from "../section.js";
import type { Fingerprints } from "./fingerprint.js";
import { type State, stateOf, textOf, tipOf } from "./judge.js";
import { gitLocksOf, linesOf, readIn, spoolOf } from "./look.js";
import type { Operation } from "./operations.js";
import type { Place } from "./place.js";
import { heal, type Progress, type Recovery, recover } from "./recover.js";

/** What is found of one fault; where is said by whoever knows it. */
export type Found = Omit<Loss, "where">;

/** What comes of a place in which a fault has happened. */
export interface Aftermath {
  readonly reached: boolean;
  readonly found: readonly Found[];
}

/** What is to come of an operation, and what has to stand. */
export interface Aim {
  readonly operation: Operation;
  readonly wanted: State;
  readonly base: string;
  /** What was lost or disturbed since. */
  readonly lossesIn: (place: Place, lines: ReadonlySet<string>) => Promise<readonly Found[]>;
  readonly prints: Fingerprints;
  /** States in which `doctor` finds nothing. */
  readonly sound: Set<string>;
  /** What Coppice and git tell, by what there is to tell of. */
  readonly states: Map<string, State>;
  /** Where nothing was lost, by what is there then and the entries that had been promised. */
  readonly whole: Set<string>;
  /** See Progress. */
  readonly recoveries: Map<string, Recovery>;
}

/** What somebody does first who finds a place as a fault has left it: the same command again, or one of these. */
export type Way = "again" | "retry" | "doctor";

/** Does what a person would do, and looks at what comes of it. */
export async function plainly(
  place: Place,
  { operation, wanted, prints, states, whole, recoveries, lossesIn }: Aim,
  lines: ReadonlySet<string>,
  way: Exclude<Way, "doctor">,
): Promise<Aftermath> {
  const progress: Progress = {
    print: () => prints.of(place, lines),
    state: async () => {
      const print = prints.ofListed(place);
      const told = states.get(print) ?? (await stateOf(place));
      states.set(print, told);
      return told;
    },
    losses: async (print) => {
      const lost = whole.has(print) ? [] : await lossesIn(place, lines);
      if (lost.length === 0) whole.add(print);
      return lost;
    },
    known: recoveries,
  };
  const first = way === "again" ? operation.argv : ["retry", operation.branch];

  // So git's own message says, and Coppice's hint. Each command would wait for them.
  for (const lock of gitLocksOf(place)) rmSync(lock);
  const recovery = await recover(place, operation, first, wanted, progress);
  const { reached, bad, state, lost } = recovery;
  const found: Found[] = [...bad.map((what) => ({ kind: "answer" as const, what })), ...lost];
  if (!reached)
    found.push({
      kind: "state",
      what: `not brought to its end by\n  ${recovery.way.join("\n  ")}\n${difference(textOf(wanted), state)}`,
    });
  return { reached, found };
}

/**
 * The same after `doctor --fix`.
 * @param printed tells the state of the place
 * @param then what follows, where the doctor has been
 */
export async function doctored(
  place: Place,
  { operation, sound }: Aim,
  lines: ReadonlySet<string>,
  printed: () => string,
  then: (state: string) => Promise<Aftermath>,
): Promise<Aftermath> {
  // Nobody calls a doctor within seconds, and what is so young may have somebody at work on it.
  const earlier = Date.now() / 1000 - 60;
  for (const path of [...gitLocksOf(place), ...spoolOf(place)]) utimesSync(path, earlier, earlier);
  let state = "";
  const { way, bad, healthy } = await heal(place, operation, () => {
    state = printed();
    return sound.has(state);
  });
  if (healthy && bad.length === 0) sound.add(state);
  const found: Found[] = bad.map((what) => ({ kind: "answer", what }));
  if (!healthy) found.push({ kind: "state", what: `doctor --fix does not help: ${way.join("\n  ")}` });
  const now = await linesOf(place);
  for (const line of lines)
    if (!now.has(line)) found.push({ kind: "entry", what: `after doctor --fix: ${line.slice(0, 200)}` });
  const { reached, found: later } = await then(state);
  return { reached, found: [...found, ...later] };
}

/** Base is where it was, or at the whole result. */
export async function baseMoved(place: Place, { base, wanted }: Aim): Promise<readonly Found[]> {
  const tip = tipOf(place, "main");
  if (tip === base) return [];
  const { tree, above } =
    readIn(place, "repo", (store) => ({ tree: store.treeOf(tip), above: store.isAncestor(base, tip) })) ??
    (await toldOf(place, base, tip));
  return above && wanted.found.includes(`refs/heads/main ${tree}`)
    ? []
    : [{ kind: "commit", what: `base is at ${tip}, which is neither the old tip nor the merge` }];
}

async function toldOf(
  place: Place,
  base: string,
  tip: string,
): Promise<{ readonly tree: string; readonly above: boolean }> {
  const tree = await place.git("repo", "rev-parse", `${tip}^{tree}`).catch(() => "nothing");
  const above = await place.git("repo", "merge-base", "--is-ancestor", base, tip).then(
    () => true,
    () => false,
  );
  return { tree, above };
}

/** The lines of two states that are not in both. */
function difference(wanted: string, state: string): string {
  const [one, other] = [wanted.split("\n"), state.split("\n")];
  return [
    ...one.filter((line) => !other.includes(line)).map((line) => `  - ${line}`),
    ...other.filter((line) => !one.includes(line)).map((line) => `  + ${line}`),
  ]
    .slice(0, 12)
    .join("\n");
}
