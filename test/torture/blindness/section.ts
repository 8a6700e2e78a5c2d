import { blindRaces } from "../races/blind.js";
import type { Loss, Row, Section, SectionOptions, SectionResult } from "../section.js";
import type { Case } from "../steps/case.js";
import { openLanes } from "../steps/lanes.js";

/** Coppice without one of its safeties: the rigs have to report losses then, or else they would see none either. */
export const section: Section = {
  name: "blindness",
  title: "The rigs without a safety of Coppice's: each has to report losses",
  run: async (options) => {
    // Each builds its worlds by itself, so all go on at once. They do so until they have seen something.
    const one = { ...options, jobs: 1 };
    const without: [string, Promise<Omit<SectionResult, "rows">>][] = [
      ["archive", withoutArchive(one)],
      ["record lock", blindRaces("lock", one)],
      ["compare-and-swap of refs", blindRaces("swap", one)],
    ];
    // Its world has a remote and takes its time.
    if (!options.short) without.push(["expected oid", blindRaces("expected", one)]);
    const results = await Promise.all(without.map(async ([safety, tried]) => [safety, await tried] as const));
    return {
      rows: results.map(([safety, { inputs, losses }]) => rowOf(safety, inputs, losses)),
      inputs: results.reduce((sum, [, { inputs }]) => sum + inputs, 0),
      losses: results.filter(([, { losses }]) => losses.length === 0).map(([safety]) => blind(safety)),
    };
  },
};

const rowOf = (safety: string, tried: number, losses: readonly Loss[]): Row => ({
  "without the": safety,
  tried,
  "losses seen": losses.length,
  "for example": `${losses[0]?.kind ?? "none"} [${losses[0]?.where ?? ""}]`.slice(0, 80),
});

const blind = (safety: string): Loss => ({
  kind: "state",
  where: "blindness",
  what: `without the ${safety} nothing was lost: the rig sees nothing, or the safety does nothing`,
});

/** Forced removals, without a fault and with one, whose archives are gone when they have ended. */
async function withoutArchive(options: SectionOptions): Promise<Omit<SectionResult, "rows">> {
  const [lane, ...others] = openLanes(options, "blindness");
  const cases: readonly Case[] = [{ fault: undefined, real: false, forgetful: true }];
  const losses: Loss[] = [];
  let inputs = 0;
  const operations = options.short ? ["remove, forced"] : ["remove, forced", "prune of two"];
  try {
    for (const operation of operations) {
      if (losses.some(isLost)) break;
      inputs += 1;
      for (const result of (await lane?.run(operation, cases)) ?? []) losses.push(...result.losses);
    }
  } finally {
    for (const each of [lane, ...others]) each?.stop();
  }
  const lost = losses.filter(isLost);
  return { inputs, losses: lost };
}

const isLost = ({ kind }: Loss): boolean => kind === "commit" || kind === "edit";
