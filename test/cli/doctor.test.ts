import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepo } from "../support/repo.js";
import { coppice, created, done } from "./support.js";

test("doctor: where Coppice was never used, nothing is made; what it finds, repairs and leaves, by exit code", async () => {
  const repo = createRepo();
  expect((await done(repo.dir, "doctor", "--quiet")).stdout).toBe("");
  expect(existsSync(join(repo.dir, ".git", "coppice"))).toBe(false);

  const path = await created(repo, "task/x");
  const other = await created(repo, "task/y");
  writeFileSync(join(path, "x.txt"), "x\n");
  repo.gitIn(other, "switch", "--quiet", "--detach");
  const found = await coppice(repo.dir, ["doctor"]);
  expect(found.code).toBe(1);
  expect(found.stdout).toContain("warning   head-detached: HEAD is detached in the worktree of task/y");
  expect(found.stdout).toMatch(/2 findings; coppice doctor --fix repairs 1\n$/);

  const fixed = await coppice(repo.dir, ["doctor", "--fix", "--json"]);
  expect(fixed.code).toBe(1);
  expect(fixed.json()).toMatchObject({
    healthy: false,
    fix: true,
    findings: [
      {
        code: "head-detached",
        severity: "warning",
        subject: { branch: "task/y", path: other },
        fixable: false,
      },
    ],
    repaired: [{ code: "status-differs", subject: { branch: "task/x" } }],
  });
  repo.gitIn(other, "switch", "--quiet", "task/y");
  expect((await done(repo.dir, "doctor")).stdout).toBe("nothing is broken\n");
});
