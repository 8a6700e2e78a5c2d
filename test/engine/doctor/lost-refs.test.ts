import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commit } from "../../../src/engine/commit.js";
import { retry } from "../../../src/engine/retry.js";
import { createRepo } from "../../support/repo.js";
import { createdIn, recordIn, run } from "../support.js";
import { repair, repairedIn, standing } from "./support.js";

test("a power cut has emptied the file of the journals' ref: put back where its log says it stood", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  const tip = repo.git("rev-parse", "refs/notes/coppice");
  writeFileSync(join(repo.dir, ".git/refs/notes/coppice"), "");
  const diagnosis = await repair(repo.dir);
  expect(repairedIn(diagnosis)).toContain("branch-damaged");
  expect(standing(diagnosis)).toEqual([]);
  expect(repo.git("rev-parse", "refs/notes/coppice")).toBe(tip);
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "active" });
});

test("a worktree's branch is gone: also later the hint has the command that brings it back", async () => {
  const repo = createRepo();
  const { path } = await createdIn(repo, { branch: "task/a" });
  writeFileSync(join(path, "work.txt"), "work\n");
  const { sha } = await run(repo.dir, (engine) => commit(engine, "task/a", { message: "Work" }));
  repo.git("update-ref", "-d", "refs/heads/task/a");
  const { findings } = await repair(repo.dir);
  const hint = findings.find(({ code }) => code === "in-error")?.suggestedAction;
  expect(hint).toMatch(`git branch task/a ${sha} brings it back, then coppice retry task/a;`);
  repo.git("branch", "task/a", sha);
  expect(await run(repo.dir, (engine) => retry(engine, "task/a"))).toMatchObject({ status: "active" });
});
