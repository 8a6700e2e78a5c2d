import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doctor } from "../../../src/engine/doctor/doctor.js";
import { createRepo } from "../../support/repo.js";
import { createdIn, run } from "../support.js";

test("core.bare is switched on in a clone with files: told, moved where it belongs to, and told until it is off or the index is gone", async () => {
  const repo = createRepo();
  const { path } = await createdIn(repo, { branch: "task/a" });
  const codes = async (fix = false) =>
    (await run(path, (engine) => doctor(engine, { fix }))).findings.map(({ code }) => code);
  expect(await codes()).toEqual([]);
  repo.gitIn(path, "config", "core.bare", "true");
  expect(await codes()).toEqual(["main-worktree-bare"]);
  repo.gitIn(path, "config", "extensions.worktreeConfig", "true");
  expect(await codes()).toContain("shared-core-settings");
  expect(await codes(true)).toEqual(["main-worktree-bare"]);
  repo.gitIn(repo.dir, "config", "--file", join(repo.dir, ".git", "config.worktree"), "core.bare", "false");
  expect(await codes()).toEqual([]);
  repo.git("config", "--worktree", "core.bare", "true");
  rmSync(join(repo.dir, ".git", "index"));
  expect(await codes()).toEqual([]);
});
