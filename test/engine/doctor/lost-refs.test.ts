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

test("the journals' ref is gone: nothing is forgotten, and doctor puts it back", async () => {
  const repo = createRepo();
  const { record } = await createdIn(repo, { branch: "task/a", title: "The first" });
  repo.git("update-ref", "-d", "refs/notes/coppice");
  expect(await recordIn(repo.dir, "task/a")).toEqual(record);
  expect((await diagnose(repo.dir)).findings.map(({ code }) => code)).toEqual(["entries-dropped"]);
  const diagnosis = await repair(repo.dir);
  expect(repairedIn(diagnosis)).toEqual(["entries-dropped"]);
  expect(standing(diagnosis)).toEqual([]);
  expect(repo.git("notes", "--ref=coppice", "list")).toContain(record.id);
});

test("a note is removed: doctor puts its entries back", async () => {
  const repo = createRepo();
  const { record } = await createdIn(repo, { branch: "task/a" });
  await createdIn(repo, { branch: "task/b" });
  const note = repo.git("notes", "--ref=coppice", "show", record.id);
  repo.git("notes", "--ref=coppice", "remove", record.id);
  const diagnosis = await repair(repo.dir);
  expect(repairedIn(diagnosis)).toEqual(["entries-dropped"]);
  expect(standing(diagnosis)).toEqual([]);
  expect(repo.git("notes", "--ref=coppice", "show", record.id)).toBe(note);
});

test("the journals' ref names a commit that is not there: one finding with the way back, and one for all that it hides", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  const tip = repo.git("rev-parse", "refs/notes/coppice");
  const file = join(repo.dir, ".git/refs/notes/coppice");
  writeFileSync(file, `${"1".repeat(40)}\n`);
  const { findings } = await repair(repo.dir);
  expect(findings.filter(({ severity }) => severity === "broken").map(({ code }) => code)).toEqual([
    "journals-without-commit",
    "not-checked",
  ]);
  expect(readFileSync(file, "utf8")).toBe(`${"1".repeat(40)}\n`);
  expect(findings[0]?.suggestedAction).toContain(`git update-ref refs/notes/coppice ${tip} puts it back`);
  repo.git("update-ref", "refs/notes/coppice", tip);
  expect(standing(await repair(repo.dir))).toEqual([]);
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
    message: expect.stringContaining("symbolic"),
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
