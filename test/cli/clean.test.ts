import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createdIn } from "../engine/support.js";
import { createRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

test("clean, of a run: counted and told; without a name, or with too many: refused", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/done", run: "seven" });
  const { path } = await createdIn(repo, { branch: "task/dirty", run: "seven" });
  writeFileSync(join(path, "new.txt"), "new\n");

  expect((await coppice(repo.dir, ["clean"])).code).toBe(2);
  expect((await coppice(repo.dir, ["clean", "--all", "--run", "seven"])).code).toBe(2);
  const foreseen = await coppice(repo.dir, ["clean", "--run", "seven", "--dry-run"]);
  expect(foreseen.code).toBe(3);
  expect(foreseen.stdout).toBe(
    "would remove task/done\nwould remove 1 worktree, 0 branches without one, 0 empty directories; 1 kept\n",
  );
  expect(foreseen.stderr).toContain("error[WORKTREE_DIRTY]");
  const gone = await done(repo.dir, "clean", "--run", "seven", "--force", "--json");
  expect(gone.json()).toMatchObject({
    dryRun: false,
    worktrees: [
      { branch: "task/done", outcome: "removed", archive: null },
      { branch: "task/dirty", outcome: "removed", archive: expect.stringContaining("/task/dirty/") },
    ],
    counts: { worktrees: 2, branches: 0, directories: 0, kept: 0 },
  });
});
