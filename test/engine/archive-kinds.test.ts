import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { prune } from "../../src/engine/prune.js";
import { restore } from "../../src/engine/restore.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { kinds, siteOf, tracked } from "./archive-kinds.js";
import { type Look, look } from "./look.js";
import { notes, run } from "./support.js";

/** The kinds alone, and those that fit with any other once more with them. */
function fifty(): (readonly string[])[] {
  const all = Object.keys(kinds);
  const fitting = ["odd names", "untracked files, an empty one too", "an ignored file that is tracked"];
  const pairs = all.map((kind, index) => [kind, fitting[index % fitting.length] ?? ""]);
  return [...all.map((kind) => [kind]), ...pairs.filter(([one, other]) => one !== other)].slice(0, 50);
}

/** A repository with filters, remotes that are only named, and branches with a commit of their own each. */
function prepared(branches: readonly string[]): TestRepo {
  const repo = createRepo({ files: tracked });
  repo.git("config", "filter.rot.clean", "tr a-z n-za-m");
  repo.git("config", "filter.rot.smudge", "tr n-za-m a-z");
  for (const remote of ["origin", "fork"]) repo.git("remote", "add", remote, `/nowhere/${remote}`);
  writeFileSync(join(repo.dir, ".env"), "TOKEN=copied\n");
  const person = "C <c@example.org> 1700000000 +0000";
  const commits = branches.map(
    (branch) =>
      `commit refs/heads/${branch}\ncommitter ${person}\ndata 5\nWork\n\nfrom refs/heads/main^0\nM 100644 inline work.txt\ndata ${branch.length}\n${branch}\n`,
  );

  execFileSync("git", ["fast-import", "--quiet"], { cwd: repo.dir, input: commits.join("") });
  return repo;
}

/** As several commands at once. */
async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const open = [...all];
  const lane = async (): Promise<void> => {
    for (let one = open.shift(); one !== undefined; one = open.shift()) await work(one);
  };
  await Promise.all([lane(), lane(), lane()]);
}

test("fifty worktrees with changes of all kinds, pruned with force: each is back as it was, byte for byte", async () => {
  const plans = fifty().map((names, index) => ({ names, branch: `task/${index}` }));
  const repo = prepared(plans.map(({ branch }) => branch));
  const paths = new Map<string, string>();
  await run(repo.dir, (engine) =>
    inLanes(plans, async ({ branch }) => {
      paths.set(branch, (await create(engine, { branch, adopt: true })).path);
    }),
  );
  const at = (branch: string): string => paths.get(branch) ?? "";
  const before = new Map<string, Look>();
  await inLanes(plans, async ({ names, branch }) => {
    // A copy that nobody has edited is no work.
    rmSync(join(at(branch), ".env"));
    for (const name of names) kinds[name]?.(siteOf(at(branch)));
    before.set(branch, await look(at(branch)));
  });
  const settings = (): string[] => repo.git("config", "--list", "--local").split("\n").sort();
  const said = settings();

  const done = await run(repo.dir, (engine) => prune(engine, { filter: "all", force: true }));
  const verdicts = done.worktrees.map(({ verdict, reason }) => `${verdict} ${reason}`);
  expect([...new Set(verdicts)]).toEqual(["removed stale"]);
  expect(repo.git("worktree", "list").split("\n")).toHaveLength(1);
  expect(settings().join()).not.toContain("branch.task/");
  repo.git("gc", "--quiet", "--prune=now");

  const report = notes();
  await run(
    repo.dir,
    (engine) => inLanes(plans, async ({ branch }) => void (await restore(engine, branch))),
    {
      report,
    },
  );
  expect(report.warnings).toEqual([]);
  await inLanes(plans, async ({ names, branch }) => {
    expect.soft(await look(at(branch)), names.join(" with ")).toEqual(before.get(branch));
  });
  expect(settings()).toEqual(said);
  repo.git("fsck", "--no-dangling", "--no-progress");
});
