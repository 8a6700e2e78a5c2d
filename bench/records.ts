import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./fixtures.js";
import { recordsFloor } from "./floors/records.js";
import { writeJournals } from "./journals.js";
import { withMemory } from "./memory.js";
import { type Bench, byTurns, coppice, git, inScratch, type Row, runFloor, type Suite } from "./support.js";

/** Listing many records of which nothing lies here. */
export const records: Suite = {
  name: "records",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const count = bench.quick ? 500 : 10_000;
  bench.say(`records: ${count}`);
  const { dir: repo } = repository(join(dir, "repo"), 20);
  writeJournals(repo, count);
  const oids = join(dir, "oids");
  writeFileSync(oids, git(repo, ["ls-tree", "-r", "--format=%(objectname)", "refs/notes/coppice"]));
  const listed = (): number => {
    const { ms, stdout } = coppice(bench, repo, ["list"]);
    const rows = stdout.trimEnd().split("\n").length - 1;
    if (rows !== count) throw new Error(`${rows} of ${count} records were listed`);
    return ms;
  };
  const cold = withMemory(bench, dir, repo, ["list"]);
  bench.say(`records: the first list, which folds all journals, took ${Math.round(cold.ms)} ms`);
  const cache = join(repo, ".git", "coppice", "cache", "records");
  const { ours, floor, uncached } = byTurns(bench.rounds, {
    ours: listed,
    floor: () => runFloor(recordsFloor(repo, oids)),
    uncached: () => {
      rmSync(cache);
      return listed();
    },
  });
  // The last round may have ended on either side.
  listed();
  const { megabytes } = withMemory(bench, dir, repo, ["list"]);
  return [
    {
      what: `\`list\` of ${count} records; floor: \`git cat-file --batch\` of their notes`,
      ours,
      floor,
      unit: "ms",
      target: { atMost: 3 },
    },
    {
      what: `the same; floor: without the cache of records`,
      ours,
      floor: uncached,
      unit: "ms",
      target: { atMost: 0.25 },
    },
    {
      what: `its memory; the first time, when all journals are folded, or later`,
      ours: Math.max(megabytes, cold.megabytes),
      floor: undefined,
      unit: "MB",
      target: { atMost: 300 },
    },
  ];
}
