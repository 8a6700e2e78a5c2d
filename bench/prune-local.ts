import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openClone } from "../src/engine/init-clone.js";
import { LocalFacts } from "../src/engine/local.js";
import { cloneIdSchema, type Oid, type RecordId } from "../src/lifecycle/ids.js";
import { lineOf, operation, Past, writeJournals } from "../test/engine/past.js";
import { pave, type WayName } from "../test/engine/ways.js";
import { GitCounter } from "./fixtures.js";
import { statusFloor } from "./floors/list.js";
import { type PruneInputs, pruneFloor } from "./floors/prune-local.js";
import { type Bench, byTurns, coppice, git, inScratch, type Row, runFloor, type Suite } from "./support.js";

/** What a look at many branches costs that are merged in every way, or not: `prune --dry-run` in a clone. */
export const pruneLocal: Suite = {
  name: "prune-local",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

const dayMs = 86_400_000;
const ways: readonly WayName[] = [
  "merged",
  "squashed",
  "squashed, edited",
  "rebased",
  "picked",
  "picked in part",
  "by parts",
  "open",
  "fresh",
  "open",
];
/** Whose records they are: another clone's, or nobody's. */
const elsewhere = cloneIdSchema.parse("00000000000000aa");

interface Scene {
  readonly dir: string;
  readonly inputs: PruneInputs;
  readonly paths: readonly string[];
}

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const [count, trees] = bench.quick ? [60, 6] : [1_000, 100];
  bench.say(`prune-local: making ${count} branches`);
  const bare = scene(join(dir, "bare"), count, 0);
  const mixed = scene(join(dir, "mixed"), count, trees);
  const foreign = scene(join(dir, "foreign"), count, 0, elsewhere);
  const judged = ({ dir: place }: Scene, own: boolean): number => {
    const { ms, stdout } = coppice(bench, place, ["prune", "--dry-run"]);
    const rows = stdout.trimEnd().split("\n").length - 1;
    if (rows < (own ? count : 0)) throw new Error(`${rows} of ${count} branches were judged`);
    return ms;
  };
  const floorOf = ({ dir: place, inputs, paths }: Scene): number =>
    runFloor(pruneFloor(place, inputs)) + (paths.length === 0 ? 0 : runFloor(statusFloor(paths)));
  const times = byTurns(bench.rounds, {
    bare: () => judged(bare, true),
    bareFloor: () => floorOf(bare),
    mixed: () => judged(mixed, true),
    mixedFloor: () => floorOf(mixed),
  });
  const place = join(dir, "counter");
  mkdirSync(place);
  const counter = new GitCounter(place);
  const started = ({ dir: cwd }: Scene): number =>
    counter.during(() => coppice(bench, cwd, ["prune", "--dry-run"], { env: counter.env })).length;
  const floor = "floor: the bare git commands that it needs";
  return [
    {
      what: `\`prune --dry-run\` of ${count} branches without worktrees; ${floor}`,
      ours: times.bare,
      floor: times.bareFloor,
      unit: "ms",
      target: { atMost: 2 },
    },
    {
      what: `the same, ${trees} of them with a worktree; ${floor}, with one \`git status\` for each`,
      ours: times.mixed,
      floor: times.mixedFloor,
      unit: "ms",
      target: { atMost: 2 },
    },
    {
      what: `\`prune --dry-run\` of ${count} branches without worktrees`,
      ours: started(bare),
      floor: undefined,
      unit: "git processes",
      target: { atMost: 16 },
    },
    {
      what: `\`prune --dry-run\` beside ${count} records of another clone`,
      ours: started(foreign),
      floor: undefined,
      unit: "git processes",
      target: { atMost: 6 },
    },
  ];
}

/** A repository in which branches came to base in every way, or not at all, each with a record of its own. */
function scene(dir: string, count: number, trees: number, owner?: typeof elsewhere): Scene {
  mkdirSync(dir);
  const repo = join(dir, "repo");
  git(dir, ["init", "--quiet", "--initial-branch=main", repo]);
  const now = Date.now();
  const ago = (days: number): number => now - days * dayMs;
  const wanted = Array.from({ length: count }, (_, number) => {
    const way = ways[number % ways.length] ?? "open";
    const times = { work: ago(30 - number / count), merge: ago(20 - number / count) };
    // Not too many share a file.
    return { way, name: `task/${Math.floor(number / 20)}/${number}`, times };
  });
  const past = new Past();
  const { left, here } = pave(past, wanted, ago(60), ago(25));
  past.ref("refs/heads/main", here);
  for (const { name } of wanted) past.ref(`refs/heads/${name}`, left.get(name)?.tip ?? here);
  const oidOf = past.make(repo);
  git(repo, ["checkout", "--quiet", "-b", "elsewhere", "main"]);

  const clone = owner ?? openClone(join(repo, ".git"));
  const branches = wanted.map(({ name, times }) => {
    const { fork, tip } = left.get(name) ?? { fork: here, tip: here };
    return { name, at: times.work, fork: oidOf(fork), tip: oidOf(tip) };
  });
  const ids = writeJournals(
    repo,
    branches.map(({ name: branch, at, fork: baseOid, tip }) => {
      const op = operation();
      const events = [
        { type: "CREATE", op, branch, base: "main", baseOid, clone },
        { type: "INIT_COMPLETE", op },
        { type: "INIT_COMPLETE", op },
        { type: "HEAD", oid: tip, branch },
      ];
      return events.map((event) => lineOf({ at, event }, clone));
    }),
  );
  const paths = Array.from({ length: trees }, (_, number) => {
    const [branch, id] = [branches[number * 10]?.name ?? "", ids[number * 10]];
    return worktree(dir, branch, id);
  });
  git(repo, ["pack-refs", "--all"]);
  git(repo, ["repack", "-a", "-d", "--quiet"]);
  return { dir: repo, inputs: inputsOf(dir, repo, branches), paths };
}

/** A worktree of plain git, and that it is the record's. */
function worktree(dir: string, branch: string, id: RecordId | undefined): string {
  const name = branch.replaceAll("/", "-");
  const [path, repo] = [join(dir, name), join(dir, "repo")];
  git(repo, ["worktree", "add", "--quiet", path, branch]);
  const gitDir = join(repo, ".git", "worktrees", name);
  const local = new LocalFacts(join(repo, ".git"));
  const { dev, ino } = lstatSync(path, { bigint: true });
  if (id === undefined) return path;
  local.setPlace(id, { v: 1, path, identity: { dev: `${dev}`, ino: `${ino}` }, gitDir, branch: null });
  local.markWorktree(gitDir, id);
  return path;
}

interface Branch {
  readonly fork: Oid;
  readonly tip: Oid;
}

function inputsOf(dir: string, repo: string, branches: readonly Branch[]): PruneInputs {
  const file = (name: string, lines: readonly string[]): string => {
    const path = join(dir, name);
    writeFileSync(path, `${lines.join("\n")}\n`);
    return path;
  };
  const lines = (...args: readonly string[]): string[] => git(repo, args).split("\n").filter(Boolean);
  const main = git(repo, ["rev-parse", "main"]);
  const ahead = new Set(lines("rev-list", "--branches=task/*", "^main"));
  const own = branches.filter(({ tip }) => ahead.has(tip));
  const wholes = own.map(({ fork, tip }) => `${tip} ${fork}`);
  const pairs = (...args: readonly string[]): string[] =>
    lines("rev-list", "--parents", "--no-merges", ...args).filter((line) => line.includes(" "));
  return {
    notes: file("notes", lines("ls-tree", "-r", "--format=%(objectname)", "refs/notes/coppice")),
    tips: file("tips", [...branches.map(({ tip }) => tip), `^${main}`]),
    changes: file("changes", [...wholes, ...pairs("--branches=task/*", "^main"), ...pairs("main")]),
    patches: file("patches", [
      ...wholes,
      ...pairs("--branches=task/*", "^main"),
      ...pairs("main", "--", "work"),
    ]),
    merges: file(
      "merges",
      own.filter((_, at) => at % 2 === 0).map(({ tip }) => `${main} ${tip}`),
    ),
  };
}
