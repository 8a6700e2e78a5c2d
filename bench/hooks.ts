import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filePath, GitCounter, repository } from "./fixtures.js";
import { shellFloor } from "./floors/hooks.js";
import {
  type Bench,
  byTurns,
  coppice,
  environment,
  git,
  inScratch,
  median,
  pause,
  type Row,
  roundsByTurns,
  run,
  runFloor,
  type Suite,
} from "./support.js";

/** What the installed hooks add to git's own commands, beside other ways of starting the very same scripts. */
export const hooks: Suite = {
  name: "hooks",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const packages = join(root, "node_modules");
/** Both managers as their own programs, without npm's wrapper around them. */
const managers = {
  husky: join(packages, "husky", "bin.js"),
  lefthook: join(packages, `lefthook-${process.platform}-${process.arch}`, "bin", "lefthook"),
};
const path = `${dirname(managers.lefthook)}:${environment.PATH ?? ""}`;

/** How a copy of the repository has its hooks. */
const ways = ["bare", "coppice", "husky", "lefthook"] as const;
type Way = (typeof ways)[number];

/** A copy of the repository with a managed worktree and a remote. */
interface Place {
  readonly main: string;
  readonly task: string;
  /** Where observations wait; undefined where no hooks are. */
  readonly spool: string | undefined;
}

/** A git command that is timed. */
interface Case {
  readonly what: string;
  /** How many hooks of Coppice git starts for it. */
  readonly hooks: number;
  /** What is promised of the added time, in `sh -c :` for each hook. */
  readonly atMost: number;
  readonly run: (place: Place, round: number) => number;
}

const timed = (cwd: string, args: readonly string[]): number =>
  run("git", args, { cwd, env: { PATH: path } }).ms;

const cases: readonly Case[] = [
  {
    what: "file checkout",
    hooks: 1,
    atMost: 1,
    run: ({ main }) => timed(main, ["checkout", "--quiet", "HEAD", "--", filePath(1)]),
  },
  {
    what: "push of an unmanaged branch",
    hooks: 1,
    atMost: 1,
    run: ({ main }, round) => timed(main, ["push", "--quiet", "origin", `HEAD:refs/heads/free/${round}`]),
  },
  {
    what: "commit outside managed worktrees",
    hooks: 2,
    atMost: 1,
    run: ({ main }, round) => timed(main, ["commit", "--quiet", "--allow-empty", "-m", `Round ${round}`]),
  },
  {
    what: "recorded commit",
    hooks: 2,
    atMost: 3,
    run: ({ task }, round) => {
      appendFileSync(join(task, filePath(2)), `round ${round}\n`);
      return timed(task, ["commit", "--quiet", "--all", "-m", `Round ${round}`]);
    },
  },
  {
    what: "recorded branch checkout",
    hooks: 1,
    atMost: 3,
    run: ({ task }, round) => timed(task, ["checkout", "--quiet", round % 2 === 0 ? "aside" : "task/bench"]),
  },
  {
    what: "recorded `git worktree add`",
    hooks: 1,
    atMost: 3,
    run: ({ main }, round) =>
      timed(main, ["worktree", "add", "--quiet", "-b", `task/new-${round}`, join("..", `new-${round}`)]),
  },
  {
    what: "recorded merge",
    hooks: 1,
    atMost: 3,
    run: ({ main }, round) => timed(main, ["merge", "--quiet", "--no-edit", "--no-ff", `side/${round}`]),
  },
];

/** Where next to nothing is added, git's own time scatters more than that from round to round. */
const moreRounds = 4;

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const rounds = bench.quick ? 2 : Math.max(20, bench.rounds * 3);
  bench.say("hooks: making four copies of a repository");
  const places = new Map<Way, Place>();
  for (const way of ways) places.set(way, await prepare(bench, join(dir, way), way, rounds));
  const place = (way: Way): Place => places.get(way) ?? never(way);

  const rows: Row[] = [];
  for (const one of cases) {
    bench.say(`hooks: ${one.what}`);
    const numbers = Object.fromEntries(ways.map((way) => [way, 0]));
    const turn = (way: Way) => (): number => {
      const ms = one.run(place(way), numbers[way] ?? 0);
      numbers[way] = (numbers[way] ?? 0) + 1;
      settle(place(way));
      return ms;
    };
    const times = roundsByTurns(one.atMost === 1 ? rounds * moreRounds : rounds, {
      bare: turn("bare"),
      coppice: turn("coppice"),
      husky: turn("husky"),
      lefthook: turn("lefthook"),
      shell: () => runFloor(shellFloor(shells)) / shells,
    });
    const added = (way: Way): number =>
      median(times[way].map((ms, round) => ms - (times.bare[round] ?? Number.NaN)));
    const what = `added to ${one.what}`;
    rows.push({
      what: `${what}; floor: \`sh -c :\` for ${one.hooks === 1 ? "its hook" : `each of its ${one.hooks} hooks`}`,
      ours: added("coppice"),
      floor: median(times.shell) * one.hooks,
      unit: "ms",
      target: { atMost: one.atMost },
    });
    for (const way of ["husky", "lefthook"] as const) {
      rows.push({
        what: `${what}; floor: the same scripts started by ${way}`,
        ours: added("coppice"),
        floor: added(way),
        unit: "ms",
        target: { atMost: 1 },
      });
    }
  }
  rows.push(...managedPush(bench, join(dir, "count"), place("coppice"), rounds));
  rows.push(...latency(bench, place("coppice"), rounds));
  return rows;
}

/** `sh -c :` takes so little that it is timed by the dozen. */
const shells = 12;

async function prepare(bench: Bench, dir: string, way: Way, rounds: number): Promise<Place> {
  mkdirSync(dir);
  const { dir: main } = repository(join(dir, "repo"), 200);
  git(dir, ["init", "--quiet", "--bare", "remote.git"]);
  git(main, ["remote", "add", "origin", join("..", "remote.git")]);
  git(main, ["checkout", "--quiet", "main"]);
  for (let round = 0; round < rounds; round += 1) {
    git(main, ["branch", `side/${round}`, "main"]);
    const tree = git(main, ["rev-parse", "main^{tree}"]);
    const commit = git(main, ["commit-tree", tree, "-p", "main", "-m", `Side ${round}`]);
    git(main, ["update-ref", `refs/heads/side/${round}`, commit]);
  }
  git(main, ["branch", "aside", "main"]);
  const task = join(dir, "task");
  if (way === "bare") {
    git(main, ["worktree", "add", "--quiet", "-b", "task/bench", task]);
    return { main, task, spool: undefined };
  }
  if (way === "husky") {
    run(process.execPath, [managers.husky], { cwd: main });
  } else if (way === "lefthook") {
    writeFileSync(join(main, "lefthook.yml"), "output: false\n");
  }
  coppice(bench, main, ["hooks", "install", ...(way === "coppice" ? [] : ["--write"])]);
  if (way === "lefthook") run(managers.lefthook, ["install"], { cwd: main });
  git(main, ["add", "--all"]);
  git(main, ["commit", "--quiet", "--no-verify", "--allow-empty", "-m", "The hooks' files"]);
  coppice(bench, main, ["create", "task/bench", "--base", "main", "--no-setup"]);
  const made = coppice(bench, main, ["path", "task/bench"]).stdout.trim();
  if (way === "husky" && !existsSync(join(made, ".husky", "_"))) {
    cpSync(join(main, ".husky", "_"), join(made, ".husky", "_"), { recursive: true });
  }
  return { main, task: made, spool: join(main, ".git", "coppice", "spool") };
}

/** Waits until the detached flush is over: it runs beside what comes next, and is no part of it. */
function settle({ spool, main }: Place): void {
  if (spool === undefined) return;
  const lock = join(main, ".git", "coppice", "observe.lock");
  const deadline = Date.now() + 20_000;
  while ((existsSync(spool) && readdirSync(spool).length > 0) || existsSync(lock)) {
    if (Date.now() > deadline) throw new Error(`the flush did not end: ${readdirSync(spool).join(" ")}`);
    pause(5);
  }
  pause(60);
}

/** A push of managed refs that the state allows: the hook as git starts it, without the push. */
function managedPush(bench: Bench, dir: string, { main, task }: Place, rounds: number): Row[] {
  bench.say("hooks: push of a managed branch");
  git(main, ["config", "coppice.guard.push", "state"]);
  git(task, ["checkout", "--quiet", "task/bench"]);
  git(task, ["reset", "--quiet", "--hard"]);
  const place: Place = { main, task, spool: join(main, ".git", "coppice", "spool") };
  settle(place);
  const oid = git(task, ["rev-parse", "HEAD"]);
  const zeros = "0".repeat(oid.length);
  const line = `refs/heads/task/bench ${oid} refs/heads/task/bench ${zeros}\n`;
  const hook = join(main, ".git", "coppice", "hooks", "pre-push");
  const url = git(main, ["remote", "get-url", "origin"]);
  const env = { GIT_DIR: git(task, ["rev-parse", "--absolute-git-dir"]) };
  mkdirSync(dir);
  const counter = new GitCounter(dir);
  const start = (more: Readonly<Record<string, string>> = {}): number =>
    run(hook, ["origin", url], { cwd: task, stdin: line, env: { ...env, ...more } }).ms;
  const processes = counter.during(() => start(counter.env));
  const commands = [
    { argv: ["node", "-e", "0"] },
    ...processes.map((args) => ({
      argv: ["sh", "-c", `git ${shellWords(args)} </dev/null || :`],
      cwd: task,
    })),
  ];
  const turn = (): number => {
    const ms = start();
    settle(place);
    return ms;
  };
  const { ours, floor } = byTurns(rounds, { ours: turn, floor: () => runFloor({ commands }) });
  return [
    {
      what: "push of a managed branch, its hook; floor: `node -e 0` and the git processes that it starts",
      ours,
      floor,
      unit: "ms",
      target: { atMost: 1.5 },
    },
    {
      what: "push of a managed branch: git processes of its hook",
      ours: processes.length,
      floor: undefined,
      unit: "git processes",
      target: { atMost: 4 },
    },
  ];
}

const shellWords = (args: string): string =>
  args
    .split(" ")
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(" ");

/** From a recorded commit's end to its entry in the notes ref. */
function latency(bench: Bench, place: Place, rounds: number): Row[] {
  bench.say("hooks: from a commit to the entry in refs/notes");
  const ref = join(place.main, ".git", "refs", "notes", "coppice");
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    settle(place);
    const before = readFileSync(ref, "utf8");
    appendFileSync(join(place.task, filePath(3)), `latency ${round}\n`);
    timed(place.task, ["commit", "--quiet", "--all", "-m", `Latency ${round}`]);
    const started = performance.now();
    while (readFileSync(ref, "utf8") === before) {
      if (performance.now() - started > 20_000) throw new Error("the entry did not come");
      pause(2);
    }
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const row = (what: string, ours: number): Row => ({
    what: `from a recorded commit to its entry in refs/notes, ${what}`,
    ours,
    floor: undefined,
    unit: "ms",
    target: { atMost: 1_000 },
  });
  return [row("median", median(times)), row("90 %", at(0.9)), row("slowest", at(1))];
}

const never = (way: string): never => {
  throw new Error(`no copy for ${way}`);
};
