import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { branchName, commitIn, GitCounter, type Repository, repository, worktrees } from "./fixtures.js";
import { type Bench, byTurns, coppice, git, inScratch, type Row, run, type Suite } from "./support.js";

/** How long a removal takes for what lies in the worktree, and what it asks git. */
export const remove: Suite = {
  name: "remove",
  run: (bench) =>
    inScratch(async (dir) => [
      ...timed(bench, join(dir, "timed")),
      ...(await counted(bench, join(dir, "counted"))),
    ]),
};

const root = ".coppice-trash";

/** Whole processes: the same command on a worktree with nothing but its few tracked files, and on a full one. */
function timed(bench: Bench, dir: string): Row[] {
  const [files, megabytes] = bench.quick ? [2_000, 32] : [20_000, 2_048];
  mkdirSync(dir);
  const repo = repository(join(dir, "repo"), 20);
  writeFileSync(join(repo.dir, ".git", "info", "exclude"), "/ignored/\n");
  const trash = join(dir, "repo-trees", root);
  let count = 0;
  const removing = (fill: (directory: string) => void) => (): number => {
    const name = `task/${++count}`;
    coppice(bench, repo.dir, ["create", name, "--base", "main", "--no-setup"]);
    const path = coppice(bench, repo.dir, ["path", name]).stdout.trim();
    mkdirSync(join(path, "ignored"));
    fill(join(path, "ignored"));
    // What was just written is on the disk: neither side waits for that of the other.
    run("sync", []);
    const { ms } = coppice(bench, repo.dir, ["remove", name]);
    if (existsSync(path)) throw new Error(`${path} is still there`);
    // What goes on in the background is not to disturb the next.
    while (existsSync(trash)) pause(20);
    return ms;
  };
  const empty = removing(() => {});
  const target = { atMost: 1.5 };
  bench.say(`remove: ${files} files`);
  const many = byTurns(bench.rounds, { empty, full: removing((into) => manyFiles(into, files)) });
  bench.say(`remove: ${megabytes} MB`);
  const large = byTurns(Math.min(bench.rounds, 5), {
    empty,
    full: removing((into) => largeFiles(into, megabytes)),
  });
  const floor = "floor: of one with nothing in it";
  return [
    {
      what: `\`remove\` of a worktree with ${files} ignored files; ${floor}`,
      ours: many.full,
      floor: many.empty,
      unit: "ms",
      target,
    },
    {
      what: `\`remove\` of a worktree of ${megabytes} MB; ${floor}`,
      ours: large.full,
      floor: large.empty,
      unit: "ms",
      target,
    },
  ];
}

function manyFiles(directory: string, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const folder = join(directory, `part${Math.floor(at / 100)}`);
    if (at % 100 === 0) mkdirSync(folder);
    writeFileSync(join(folder, `${at}.js`), "x\n");
  }
}

const chunk = 16;

function largeFiles(directory: string, megabytes: number): void {
  const bytes = Buffer.alloc(chunk * 1_048_576, "content ");
  for (let at = 0; at < megabytes; at += chunk) writeFileSync(join(directory, `${at}.bin`), bytes);
}

const pause = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** How many git processes there are for each worktree that goes. */
async function counted(bench: Bench, dir: string): Promise<Row[]> {
  const count = bench.quick ? 5 : 20;
  bench.say(`remove: counting the git processes of ${count}`);
  mkdirSync(dir);
  const repo = repository(join(dir, "repo"), 4 * (count + 1));
  const paths = await worktrees(repo, count + 1);
  paths.forEach(commitIn);
  mergeAll(repo, paths);
  const place = join(dirname(repo.dir), "counter");
  mkdirSync(place);
  const counter = new GitCounter(place);
  const started = (...args: string[]): number =>
    counter.during(() => coppice(bench, repo.dir, args, { env: counter.env })).length;
  const removed = started("remove", branchName(count));
  git(repo.dir, ["config", "coppice.prune.completedDelayHours", "0"]);
  const pruned = started("prune", "--filter", "completed");
  if (git(repo.dir, ["worktree", "list"]).includes("\n")) throw new Error("something was not pruned");
  const unit = "git processes";
  return [
    { what: "`remove` of a merged worktree", ours: removed, floor: undefined, unit, target: { atMost: 7 } },
    {
      what: `\`prune\` of ${count} merged worktrees, all processes, for each of them`,
      ours: pruned / count,
      floor: undefined,
      unit,
      target: { atMost: 5 },
    },
  ];
}

function mergeAll(repo: Repository, paths: readonly string[]): void {
  git(repo.dir, ["checkout", "--quiet", "main"]);
  for (const branch of paths.keys())
    git(repo.dir, ["merge", "--quiet", "--no-ff", "-m", "Merge", branchName(branch)]);
}
