import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { branchName, filePath, repository } from "./fixtures.js";
import { checkFloor } from "./floors/forecast.js";
import { writeJournals } from "./journals.js";
import { type Bench, byTurns, coppice, git, inScratch, type Row, runFloor, type Suite } from "./support.js";

/** `coppice conflicts`: every branch tried against base. */
export const forecast: Suite = {
  name: "forecast",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const [files, count, sample] = bench.quick ? [200, 40, 5] : [5_000, 1_000, 30];
  bench.say(`forecast: ${count} branches in a repository of ${files} files`);
  const repo = repository(join(dir, "repo"), files, count);
  writeJournals(repo.dir, count, branchName);
  goOn(repo.dir, files - 1);
  const floor = join(dir, "floor");
  git(repo.dir, ["worktree", "add", "--quiet", "--detach", floor, "main"]);
  // Spread over all of them; each is timed alone, so a part of them tells the rate.
  const some = Array.from({ length: sample }, (_, at) => branchName(Math.floor((at * count) / sample)));
  const { ours, bare } = byTurns(bench.rounds, {
    ours: () => {
      const { ms, stdout } = coppice(bench, repo.dir, ["conflicts", "--json"]);
      const { pairs } = JSON.parse(stdout);
      if (pairs.length !== count) throw new Error(`${pairs.length} of ${count} branches were tried`);
      return ms;
    },
    bare: () => runFloor(checkFloor(floor, "main", some)),
  });
  return [
    {
      what: `forecast of ${count} branches against base, ${files} files`,
      ours: (count / ours) * 1000,
      floor: (sample / bare) * 1000,
      unit: "per second",
      target: { atLeast: 100 },
    },
  ];
}

/** Gives base a commit of its own: a merge into the commit that a branch starts at has nothing to do. */
function goOn(dir: string, file: number): void {
  git(dir, ["checkout", "--quiet", "main"]);
  appendFileSync(join(dir, filePath(file)), "base went on\n");
  git(dir, ["commit", "--quiet", "--all", "-m", "Go on"]);
  git(dir, ["checkout", "--quiet", "elsewhere"]);
}
