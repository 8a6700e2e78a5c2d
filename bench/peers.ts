import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { branchName, commitIn, filePath, GitCounter, repository } from "./fixtures.js";
import { statusFloor } from "./floors/list.js";
import { cleanFloors, createFloor, listFloors, removeFloor } from "./floors/peers.js";
import { coppiceTool, type Env, installPeers, type Place, type Tool } from "./peer-tools.js";
import {
  type Bench,
  byTurns,
  type Floor,
  git,
  inScratch,
  pause,
  type Row,
  runFloor,
  type Suite,
} from "./support.js";

/** Coppice beside other managers of worktrees and beside bare git, each in a repository of its own, made alike. */
export const peers: Suite = {
  name: "peers",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

interface Side {
  readonly tool: Tool;
  readonly place: Place;
}

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const [files, count] = bench.quick ? [200, 6] : [2_000, 30];
  bench.say("peers: installing them from npm");
  const ours = coppiceTool(bench.cli);
  const tools = [ours, ...installPeers(join(dir, "npm"))];
  const sides = tools.map((tool, at): Side => {
    bench.say(`peers: making ${count} worktrees of ${files} files with ${tool.name}`);
    return { tool, place: prepare(tool, join(dir, `side-${at}`), files, count) };
  });
  const bare = prepareBare(join(dir, "bare"), files, count);
  for (const { tool, place } of sides) checkAnswers(tool, place, count / 3);

  const counter = new GitCounter(emptyDirectory(join(dir, "counter")));
  const compared = (what: string, operation: Operation): Row[] => {
    bench.say(`peers: ${what}`);
    return compare(bench, counter, { what, operation, sides, bare });
  };
  const setting = `${count} worktrees of ${files} files`;
  return [
    ...compared(`\`create\` where there are ${setting}`, create),
    ...compared(`\`list\` with dirtiness, ${setting}`, list),
    ...compared(`\`remove\` of a clean worktree where there are ${setting}`, remove),
    ...compared(`\`prune --dry-run\`, ${setting}`, clean),
  ];
}

/** What is compared. `number` is that of the turn: each creates a branch of its own, and removes it later. */
interface Operation {
  /** Undefined: the tool has no such command. */
  readonly run: (side: Side, number: number, env?: Env) => number | undefined;
  readonly floors: (bare: Bare, number: number) => readonly Floor[];
}

const newBranch = (number: number): string => `new/${number}`;

const create: Operation = {
  run: ({ tool, place }, number, env) => tool.create(place, newBranch(number), env).ms,
  floors: ({ repo }, number) => [createFloor(repo, newBranch(number))],
};

const list: Operation = {
  run: ({ tool, place }, _number, env) => tool.list(place, env).ms,
  floors: ({ repo, paths }) => listFloors(repo, paths),
};

const remove: Operation = {
  run: ({ tool, place }, number, env) => {
    const { ms } = tool.remove(place, newBranch(number), env);
    const trash = tool.trash?.(place);
    while (trash !== undefined && existsSync(trash)) pause(20);
    return ms;
  },
  floors: ({ repo }, number) => [removeFloor(repo, newBranch(number))],
};

const clean: Operation = {
  run: ({ tool, place }, _number, env) => tool.clean?.(place, env).ms,
  floors: ({ repo, paths }) => cleanFloors(repo, paths),
};

interface Comparison {
  readonly what: string;
  readonly operation: Operation;
  readonly sides: readonly Side[];
  readonly bare: Bare;
}

/** The last turn is counted, and not timed: a `git` that takes notes costs a shell for each. */
function compare(bench: Bench, counter: GitCounter, { what, operation, sides, bare }: Comparison): Row[] {
  const counts = new Map<string, number>();
  for (const side of sides) {
    const started = counter.during(() => operation.run(side, bench.rounds, counter.env)).length;
    if (started > 0) counts.set(side.tool.name, started);
  }
  const bareCommands = operation.floors(bare, bench.rounds).flatMap(({ commands }) => commands).length;
  for (const floor of operation.floors(bare, bench.rounds)) runFloor(floor);

  const numbers = new Map<string, number>();
  const turn = (name: string, work: (number: number) => number) => (): number => {
    const number = numbers.get(name) ?? 0;
    numbers.set(name, number + 1);
    return work(number);
  };
  const bareGit = "bare git";
  const times: Readonly<Record<string, number>> = byTurns(
    bench.rounds,
    Object.fromEntries([
      ...sides
        .filter(({ tool }) => counts.has(tool.name))
        .map((side): [string, () => number] => [
          side.tool.name,
          turn(side.tool.name, (number) => operation.run(side, number) ?? 0),
        ]),
      [
        bareGit,
        turn(bareGit, (number) =>
          operation.floors(bare, number).reduce((sum, floor) => sum + runFloor(floor), 0),
        ),
      ],
    ]),
  );
  const [own, ...others] = [...counts.keys(), bareGit];
  const of = (values: ReadonlyMap<string, number>, name = ""): number => values.get(name) ?? Number.NaN;
  const millis = new Map(Object.entries(times));
  counts.set(bareGit, bareCommands);
  return others.flatMap((name): Row[] => {
    const promised = name !== bareGit;
    return [
      {
        what: `${what}; floor: ${name}`,
        ours: of(millis, own),
        floor: of(millis, name),
        unit: "ms",
        target: promised ? { atMost: 1 } : undefined,
      },
      {
        what: `${what}; floor: ${name}`,
        ours: of(counts, own),
        floor: of(counts, name),
        unit: "git processes",
        target: promised ? { below: 1 } : undefined,
      },
    ];
  });
}

/**
 * A repository with worktrees, which the tool itself makes. A third have a commit of their own and are dirty, a third
 * are merged into main, a third are as they were made.
 */
function prepare(tool: Tool, dir: string, files: number, count: number): Place {
  mkdirSync(dir);
  const { dir: repo } = repository(join(dir, "repo"), files);
  git(repo, ["checkout", "--quiet", "main"]);
  const place = { repo, home: homeIn(dir) };
  const paths: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const branch = branchName(number);
    const path = tool.pathOf?.(place, branch);
    if (path === undefined) tool.create(place, branch);
    else git(repo, ["worktree", "add", "--quiet", "-b", branch, path, "main"]);
    paths.push(path ?? newestWorktree(repo, branch));
  }
  work(repo, paths);
  return place;
}

interface Bare {
  readonly repo: string;
  readonly paths: readonly string[];
}

function prepareBare(dir: string, files: number, count: number): Bare {
  mkdirSync(dir);
  const { dir: repo } = repository(join(dir, "repo"), files);
  git(repo, ["checkout", "--quiet", "main"]);
  const paths = Array.from({ length: count }, (_, number) => join(dir, "trees", String(number)));
  for (const [number, path] of paths.entries()) {
    git(repo, ["worktree", "add", "--quiet", "-b", branchName(number), path, "main"]);
  }
  work(repo, paths);
  return { repo, paths };
}

/** HOME of one tool. An empty file of agent-worktree's says that today's look for a newer version is done. */
function homeIn(dir: string): string {
  const home = join(dir, "home");
  mkdirSync(join(home, ".agent-worktree"), { recursive: true });
  writeFileSync(join(home, ".agent-worktree", "last_update_check"), "");
  return home;
}

function newestWorktree(repo: string, branch: string): string {
  const listed = git(repo, ["worktree", "list", "--porcelain"]).split("\n\n");
  const found = listed.find((entry) => entry.trimEnd().endsWith(`branch refs/heads/${branch}`));
  const path = found?.split("\n")[0]?.replace(/^worktree /, "");
  if (path === undefined) throw new Error(`no worktree has ${branch}`);
  return path;
}

/** What people did in the worktrees, by plain git. */
function work(repo: string, paths: readonly string[]): void {
  for (const [number, path] of paths.entries()) {
    if (number % 3 === 2) continue;
    commitIn(path, number);
    if (number % 3 === 1) git(repo, ["merge", "--quiet", "--no-edit", "--no-ff", branchName(number)]);
  }
  for (const [number, path] of paths.entries()) {
    if (number % 3 !== 0) continue;
    appendFileSync(join(path, filePath(0)), "not committed\n");
    writeFileSync(join(path, "untracked.txt"), "not committed\n");
  }
  // The first look at a new checkout reads its files again, and git status notes in the index that it has: once.
  runFloor(statusFloor([repo, ...paths]));
}

/** Whoever says less than the others has an easier task: all must find what there is. */
function checkAnswers(tool: Tool, place: Place, third: number): void {
  const dirty = tool.dirty(tool.list(place).stdout);
  if (dirty !== third) throw new Error(`${tool.name} tells ${dirty} dirty worktrees of ${third}`);
  const told = tool.clean?.(place);
  if (told !== undefined && tool.going(told) < third)
    throw new Error(`${tool.name} would take away ${tool.going(told)} worktrees: ${third} are merged`);
}

function emptyDirectory(path: string): string {
  mkdirSync(path);
  return path;
}
