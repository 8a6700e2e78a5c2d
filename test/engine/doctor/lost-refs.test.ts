import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commit } from "../../../src/engine/commit.js";
import { sync } from "../../../src/engine/exchange.js";
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

test("the file of the journals' ref is damaged, and it has no log: put back to what Coppice wrote last", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  const tip = repo.git("rev-parse", "refs/notes/coppice");
  writeFileSync(join(repo.dir, ".git/refs/notes/coppice"), "garbage\n");
  rmSync(join(repo.dir, ".git/logs/refs/notes"), { recursive: true });
  const diagnosis = await repair(repo.dir);
  expect(repairedIn(diagnosis)).toContain("branch-damaged");
  expect(standing(diagnosis)).toEqual([]);
  expect(repo.git("rev-parse", "refs/notes/coppice")).toBe(tip);
});

test("the journals' ref is packed and names a commit that is not there: the same finding, with what Coppice wrote last", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  const tip = repo.git("rev-parse", "refs/notes/coppice");
  repo.git("pack-refs", "--all");
  const packed = join(repo.dir, ".git/packed-refs");
  const damaged = readFileSync(packed, "utf8").replace(
    `${tip} refs/notes/coppice`,
    `${"1".repeat(40)} refs/notes/coppice`,
  );
  writeFileSync(packed, damaged);
  rmSync(join(repo.dir, ".git/logs/refs/notes"), { recursive: true });
  const [finding] = (await repair(repo.dir)).findings;
  expect(finding).toMatchObject({
    code: "journals-without-commit",
    suggestedAction: expect.stringContaining(
      `git update-ref refs/notes/coppice ${tip} puts it back to what Coppice wrote last`,
    ),
  });
  expect(readFileSync(packed, "utf8")).toBe(damaged);
});

test("the journals' ref is gone, and so is what Coppice wrote there last: nothing is adopted anew, and a sync brings all of it back", async () => {
  const repo = createRepo();
  const { record } = await createdIn(repo, { branch: "task/a", title: "The first" });
  repo.git("clone", "--quiet", "--bare", ".", "../origin.git");
  repo.git("remote", "add", "origin", "../origin.git");
  await run(repo.dir, (engine) => sync(engine));
  repo.git("fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/remotes/origin/coppice");
  const fetched = repo.git("rev-parse", "refs/notes/coppice");
  repo.git("update-ref", "-d", "refs/notes/coppice");
  writeFileSync(join(repo.dir, ".git/coppice/last-written"), `${"1".repeat(40)} refs/notes/coppice\n`);
  const { findings, repaired } = await repair(repo.dir);
  expect(repaired).toEqual([]);
  expect(findings.map(({ code }) => code)).toEqual(["journals-without-commit", "not-checked"]);
  expect(findings[0]?.suggestedAction).toContain(
    `git update-ref refs/notes/coppice ${fetched} puts it back to what was fetched last of origin`,
  );
  await run(repo.dir, (engine) => sync(engine));
  expect(repo.git("rev-parse", "refs/notes/coppice")).toBe(fetched);
  expect(await recordIn(repo.dir, "task/a")).toEqual(record);
  expect(standing(await repair(repo.dir))).toEqual([]);
});

test("the journals' ref is gone, and so is what Coppice wrote there last, and nobody has it: the hint says how to begin anew", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  repo.git("update-ref", "-d", "refs/notes/coppice");
  const written = join(repo.dir, ".git/coppice/last-written");
  writeFileSync(written, `${"1".repeat(40)} refs/notes/coppice\n`);
  const [finding] = (await repair(repo.dir)).findings;
  expect(finding?.suggestedAction).toContain(`give them up: delete ${written}.`);
  rmSync(written);
  expect(standing(await repair(repo.dir))).toEqual([]);
});

test("the journals' ref is gone, and a commit without journals is remembered: told as lost, and the hint has what was fetched last", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "task/a" });
  repo.git("update-ref", "refs/notes/remotes/origin/coppice", "refs/notes/coppice");
  repo.git("remote", "add", "origin", "../origin.git");
  const fetched = repo.git("rev-parse", "refs/notes/coppice");
  repo.git("update-ref", "-d", "refs/notes/coppice");
  const written = join(repo.dir, ".git/coppice/last-written");
  writeFileSync(written, `${repo.git("rev-parse", "HEAD")} refs/notes/coppice\n`);
  const { findings } = await diagnose(repo.dir);
  const [finding] = findings;
  expect(finding).toMatchObject({ code: "journals-without-commit", severity: "broken" });
  expect(finding?.message).toContain("holds no journal");
  expect(finding?.suggestedAction).toContain(`git update-ref refs/notes/coppice ${fetched} puts it back`);
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
