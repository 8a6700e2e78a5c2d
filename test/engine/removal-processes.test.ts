import { symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkedOutAt } from "../../src/engine/branch-removal.js";
import { prune } from "../../src/engine/prune.js";
import { remove } from "../../src/engine/remove.js";
import { branchNameSchema } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { createdIn, engineIn, run } from "./support.js";

/** A worktree with a commit of its own, which main has. */
async function merged(repo: TestRepo, name: string): Promise<string> {
  const { path } = await createdIn(repo, { branch: name });
  writeFileSync(join(path, `${name}.txt`), "x\n");
  repo.gitIn(path, "add", "--all");
  repo.gitIn(path, "commit", "--quiet", "-m", name);
  repo.git("merge", "--quiet", "--no-ff", "-m", `Merge ${name}`, name);
  return path;
}

test("git processes for each worktree that goes: two looks, the branch, and what is read for its archive", async () => {
  const repo = createRepo();
  const names = ["a", "b", "c", "d"];
  for (const name of names) await merged(repo, name);
  const [alone] = await run(repo.dir, async (engine) => {
    const before = engine.repo.git.count;
    await remove(engine, "d");
    return [engine.repo.git.count - before];
  });
  // Status, whether the commits are elsewhere, status once it is out of everybody's way, the branch. The journal comes
  // with the end.
  expect(alone).toBeLessThanOrEqual(4);

  const pruned = (dryRun: boolean): Promise<number> =>
    run(
      repo.dir,
      async (engine) => {
        const { worktrees } = await prune(engine, { filter: "completed", dryRun });
        expect(worktrees.map(({ verdict }) => verdict)).toEqual(["removed", "removed", "removed"]);
        return engine.repo.git.count;
      },
      { now: () => Date.now() + 2 * 86_400_000 },
    );
  const looked = await pruned(true);
  // One question about all of them, and the list of archives at the end.
  expect((await pruned(false)) - looked).toBeLessThanOrEqual(3 * 4 + 2);
});

test("where a branch is checked out: told by files, and by git where HEAD is a link", async () => {
  const repo = createRepo();
  const path = await merged(repo, "a");
  const engine = await engineIn(repo.dir);
  const at = (name: string) => checkedOutAt(engine, branchNameSchema.parse(name));
  const before = engine.repo.git.count;
  expect([await at("a"), await at("main"), await at("other")]).toEqual([path, repo.dir, undefined]);
  expect(engine.repo.git.count).toBe(before);
  repo.gitIn(path, "switch", "--quiet", "--detach");
  expect(await at("a")).toBeUndefined();
  const head = join(repo.dir, ".git", "HEAD");
  unlinkSync(head);
  symlinkSync("refs/heads/main", head);
  expect([await at("main"), dirname(path) === dirname(repo.dir)]).toEqual([repo.dir, false]);
  expect(engine.repo.git.count).toBe(before + 1);
});
