import { badAnswer, stateOf } from "./judge.js";
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

const mostCommands = 5;
/** Commands of Coppice that a hint names. */
const hinted =
  /coppice ((?:retry|resolve|merge|commit|abort|create|restore|remove|sync|submit|prune|setup)(?: (?:--?[a-z][a-z-]*|[a-z0-9]+\/[a-z0-9-]+|HEAD))*)/g;

/**
 * Does what a person would do: look, run the command again, then what the errors suggest.
 * @param wanted the state that the operation brings about when nothing happens
 */
export async function recover(place: Place, operation: Operation, wanted: string): Promise<Recovery> {
  const way: string[] = [];
  const bad: string[] = [];
  let state = await stateOf(place);
  let next: readonly string[] = operation.argv;
  for (let count = 0; state !== wanted && count < mostCommands; count += 1) {
    const ran = await place.coppice(next);
    way.push(`${next.join(" ")}: ${codeOf(ran)}`);
    const wrong = badAnswer(ran, operation);
    if (wrong !== undefined) bad.push(`${next.join(" ")}: ${wrong}`);
    state = await stateOf(place);
    next = suggested(ran, next) ?? (next === operation.argv ? ["retry", operation.branch] : operation.argv);
  }
  return { reached: state === wanted, way, bad, state };
}

function suggested(ran: Ran, last: readonly string[]): readonly string[] | undefined {
  const hints = ran.stderr.split("\n").filter((line) => /^hint:|coppice /.test(line));
  for (const hint of hints)
    for (const [, words = ""] of hint.matchAll(hinted)) if (words !== last.join(" ")) return words.split(" ");
  return undefined;
}

const codeOf = (ran: Ran): string =>
  ran.code === 0 ? "0" : `${ran.code} ${/error\[([A-Z_]+)\]/.exec(ran.stderr)?.[1] ?? ""}`;
