import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { RecordId } from "../src/lifecycle/ids.js";
import { bundleCommand } from "./bundle.js";
import { historyRepository, taskBranch, withEngine } from "./fixtures.js";
import { statusFloor } from "./floors/list.js";
import { writeJournals } from "./journals.js";
import { withMemory } from "./memory.js";
import { mostMegabytes } from "./plot-scale.js";
import {
  type Bench,
  byTurns,
  coppice,
  git,
  inScratch,
  type Row,
  run,
  runFloor,
  type Suite,
} from "./support.js";

/**
 * How the commands grow: with worktrees, each with its record and its branch, and beyond them with records and branches
 * alone, whose directories somebody has deleted.
 */
export const scale: Suite = {
  name: "scale",
  run: (bench) => inScratch((dir) => measure(bench, dir)),
};

/** The curves of docs/benchmarks-scale.svg, by what is started. */
export const curves = {
  cheap: "`list`, cheap columns",
  list: "`list` with dirtiness",
  prune: "`prune --dry-run`",
  append: "one entry appended",
  listMemory: "memory of `list`",
  pruneMemory: "memory of `prune --dry-run`",
} as const;

type Curve = keyof typeof curves;

/** Columns that need no look at files and commits. */
const cheapColumns = "branch,task,pr,age";
/** Commands this slow are timed a few times only. */
const slowFrom = 1_000;
const fewRounds = 3;

async function measure(bench: Bench, dir: string): Promise<Row[]> {
  const [counts, many] = bench.quick ? [[3, 12], 60] : [[10, 100, 1_000], 10_000];
  const program = await bundleCommand("append", dir);
  const points: Row[] = [];
  for (const count of counts) {
    const place = join(dir, `worktrees-${count}`);
    mkdirSync(place);
    bench.say(`scale: making ${count} worktrees`);
    const { repo, ids } = await withWorktrees(place, count);
    points.push(...pointsOf({ bench, place, repo, ids, program, count, worktrees: true }));
  }
  const place = join(dir, `records-${many}`);
  mkdirSync(place);
  bench.say(`scale: making ${many} records and branches`);
  const { repo, ids } = await withRecords(place, many);
  points.push(...pointsOf({ bench, place, repo, ids, program, count: many, worktrees: false }));
  return [...points, ...growths(points, counts, many), ...memories(points, many)];
}

interface Scene {
  readonly repo: string;
  /** Of its records. */
  readonly ids: readonly RecordId[];
}

/** Worktrees with their records, as `coppice create` leaves them; made by plain git, which takes a fraction of the time. */
async function withWorktrees(place: string, count: number): Promise<Scene> {
  const { repo, ids } = await withRecords(place, count);
  const made = ids.map((id, number) => ({
    id,
    path: join(place, "trees", String(number)),
    gitDir: join(repo, ".git", "worktrees", String(number)),
  }));
  runFloor({
    commands: made.map(({ path }, number) => ({
      argv: ["git", "-C", repo, "worktree", "add", "--quiet", path, taskBranch(number)],
    })),
  });
  await withEngine(repo, async ({ local }) => {
    for (const { id, path, gitDir } of made) {
      local.markWorktree(gitDir, id);
      local.setPlace(id, { v: 1, path, identity: null, gitDir, branch: null });
    }
  });
  // The first look at a new checkout reads its files again, and git status notes in the index that it has: once.
  runFloor(statusFloor(made.map(({ path }) => path)));
  return { repo, ids };
}

async function withRecords(place: string, count: number): Promise<Scene> {
  const { dir: repo, start } = historyRepository(join(place, "repo"), count);
  const listed = git(repo, ["for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads"]);
  const tips = new Map(listed.split("\n").map((line): [string, string] => split(line)));
  const clone = await withEngine(repo, async (engine) => engine.clone);
  const headOf = (number: number): string => tips.get(taskBranch(number)) ?? "";
  return { repo, ids: writeJournals(repo, count, taskBranch, { clone, baseOid: start, headOf }) };
}

const split = (line: string): [string, string] => {
  const [name = "", oid = ""] = line.split(" ");
  return [name, oid];
};

interface Measured extends Scene {
  readonly bench: Bench;
  readonly place: string;
  readonly program: string;
  readonly count: number;
  /** Otherwise there are records and branches alone. */
  readonly worktrees: boolean;
}

function pointsOf({ bench, place, repo, ids, program, count, worktrees }: Measured): Row[] {
  bench.say(`scale: timing ${count} ${worktrees ? "worktrees" : "records and branches"}`);
  // The memory of the first list: it folds all journals, later ones read what it kept.
  const listMemory = withMemory(bench, place, repo, ["list"]).megabytes;
  const pruneMemory = withMemory(bench, place, repo, ["prune", "--dry-run"]).megabytes;
  checkVerdicts(coppice(bench, repo, ["prune", "--dry-run", "--force", "--json"]).stdout, count);
  const rounds = count >= slowFrom ? Math.min(fewRounds, bench.rounds) : bench.rounds;
  const listed = (args: readonly string[]): number => {
    const { ms, stdout } = coppice(bench, repo, ["list", ...args]);
    const rows = stdout.split("\n").filter((line) => line.startsWith("task/")).length;
    if (rows !== count) throw new Error(`${rows} of ${count} were listed`);
    return ms;
  };
  const times = byTurns(rounds, {
    cheap: () => listed(["--columns", cheapColumns]),
    list: () => (worktrees ? listed([]) : 0),
    prune: () => coppice(bench, repo, ["prune", "--dry-run"]).ms,
    append: () => run(process.execPath, [program, "lock", ids[0] ?? ""], { cwd: repo }).ms,
  });
  const point = (curve: Curve, ours: number, unit: Row["unit"]): Row => ({
    what: `${curves[curve]}, ${count} ${worktrees ? "worktrees" : "records and branches"}`,
    ours,
    floor: undefined,
    unit,
    target: undefined,
    curve: { name: curves[curve], at: count },
  });
  return [
    point("cheap", times.cheap, "ms"),
    ...(worktrees ? [point("list", times.list, "ms")] : []),
    point("prune", times.prune, "ms"),
    point("append", times.append, "ms"),
    point("listMemory", listMemory, "MB"),
    point("pruneMemory", pruneMemory, "MB"),
  ];
}

const verdicts = z.object({ worktrees: z.array(z.object({ evidence: z.nullable(z.string()) })) });

/** Every branch is judged, and every other one is merged. */
function checkVerdicts(told: string, count: number): void {
  const { worktrees } = verdicts.parse(JSON.parse(told));
  const merged = worktrees.filter(({ evidence }) => evidence !== null).length;
  if (worktrees.length !== count || merged !== Math.ceil(count / 2))
    throw new Error(`prune: ${worktrees.length} of ${count} judged, ${merged} known as merged`);
}

/** Ten times as many may take ten times as long: each curve between its last two points. */
function growths(points: readonly Row[], counts: readonly number[], many: number): Row[] {
  const last = counts.at(-1) ?? 0;
  return (["cheap", "list", "prune", "append"] as const).flatMap((curve): Row[] => {
    const at = (count: number): Row | undefined =>
      points.find((row) => row.curve?.name === curves[curve] && row.curve.at === count);
    const [from, to] = at(many) === undefined ? [counts.at(-2) ?? 0, last] : [last, many];
    const [before, after] = [at(from), at(to)];
    if (before === undefined || after === undefined) return [];
    return [
      {
        what: `growth of ${curves[curve]}: ${to} beside ${from}`,
        ours: after.ours,
        floor: before.ours,
        unit: "ms",
        target: { atMost: to / from },
      },
    ];
  });
}

const memories = (points: readonly Row[], many: number): Row[] => [
  {
    what: `memory of \`list\` and \`prune --dry-run\`, whichever is more: ${many} records and branches`,
    ours: Math.max(
      ...points.filter(({ unit, curve }) => unit === "MB" && curve?.at === many).map(({ ours }) => ours),
    ),
    floor: undefined,
    unit: "MB",
    target: { atMost: mostMegabytes },
  },
];
