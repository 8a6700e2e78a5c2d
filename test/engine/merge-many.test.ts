import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acquireLease } from "../../src/engine/lease.js";
import { lock } from "../../src/engine/lock.js";
import { merge } from "../../src/engine/merge.js";
import { withRecord } from "../../src/engine/protocol.js";
import { GitRunner } from "../../src/git/run.js";
import { snapshot } from "../support/repo.js";
import { commitAt, edit, gone, leaveMain, mergeOne, project, task } from "./merge-support.js";
import { engineIn, lifeOf, notes, recordIn, run } from "./support.js";

const line = (text: string): string => `alpha\nbeta\n${text}\ndelta\nepsilon\n`;

test("one conflict does not stop the next; each merge builds on the one before", async () => {
  const repo = project();
  const tasks = [
    await task(repo, "task/a", { "src/a.txt": line("A") }),
    await task(repo, "task/b", { "src/a.txt": line("B") }),
    await task(repo, "task/c", { "c.txt": "c\n" }),
  ];
  leaveMain(repo);
  const before = snapshot(repo.dir);
  const names = ["task/a", "task/b", "task/c", "task/unknown"];
  const outcomes = await run(repo.dir, (engine) => merge(engine, names));
  expect(outcomes.map(({ status }) => status)).toEqual(["merged", "conflict", "merged", "refused"]);
  expect(outcomes[3]).toMatchObject({ branch: "task/unknown", error: { code: "NO_WORKTREE" } });
  expect(tasks.map(gone)).toEqual([true, false, true]);
  const last = commitAt(repo, "main");
  expect(outcomes[2]).toMatchObject({ mergeOid: last.oid });
  expect(last.parents[0]).toBe(outcomes[0]?.status === "merged" ? outcomes[0].mergeOid : undefined);
  expect(repo.git("show", "main:src/a.txt")).toContain("A");
  // The conflict is with what was merged before it.
  expect((await recordIn(repo.dir, "task/b")).conflict?.targetOid).toBe(last.parents[0]);
  expect(await lifeOf(repo.dir, "task/c")).toContain("MERGE>merging");
  expect(snapshot(repo.dir)).toEqual(before);
});

test("twenty clean branches in one call: base makes one step, one process merges them all", async () => {
  const repo = project();
  const names: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    await task(repo, `task/${index}`, { [`${index}.txt`]: "x\n" });
    names.push(`task/${index}`);
  }
  leaveMain(repo);
  const git = new GitRunner();
  const outcomes = await run(repo.dir, (engine) => merge(engine, names, { keep: true }), { git });
  expect(outcomes.every(({ status }) => status === "merged")).toBe(true);
  expect(repo.git("rev-list", "--count", "--first-parent", "--merges", "main")).toBe("20");
  expect(repo.git("reflog", "show", "--format=%gs", "main").split("\n")[0]).toBe(
    "coppice: merge 20 branches",
  );
  const commands = git.trace.map(({ args }) =>
    args.find((arg) => !arg.startsWith("-") && !arg.includes("=")),
  );
  expect(commands.filter((name) => name === "merge-tree")).toHaveLength(1);
  expect(commands.length).toBeLessThanOrEqual(20);
});

test("a branch that came with another one: already merged", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  const b = await task(repo, "task/b");
  b.tree.git("merge", "--quiet", "--ff-only", "task/a");
  b.tree.commit("More", { "b.txt": "b\n" });
  const outcomes = await run(repo.dir, (engine) => merge(engine, ["task/b", "task/a"]));
  expect(outcomes.map(({ status }) => status)).toEqual(["merged", "already-merged"]);
  expect(gone(a)).toBe(false);
});

test("edits where base is checked out are in the way of one of several: only that one is refused", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  await task(repo, "task/b", { "src/b.txt": "b\n" });
  await task(repo, "task/c", { "c.txt": "c\n" });
  edit(repo.dir, "src/b.txt", "mine\n");
  const outcomes = await run(repo.dir, (engine) => merge(engine, ["task/a", "task/b", "task/c"]));
  expect(outcomes.map(({ status }) => status)).toEqual(["merged", "refused", "merged"]);
  expect(repo.read("src/b.txt")).toBe("mine\n");
  expect(repo.read("c.txt")).toBe("c\n");
  expect(repo.git("status", "--porcelain")).toBe("M src/b.txt");
});

test("somebody works on one of them: only that one is refused", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  await task(repo, "task/b", { "b.txt": "b\n" });
  const engine = await engineIn(repo.dir);
  const outcomes = await withRecord(engine, a.record.id, "another command", () =>
    run(repo.dir, (other) => merge(other, ["task/a", "task/b"])),
  );
  expect(outcomes).toMatchObject([
    { status: "refused", error: { code: "INVALID_STATE" } },
    { status: "merged" },
  ]);
});

test("a commit in the middle of one branch is lost: only that one is refused", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  await task(repo, "task/b", { "b.txt": "b\n" });
  const lost = commitAt(repo, "task/a").oid;
  a.tree.commit("More", { "more.txt": "more\n" });
  rmSync(join(repo.dir, ".git/objects", lost.slice(0, 2), lost.slice(2)));
  const outcomes = await run(repo.dir, (engine) => merge(engine, ["task/a", "task/b"]));
  expect(outcomes).toMatchObject([
    { status: "refused", error: { code: "MERGE_FAILED" } },
    { status: "merged" },
  ]);
});

test("locked: merged and kept, and said so", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  await run(repo.dir, (engine) => lock(engine, "task/a", "wanted"));
  const report = notes();
  const outcome = await mergeOne(repo.dir, "task/a", {}, { report });
  expect(outcome).toMatchObject({ status: "merged", removed: false, kept: "it is locked" });
  expect(report.warnings.join("\n")).toContain("task/a and its worktree are kept: it is locked");
  expect(gone(a)).toBe(false);
  expect((await recordIn(repo.dir, "task/a")).landed?.mergeOid).toBe(commitAt(repo, "main").oid);
});

test("in use by a live lease: merged and kept", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  const engine = await engineIn(repo.dir);
  const lease = await acquireLease(engine, a.record.id, { holder: "a test" });
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "merged",
    removed: false,
    kept: "it is in use by a test",
  });
  await lease.release();
});

test("kept, worked on again, merged again: only the new work", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  expect(await mergeOne(repo.dir, "task/a", { keep: true })).toMatchObject({
    status: "merged",
    kept: "as asked",
  });
  a.tree.commit("More", { "b.txt": "b\n" });
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({ status: "merged", removed: true });
  expect(repo.read("b.txt")).toBe("b\n");
});

test("another branch is checked out in the task's worktree: refused, saying so", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  a.tree.git("switch", "--quiet", "-c", "detour");
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({
    status: "refused",
    error: { code: "INVALID_STATE", details: { found: "detour" } },
  });
});

test("an operation in progress in the task's worktree: refused, naming it", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "src/a.txt": line("A") });
  repo.commit("Base", { "src/a.txt": line("B") });
  expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({ status: "refused" });
  a.tree.git("checkout", "--ours", ".");
  a.tree.git("add", "-A");
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({ status: "refused" });
});
