import { Random } from "../races/random.js";
import type { Loss, Section, SectionOptions, SectionResult } from "../section.js";
import { type Bench, type Deed, deeds } from "./deeds.js";
import { Ledger } from "./ledger.js";
import { clones, Site } from "./site.js";
import { readMemory, Tally } from "./tally.js";
import { verdictOn } from "./verdict.js";

/** How many work at once, however many processors there are: one in five in the second clone. */
const workers = 20;
/** More than that between the thirds is no chance. */
const mostGrowth = 1.25;

/** Many workers at random operations on one repository, for long. */
export const section: Section = {
  name: "soak",
  title: `${workers} workers at random operations on one repository with a remote and a second clone`,
  run: soak,
};

async function soak({ seed, seconds, cli, scratch, report }: SectionOptions): Promise<SectionResult> {
  const site = new Site(scratch, cli);
  await site.build();
  const ledger = new Ledger();
  const tally = new Tally();
  const losses: Loss[] = [];
  const from = Date.now();
  const until = from + seconds * 1_000;
  const work = async (number: number): Promise<void> => {
    const clone = clones[number % 5 === 4 ? 1 : 0];
    const bench: Bench = {
      site,
      clone,
      random: new Random(seed * 1_000 + number),
      ledger,
      usualMs: () => tally.usualMs,
    };
    while (Date.now() < until) {
      const deed = pickDeed(bench.random);
      const ended = await deed.go(bench);
      if (ended === undefined) continue;
      tally.count(deed.name, ended);
      // A refusal has a code of the catalogue; these two mean that something is broken.
      const broken = /error\[(INTERNAL|JOURNAL_CORRUPT)\].*/.exec(ended.stderr)?.[0];
      if (broken !== undefined)
        losses.push({ kind: "answer", where: `${clone}: ${deed.name}`, what: broken });
      if (ended.hung)
        losses.push({ kind: "answer", where: `${clone}: ${deed.name}`, what: "it did not end" });
    }
  };
  const ticker = setInterval(
    () => report(`${Math.round((Date.now() - from) / 1_000)} s: ${tally.runs} operations`),
    60_000,
  );
  await Promise.all(Array.from({ length: workers }, (_, number) => work(number)));
  clearInterval(ticker);
  report(`at rest after ${tally.runs} operations; refusals: ${tally.codes()}\n${tally.firsts()}`);
  const memory = readMemory(site.memoryLog, from, until);
  losses.push(...(await verdictOn(site, ledger, report)));
  for (const [command, { first, last }] of memory)
    if (last > first * mostGrowth)
      losses.push({
        kind: "answer",
        where: command,
        what: `memory grew from ${Math.round(first)} to ${Math.round(last)} MB`,
      });
  report(`${ledger.edits.size} edits and ${ledger.commits.size} commits looked for, ${losses.length} losses`);
  return { rows: tally.rows(memory), inputs: tally.runs, losses };
}

const total = deeds.reduce((sum, { weight }) => sum + weight, 0);

function pickDeed(random: Random): Deed {
  let left = random.below(total);
  for (const deed of deeds) {
    left -= deed.weight;
    if (left < 0) return deed;
  }
  throw new Error("no deed");
}
