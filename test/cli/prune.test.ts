import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

test("prune, with what is merged and edited since: kept, told in a table, and with force archived and removed", async () => {
  const repo = createRepo();
  const path = (await done(repo.dir, "create", "task/x", "--print", "path")).stdout.trim();
  writeFileSync(join(path, "x.txt"), "x\n");
  await done(repo.dir, "commit", "task/x", "-m", "Add x");
  repo.git("merge", "--quiet", "--squash", "task/x");
  repo.git("commit", "--quiet", "-m", "All of x");
  writeFileSync(join(path, "notes.txt"), "keep me\n");

  expect((await coppice(repo.dir, ["prune", "--max-age", "soon"])).code).toBe(2);
  const kept = await done(repo.dir, "prune");
  expect(kept.stdout).toBe(
    [
      "verdict  branch  idle  evidence  reason",
      "skipped  task/x  0d    patch-id  main has its work (patch-id), and goes in 23 hours",
      "",
    ].join("\n"),
  );
  const foreseen = await done(repo.dir, "prune", "--force", "--dry-run");
  expect(foreseen.stdout).toContain("would remove  task/x  0d    patch-id  main has its work (patch-id)\n");
  expect(existsSync(path)).toBe(true);
  const tip = repo.git("rev-parse", "task/x");
  const removed = await done(repo.dir, "prune", "--force", "--json");
  expect(removed.json()).toMatchObject({
    dryRun: false,
    worktrees: [{ branch: "task/x", verdict: "removed", reason: "task_completed", evidence: "patch-id" }],
  });
  expect(existsSync(path)).toBe(false);
  const archives = repo.git("for-each-ref", "--format=%(refname)", "refs/coppice/archive/");
  expect(removed.json()).toMatchObject({ worktrees: [{ archive: archives }] });
  expect(repo.git("rev-parse", `${archives}^1`)).toBe(tip);
  expect((await done(repo.dir, "prune")).stdout).toBe("no worktrees to prune\n");
});
