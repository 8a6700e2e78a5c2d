import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commit } from "../../../src/engine/commit.js";
import { retry } from "../../../src/engine/retry.js";
import { createRepo, openRepo } from "../../support/repo.js";
import { failure } from "../setup-support.js";
import { createdIn, recordIn, run } from "../support.js";
import { diagnose, repair, repairedIn, standing } from "./support.js";

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

test("the journals' ref is a symbolic one: nothing is written through it, and doctor says how it becomes one of its own", async () => {
  const repo = createRepo();
  repo.git("branch", "other");
  const tip = repo.git("rev-parse", "other");
  repo.git("symbolic-ref", "refs/notes/coppice", "refs/heads/other");
  const error = await failure(createdIn(repo, { branch: "task/a" }));
  expect(error).toMatchObject({
    code: "JOURNAL_CORRUPT",
    suggestedAction: expect.stringContaining("doctor"),
  });
  expect(repo.git("rev-parse", "other")).toBe(tip);
  const { findings } = await diagnose(repo.dir);
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: "journals-symbolic",
      suggestedAction: expect.stringContaining("git symbolic-ref --delete refs/notes/coppice"),
    }),
  );
  repo.git("symbolic-ref", "--delete", "refs/notes/coppice");
  await createdIn(repo, { branch: "task/b" });
  expect((await diagnose(repo.dir)).findings.map(({ code }) => code)).not.toContain("journals-symbolic");
});

test("a branch names a commit that is not there: said so, with the last one of its log that is, and left alone", async () => {
  const repo = createRepo();
  const { path } = await createdIn(repo, { branch: "task/a" });
  const last = repo.git("rev-parse", "task/a");
  const lost = openRepo(path).commit("Work", { "work.txt": "work\n" });
  rmSync(join(repo.dir, ".git/objects", lost.slice(0, 2), lost.slice(2)));
  const found = (await repair(repo.dir)).findings.find(({ code }) => code === "branch-without-commit");
  expect(found).toMatchObject({
    subject: { branch: "task/a" },
    message: expect.stringContaining(lost.slice(0, 12)),
    suggestedAction: expect.stringContaining(`git update-ref refs/heads/task/a ${last}`),
  });
  expect(readFileSync(join(repo.dir, ".git/refs/heads/task/a"), "utf8")).toBe(`${lost}\n`);
});
