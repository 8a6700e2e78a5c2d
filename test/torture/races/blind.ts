import type { Safety } from "../faults/plan.js";
import type { SectionOptions, SectionResult } from "../section.js";
import { raceAll } from "./race.js";
import { pairs } from "./scenarios.js";

/** Which pairs a safety is for: `world: one | other`. */
const telling: Readonly<Record<"lock" | "expected", RegExp>> = {
  lock: /^(two: merge task\/a \| remove|dirty: commit task\/a -m .* \| commit|refused: retry task\/a \| remove)/,
  expected: /^twoFree: /,
};

/**
 * The same races with a Coppice that lacks a safety. Where they report no losses then, they are blind.
 * @param safety the archive is not what two operations at once depend on
 */
export function blindRaces(
  safety: Safety & ("lock" | "expected"),
  options: SectionOptions,
): Promise<SectionResult> {
  const chosen = pairs.filter(({ world, one, other }) =>
    telling[safety].test(`${world}: ${one.name} | ${other.name}`),
  );
  return raceAll({ ...options, pairs: chosen, off: [safety] });
}
