import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { branchName, commitIn, type Repository, repository, worktrees } from "./fixtures.js";
import { statusFloor } from "./floors/list.js";
import { mergeFloor } from "./floors/merge.js";
import { type Bench, byTurns, coppice, git, inScratch, type Row, runFloor, type Suite } from "./support.js";

/** `coppice merge` of many branches in one call, base checked out nowhere. */
export const merge: Suite = {
  name: "merge",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const [files, count] = bench.quick ? [200, 8] : [5_000, 100];
  bench.say(`merge: making ${count} worktrees of ${files} files`);
  const repo = repository(join(dir, "repo"), files);
  const paths = await worktrees(repo, count);
  paths.forEach(commitIn);
  runFloor(statusFloor(paths));
  const fresh = snapshotOf(repo, join(dir, "fresh"));
  const branches = paths.map((_, branch) => branchName(branch));
  const trees = new Set<string>();

  bench.say("merge: timing");
  const { ours, bare } = byTurns(bench.rounds, {
    ours: () => {
      fresh();
      const { ms } = coppice(bench, repo.dir, ["merge", "--keep", "--no-verify", ...branches]);
      trees.add(git(repo.dir, ["rev-parse", "main^{tree}"]));
      return ms;
    },
    bare: () => {
      fresh();
      const floor = join(dir, "floor");
      git(repo.dir, ["worktree", "add", "--quiet", "--detach", floor, "main"]);
      runFloor(statusFloor([floor]));
      const ms = runFloor(mergeFloor(floor, branches));
      trees.add(git(floor, ["rev-parse", "HEAD^{tree}"]));
      rmSync(floor, { recursive: true });
      return ms;
    },
  });
  if (trees.size !== 1) throw new Error("both ways of merging must come to one tree");
  const rate = (ms: number): number => (count / ms) * 1000;
  return [
    {
      what: `\`merge\` of ${count} clean branches in one call, ${files} files`,
      ours: rate(ours),
      floor: rate(bare),
      unit: "per second",
      target: { atLeast: 10 },
    },
  ];
}

/**
 * Keeps a repository as it is now.
 * @returns puts it back, so that a second round finds neither the refs nor the objects of the first
 */
function snapshotOf(repo: Repository, kept: string): () => void {
  const gitDir = join(repo.dir, ".git");
  renameSync(gitDir, kept);
  return () => {
    rmSync(gitDir, { recursive: true, force: true });
    // Git compares an index's times with those of the files.
    cpSync(kept, gitDir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  };
}
