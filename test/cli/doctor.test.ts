import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepo } from "../support/repo.js";
import { coppice, created, done } from "./support.js";

test("doctor: where Coppice was never used, nothing is made; then what it finds, repairs, and cannot repair, by exit code", async () => {
  const repo = createRepo();
  expect((await done(repo.dir, "doctor", "--json")).json()).toMatchObject({ healthy: true, fix: false });
  expect(existsSync(join(repo.dir, ".git", "coppice"))).toBe(false);

  const path = await created(repo, "task/x");
  await created(repo, "task/y");
  writeFileSync(join(path, "x.txt"), "x\n");
  rmSync(join(repo.dir, ".worktrees", "task-y"), { recursive: true });
  const found = await coppice(repo.dir, ["doctor", "--json"]);
  expect(found.code).toBe(1);
  expect(found.json()).toMatchObject({
    healthy: false,
    findings: expect.arrayContaining([
      expect.objectContaining({
        code: "worktree-missing",
        severity: "broken",
        subject: expect.objectContaining({ branch: "task/y" }),
        fixable: true,
      }),
      expect.objectContaining({ code: "status-differs", severity: "warning", fixable: true }),
    ]),
    repaired: [],
  });
  const text = await coppice(repo.dir, ["doctor"]);
  expect(text.stdout).toContain("broken    worktree-missing: The worktree of task/y is gone");
  expect(text.stdout).toMatch(/\d findings; coppice doctor --fix repairs them\n$/);

  const fixed = await done(repo.dir, "doctor", "--fix");
  expect(fixed.stdout).toContain("repaired  status-differs: The journal says that task/x is dirty");
  expect(fixed.stdout).toContain("note      in-error: task/y is in error");
  expect(fixed.stdout).toMatch(/nothing is broken\n$/);
  expect((await done(repo.dir, "doctor", "--quiet")).stdout).toBe("");

  repo.gitIn(path, "switch", "--quiet", "--detach");
  const left = await coppice(repo.dir, ["doctor", "--fix"]);
  expect(left.code).toBe(1);
  expect(left.stdout).toContain("head-detached");
  expect(left.stdout).toMatch(/1 finding left for you\n$/);
});
