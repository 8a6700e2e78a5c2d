import { cpus } from "node:os";
import type { Section, SectionOptions, SectionResult } from "../section.js";
import { raceAll } from "./race.js";
import { pairs } from "./scenarios.js";

/** Two operations at once on one repository: what comes of it has to be what some order of them gives. */
export const section: Section = {
  name: "races",
  title: "Two operations at once, stopped between their steps",
  run: (options: SectionOptions): Promise<SectionResult> => {
    const { only } = options;
    const named = pairs.filter(
      ({ one, other }) => only === undefined || `${one.name} | ${other.name}`.includes(only),
    );
    const chosen = options.short ? named.filter(({ core }) => core === true) : named;
    return raceAll({ ...options, jobs: Math.min(options.jobs, cpus().length), pairs: chosen, off: [] });
  },
};
