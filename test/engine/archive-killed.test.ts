import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { prune } from "../../src/engine/prune.js";
import { restore } from "../../src/engine/restore.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { kinds, siteOf, tracked } from "./archive-kinds.js";
import { killedAt } from "./frozen.js";
import { filesIn, look } from "./look.js";
import { createdIn, recordIn, run } from "./support.js";

const wanted = 50;
/** About as many steps as each of them has. */
const steps = { prune: 60, restore: 36 } as const;

/** The same numbers in every run: a linear congruential generator with the constants of Numerical Recipes. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("killed at fifty moments of pruning and restoring: nothing is lost, and the next run goes on", async () => {
  const branch = "task/a";
  const repo = createRepo({ files: tracked });
  for (const remote of ["origin", "fork"]) repo.git("remote", "add", remote, "/nowhere");
  const { path } = await createdIn(repo, { branch });
  const site = siteOf(path);
  site.write("work.txt", "work\n");
  site.git("add", "work.txt");
  site.git("commit", "--quiet", "-m", "Work");
  for (const name of [
    "a file with a staged edit and another",
    "untracked files, an empty one too",
    "symbolic links",
    "staged deletions and renames",
    "what is said of the branch",
  ])
    kinds[name]?.(site);
  const before = await look(path);
  const tip = site.git("rev-parse", "HEAD");
  const settings = (): string[] => repo.git("config", "--list", "--local").split("\n").sort();
  const said = settings();

  const random = numbers(5);
  let kills = 0;
  /** @returns how it ended */
  const once = async (most: number, work: (engine: Engine) => Promise<unknown>) => {
    const step = kills < wanted ? 1 + Math.floor(random.next().value * most) : Number.POSITIVE_INFINITY;
    const ended = await killedAt(repo.dir, step, work);
    if (ended === "killed") kills += 1;
    return ended;
  };
  for (let cycle = 1; kills < wanted; cycle += 1) {
    while (
      (await once(steps.prune, (engine) => prune(engine, { filter: "all", force: true }))) === "killed"
    ) {
      const { heads, archives } = refsOf(repo);
      // The cycles before have left one archive each.
      if (archives.length >= cycle) continue;
      expect(heads, `kill ${kills}`).toContain(`refs/heads/${branch} ${tip}`);
      expect(filesIn(path), `kill ${kills}`).toEqual(before.files);
    }
    expect((await recordIn(repo.dir, branch)).status, `cycle ${cycle}`).toBe("removed");
    expect(existsSync(path)).toBe(false);
    const { heads, archives } = refsOf(repo);
    expect([heads.filter((head) => head.includes(branch)), archives.length]).toEqual([[], cycle]);

    while ((await once(steps.restore, (engine) => restore(engine, branch))) === "killed") {
      expect(refsOf(repo).archives, `kill ${kills}`).toEqual(archives);
    }
    expect(await look(path), `cycle ${cycle}`).toEqual(before);
    expect(settings()).toEqual(said);
  }
  expect(repo.git("worktree", "list").split("\n")).toHaveLength(2);
  await run(repo.dir, (engine) => engine.journal.flush());
  repo.git("fsck", "--no-dangling", "--no-progress");
});

function refsOf(repo: TestRepo): { readonly heads: readonly string[]; readonly archives: readonly string[] } {
  const refs = repo.git("for-each-ref", "--format=%(refname) %(objectname)").split("\n");
  return {
    heads: refs.filter((ref) => ref.startsWith("refs/heads/")),
    archives: refs.filter((ref) => ref.startsWith("refs/coppice/archive/")),
  };
}
