import { appendFileSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openClone } from "../../src/engine/init-clone.js";
import { LocalFacts } from "../../src/engine/local.js";
import { prune } from "../../src/engine/prune.js";
import { GitRunner } from "../../src/git/run.js";
import type { RecordId } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { lineOf, operation, Past, type Told, writeJournals } from "./past.js";
import { run } from "./support.js";
import { type Left, pave, slug, type Times, type WayName, ways } from "./ways.js";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.now();
const ago = (days: number): number => now - days * dayMs;

/** What is known of a branch beside its commits, and when these were made and merged. */
interface Situation extends Times {
  readonly told?: (left: { readonly tip: string; readonly before: string }) => readonly Told[];
  readonly worktree?: "clean" | "dirty";
  readonly owner?: "nobody";
}

const settled: Times = { work: ago(4), merge: ago(3) };
/** Base has made five thousand commits since. */
const old: Times = { work: ago(50), merge: ago(45) };
const midst = ago(40);

const task = (status: string, days: number): Told => ({
  at: ago(days),
  event: { type: "TASK", id: "7", status },
});
const landed = (headOid: string): Told => ({
  at: ago(2),
  event: { type: "LANDED", target: "main", headOid, evidence: "pull-request" },
});
const pull: Told = {
  at: ago(2),
  event: {
    type: "PR",
    number: 1,
    url: "https://example.org/1",
    title: "It",
    state: "open",
    createdAt: new Date(ago(2)).toISOString(),
  },
};
const mark: Told = {
  at: ago(2),
  event: { type: "STALE", lastActivity: new Date(old.work).toISOString() },
};

const situations = {
  /** Worked on and merged within the last hours. */
  just: { work: now - 2 * hourMs, merge: now - hourMs },
  settled,
  old,
  marked: { ...old, told: () => [mark] },
  "in progress": { ...settled, told: () => [task("in_progress", 2)] },
  verified: { ...settled, told: () => [task("verified", 2)] },
  /** Verified, and then worked on. */
  early: { ...settled, told: () => [task("verified", 6)] },
  /** CI says that it has landed. */
  landed: { ...settled, told: ({ tip }) => [landed(tip)] },
  /** The same, but of the commit before. */
  outrun: { ...settled, told: ({ before }) => [landed(before)] },
  "pull request": { ...settled, told: () => [pull] },
  clean: { ...settled, worktree: "clean" },
  dirty: { ...settled, worktree: "dirty" },
  nobody: { ...settled, owner: "nobody" },
} satisfies Readonly<Record<string, Situation>>;
type SituationName = keyof typeof situations;

/**
 * What becomes of each: `gone` is removed as completed, `stale` removed as stale; all other words say why it stays. The
 * evidence of the way stands in the second column; a cell with another one names it.
 */
const table = `
way                 | evidence | just      | settled   | old    | marked | in progress | verified  | early     | landed            | outrun    | pull request | clean     | dirty       | nobody
forwarded           | ancestor | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request | gone      | uncommitted | elsewhere
merged              | ancestor | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request | gone      | uncommitted | elsewhere
merged, undone      | ancestor | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
merged here         | ancestor | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
merged there        | ancestor | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
squashed            | patch-id | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request | gone      | uncommitted | elsewhere
squashed, edited    | patch-id | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
squashed, undone    | patch-id | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
squashed there      | patch-id | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
rebased             | commits  | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
picked              | commits  | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
by parts            | tree     | delay     | gone      | gone   | gone   | in-progress | gone      | gone      | gone pull-request | gone      | pull-request |           |             | elsewhere
picked in part      |          | worked-on | worked-on | marked | stale  | worked-on   | gone      | worked-on | gone pull-request | worked-on | worked-on    | worked-on | worked-on   | elsewhere
open                |          | worked-on | worked-on | marked | stale  | worked-on   | gone      | worked-on | gone pull-request | worked-on | worked-on    | worked-on | worked-on   | elsewhere
long, open          |          | worked-on | worked-on | marked | stale  | worked-on   | gone      | worked-on | gone pull-request | worked-on | worked-on    |           |             | elsewhere
empty               |          | worked-on | worked-on | marked | stale  | worked-on   | gone      | worked-on | gone pull-request | worked-on | worked-on    |           |             | elsewhere
fresh               |          | new       | new       | new    | new    | new         | new       | new       | new               | new       | new          | new       | new         | elsewhere
reused              |          | worked-on | worked-on | marked | stale  | worked-on   | gone      | worked-on | gone pull-request | worked-on | worked-on    | worked-on | worked-on   | elsewhere
reused, old journal |          | worked-on | worked-on | marked | stale  | worked-on   | worked-on | worked-on | gone pull-request | worked-on | worked-on    | worked-on | worked-on   | elsewhere
deleted             |          | deleted   | deleted   | deleted | deleted | in-progress | gone     | deleted   | gone pull-request | deleted   | pull-request |           |             | elsewhere
only there          |          | worked-on | worked-on | marked | stale  | worked-on   | gone      | worked-on | gone pull-request | worked-on | worked-on    |           |             | elsewhere
unborn              |          |           |           |        |        |             |           |           |                   |           |              | uncommitted |           |
`;

interface Cell {
  readonly way: string;
  readonly situation: SituationName;
  readonly branch: string;
  readonly expected: string;
}

const isSituation = (name: string): name is SituationName => name in situations;
const isWay = (name: string): name is WayName => name in ways;
const wayOf = (way: string): WayName => (isWay(way) ? way : "open");

/** `removed task_completed ancestor`, of a cell and the way's evidence. */
function told(cell: string, evidence: string): string {
  const [word = "", own = evidence] = cell.split(" ");
  const verdicts: Readonly<Record<string, string>> = {
    gone: "removed task_completed",
    stale: "removed stale",
    deleted: "removed branch_deleted",
  };
  return [verdicts[word] ?? `skipped ${word}`, word === "elsewhere" ? "" : own].join(" ").trim();
}

function cells(): Cell[] {
  const [heads = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return rows.flatMap(([way = "", evidence = "", ...row]) =>
    row.flatMap((cell, at): Cell[] => {
      const situation = heads[at + 2] ?? "";
      if (cell === "" || !isSituation(situation)) return [];
      return [
        { way, situation, branch: `task/${slug(way)}/${slug(situation)}`, expected: told(cell, evidence) },
      ];
    }),
  );
}

test("branches of every way of merging, in every situation: each is judged as the table says", async () => {
  const repo = createRepo();
  const all = cells();
  expect(all.length).toBeGreaterThan(240);
  const past = new Past();
  const made = pave(
    past,
    all.map(({ way, situation, branch }) => ({
      way: wayOf(way),
      name: branch,
      times: situations[situation],
    })),
    ago(60),
    midst,
  );
  past.ref("refs/heads/main", made.here);
  past.ref("refs/remotes/origin/main", made.remote);
  for (const { way, branch } of all) {
    const left = leftOf(made.left, branch);
    if (way === "deleted") continue;
    past.ref(way === "only there" ? `refs/remotes/origin/${branch}` : `refs/heads/${branch}`, left.tip);
  }
  const oidOf = past.make(repo.dir);
  appendFileSync(
    join(repo.dir, ".git/config"),
    '[remote "origin"]\n\turl = https://example.org/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
  );

  const clone = openClone(join(repo.dir, ".git"));
  const journals = all.map(({ way, situation, branch }) => {
    const { fork, before, tip, earlier } = leftOf(made.left, branch);
    const { owner, told: more, work }: Situation = situations[situation];
    const oids = { tip: oidOf(tip), before: oidOf(before) };
    const op = operation();
    const isOld = way === "reused, old journal" && earlier !== undefined;
    const head = isOld ? oidOf(earlier) : oids.tip;
    const events: Told[] = [
      {
        at: work - hourMs,
        event: {
          type: "CREATE",
          op,
          branch,
          base: "main",
          baseOid: oidOf(fork),
          clone: owner === "nobody" ? null : clone,
        },
      },
      { at: work - hourMs, event: { type: "INIT_COMPLETE", op } },
      { at: work - hourMs, event: { type: "INIT_COMPLETE", op } },
      ...(way === "fresh" ? [] : [{ at: work, event: { type: "HEAD", oid: head, branch } }]),
      ...(isOld ? [landed(head)] : []),
      ...(more?.(oids) ?? []),
    ];
    return events.map((event) => lineOf(event, clone));
  });
  const ids = writeJournals(repo.dir, journals);
  all.forEach(({ way, situation, branch }, at) => {
    const id = ids[at];
    const { worktree }: Situation = situations[situation];
    if (way === "forwarded") writeReflog(repo, branch, oidOf(leftOf(made.left, branch).tip));
    if (worktree !== undefined && id !== undefined) addWorktree(repo, branch, id, worktree, way === "unborn");
  });

  const git = new GitRunner();
  const { worktrees } = await run(repo.dir, (engine) => prune(engine, { dryRun: true }), { git });
  const found = worktrees.map(({ branch, verdict, reason, evidence }): [string, string] => [
    branch,
    `${verdict} ${reason} ${evidence ?? ""}`.trim(),
  ]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(all.map(({ branch, expected }) => [branch, expected])),
  );
  // How many there are depends on base's places, not on the branches. (Before 2.39 each merge is one.)
  expect(git.trace.filter(({ args }) => !args.includes("merge-tree")).length).toBeLessThanOrEqual(18);
});

function leftOf(left: ReadonlyMap<string, Left>, branch: string): Left {
  const found = left.get(branch);
  if (found === undefined) throw new Error(`${branch} was not made`);
  return found;
}

/** A branch's own memory of the commit that was made on it, as git writes it. */
function writeReflog(repo: TestRepo, branch: string, oid: string): void {
  const path = join(repo.dir, ".git/logs/refs/heads", branch);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${"0".repeat(40)} ${oid} Ada <ada@example.com> 1700000000 +0000\tcommit: Work\n`);
}

/** A worktree of plain git, and that it is the record's. */
function addWorktree(
  repo: TestRepo,
  branch: string,
  id: RecordId,
  state: "clean" | "dirty",
  unborn: boolean,
): void {
  const name = branch.replaceAll("/", "-");
  const path = join(dirname(repo.dir), name);
  repo.git("worktree", "add", "--quiet", path, branch);
  if (state === "dirty") writeFileSync(join(path, "new.txt"), "new\n");
  const gitDir = join(repo.dir, ".git/worktrees", name);
  const local = new LocalFacts(join(repo.dir, ".git"));
  const { dev, ino } = lstatSync(path, { bigint: true });
  local.setPlace(id, { v: 1, path, identity: { dev: `${dev}`, ino: `${ino}` }, gitDir, branch: null });
  local.markWorktree(gitDir, id);
  if (unborn) rmSync(join(repo.dir, ".git/refs/heads", branch));
}
