import type { Safety } from "../faults/plan.js";
import type { SectionOptions, SectionResult } from "../section.js";
import { raceAll } from "./race.js";
import { pairs } from "./scenarios.js";

/** What two operations at once depend on. */
export type RacedSafety = Exclude<Safety, "archive">;

/** Which pairs a safety is for: `world: one | other`. */
const telling: Readonly<Record<RacedSafety, RegExp>> = {
  lock: /^(two: merge task\/a \| remove|dirty: commit task\/a -m .* \| commit|refused: retry task\/a \| remove)/,
  swap: /^twoFree: /,
  expected: /^clones: merge task\/a --push \| push to base/,
};

/** The pairs in which a short run sees it soonest: at every third step, or nearly every one. */
const quickest: Readonly<Record<Exclude<RacedSafety, "expected">, RegExp>> = {
  lock: /^dirty: commit task\/a -m .* \| commit/,
  swap: /^twoFree: merge task\/a \| merge task\/b/,
};

/**
 * The same races with a Coppice that lacks a safety. Where they report no losses then, they are blind.
 */
export function blindRaces(safety: RacedSafety, options: SectionOptions): Promise<SectionResult> {
  const wanted = options.short && safety !== "expected" ? quickest[safety] : telling[safety];
  const chosen = pairs.filter(({ world, one, other }) =>
    wanted.test(`${world}: ${one.name} | ${other.name}`),
  );
  return raceAll({ ...options, pairs: chosen, off: [safety] });
}
