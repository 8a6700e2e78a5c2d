import { cpus } from "node:os";
import type { Section, SectionOptions, SectionResult } from "../section.js";
import { raceAll } from "./race.js";
import { type Deed, type Pair, pairs } from "./scenarios.js";

/** Two operations at once on one repository: what comes of it has to be what some order of them gives. */
export const section: Section = {
  name: "races",
  title: "Two operations at once, stopped between their steps",
  run: (options: SectionOptions): Promise<SectionResult> => {
    const { only } = options;
    const named = variedFirst(pairs).filter(
      ({ one, other }) => only === undefined || `${one.name} | ${other.name}`.includes(only),
    );
    const chosen = options.short ? named.filter(({ core }) => core === true) : named;
    return raceAll({ ...options, jobs: Math.min(options.jobs, cpus().length), pairs: chosen, off: [] });
  },
};

/** Where time runs out, each two kinds have met once before any meet again: with other flags, or in another world. */
function variedFirst(all: readonly Pair[]): Pair[] {
  const met = new Map<string, number>();
  const turns = all.map((pair) => {
    const kinds = [pair.one, pair.other].map(kindOf).sort().join(" | ");
    const turn = met.get(kinds) ?? 0;
    met.set(kinds, turn + 1);
    return { pair, turn };
  });
  return turns.sort((one, other) => one.turn - other.turn).map(({ pair }) => pair);
}

const kindOf = ({ argv, job, name }: Deed): string => (job === true ? "the Action" : (argv?.[0] ?? name));
