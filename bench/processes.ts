import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { branchName, commitIn, GitCounter, repository, worktrees } from "./fixtures.js";
import { type Bench, coppice, git, inScratch, type Row, type Suite } from "./support.js";

/** How many git processes one command starts. */
export const processes: Suite = {
  name: "processes",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  bench.say("processes: counting");
  const repo = repository(join(dir, "repo"), 20);
  const paths = await worktrees(repo, 2);
  paths.forEach(commitIn);
  const place = join(dir, "counter");
  mkdirSync(place);
  const counter = new GitCounter(place);
  const count = (what: string, atMost: number, args: readonly string[]): Row => {
    const started = counter.during(() => coppice(bench, repo.dir, args, { env: counter.env }));
    return { what, ours: started.length, floor: undefined, unit: "git processes", target: { atMost } };
  };
  const rows = [
    count("`create` without a setup", 8, ["create", "task/new", "--base", "main", "--no-setup"]),
    count("`merge --keep` of a clean branch", 12, ["merge", "--keep", "--no-verify", branchName(0)]),
  ];
  git(repo.dir, ["checkout", "--quiet", "main"]);
  return [
    ...rows,
    count("the same, base checked out", 12, ["merge", "--keep", "--no-verify", branchName(1)]),
  ];
}
