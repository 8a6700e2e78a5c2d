import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { GitCounter, type Repository, repository, worktrees } from "./fixtures.js";
import { statusFloor, tableFloor } from "./floors/list.js";
import { registeredWorktrees } from "./registered.js";
import { type Bench, byTurns, coppice, inScratch, type Row, runFloor, type Suite } from "./support.js";

/** What a list may start whatever the number of worktrees; a few `git for-each-repo` of these start each `git status`. */
const fixedProcesses = 12;

/** `coppice list`, with and without a look at the files. */
export const list: Suite = {
  name: "list",
  run: (bench) => inScratch(async (dir) => [...(await measure(bench, dir)), await cheapColumns(bench, dir)]),
};

/** What needs no look at files and commits, of many worktrees. */
async function cheapColumns(bench: Bench, dir: string): Promise<Row> {
  const count = bench.quick ? 50 : 1_000;
  bench.say(`list: making ${count} worktrees without files`);
  const { dir: repo, oids } = await registeredWorktrees(scratch(dir, "registered"), count);
  const { ours, floor } = byTurns(bench.rounds, {
    ours: () => {
      const { ms, stdout } = coppice(bench, repo, ["list", "--columns", "branch,task,pr,age"]);
      const rows = stdout.trimEnd().split("\n").length - 1;
      if (rows !== count) throw new Error(`${rows} of ${count} worktrees were listed`);
      return ms;
    },
    floor: () => runFloor(tableFloor(repo, oids)),
  });
  return {
    what: `\`list\` of ${count} worktrees, cheap columns; floor: \`git worktree list\`, \`git for-each-ref\` and reading the journals`,
    ours,
    floor,
    unit: "ms",
    target: { atMost: 1.3 },
  };
}

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const [files, count] = bench.quick ? [200, 40] : [2_000, 100];
  bench.say(`list: making ${count} worktrees of ${files} files`);
  const repo = repository(join(dir, "repo"), files);
  const paths = await worktrees(repo, count);
  // The first look at a new checkout reads its files again, and git status notes in the index that it has: once.
  runFloor(statusFloor(paths));
  const { all, bare, few } = byTurns(bench.rounds, {
    all: () => coppice(bench, repo.dir, ["list"]).ms,
    bare: () => runFloor(statusFloor(paths)),
    few: () => coppice(bench, repo.dir, ["list", "--columns", "branch,task,age,lock"]).ms,
  });
  bench.say("list: counting processes");
  const counter = new GitCounter(scratch(dir, "counter"));
  const started = (args: readonly string[], cwd = repo.dir): number =>
    counter.during(() => coppice(bench, cwd, args, { env: counter.env })).length;
  const [many, without] = [started(["list"]), started(["list", "--columns", "branch,task,age,lock"])];
  const withoutFor = async (number: number): Promise<[all: number, without: number]> => {
    const { dir: place } = await repositoryWith(join(dir, `with-${number}`), number);
    return [started(["list"], place), started(["list", "--columns", "branch,task,age,lock"], place)];
  };
  const [one, oneWithout] = await withoutFor(1);
  const [, someWithout] = await withoutFor(30);
  // A handful of records lies in few files of its own and is read without git; from there on the number stays.
  if (someWithout !== without || oneWithout > without) {
    throw new Error(
      `list without dirtiness: ${oneWithout} processes for 1 worktree, ${someWithout} for 30, ${without} for ${count}`,
    );
  }
  return [
    {
      what: `\`list\` with dirtiness, ${count} worktrees of ${files} files`,
      ours: all,
      floor: bare,
      unit: "ms",
      target: { atMost: 1.5 },
    },
    {
      what: `the same without the columns that look at files and commits`,
      ours: few,
      floor: bare,
      unit: "ms",
      target: { atMost: 1.5 },
    },
    {
      what: `\`list\` with dirtiness, ${count} worktrees, beside one \`git status\` for each`,
      ours: many,
      floor: undefined,
      unit: "git processes",
      target: { atMost: fixedProcesses },
    },
    {
      what: "`list` with dirtiness, 1 worktree",
      ours: one,
      floor: undefined,
      unit: "git processes",
      target: { atMost: 5 },
    },
    {
      what: `\`list\` without dirtiness, 30 worktrees and ${count} alike, for 1 no more`,
      ours: without,
      floor: undefined,
      unit: "git processes",
      target: { atMost: 5 },
    },
  ];
}

function scratch(dir: string, name: string): string {
  const path = join(dir, name);
  mkdirSync(path);
  return path;
}

/** A small repository with so many worktrees. */
async function repositoryWith(dir: string, number: number): Promise<Repository> {
  const repo = repository(dir, 20);
  await worktrees(repo, number);
  return repo;
}
