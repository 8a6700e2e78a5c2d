import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { merge } from "../../src/engine/merge.js";
import { retry } from "../../src/engine/retry.js";
import { createTempDir } from "../support/repo.js";
import { commitAt, leaveMain, mergeOne, project, task, trustAll } from "./merge-support.js";
import { failure, notes, recordIn, run } from "./support.js";

const worktrees = (dir: string): string[] => readdirSync(join(dir, "..", "repo-trees"));

test("the command runs at the commit that is to land, in a worktree that is gone afterwards", async () => {
  const out = join(createTempDir(), "out");
  const command = `test -f a.txt && git rev-parse HEAD > '${out}' && echo "$COPPICE_BRANCH $COPPICE_BASE $COPPICE_COMMIT" >> '${out}'`;
  const repo = project({ config: { merge: { verify: command } } });
  await task(repo, "task/a", { "a.txt": "a\n" });
  await trustAll(repo);
  leaveMain(repo);
  expect((await mergeOne(repo.dir, "task/a", { keep: true })).status).toBe("merged");
  const made = commitAt(repo, "main").oid;
  expect(readFileSync(out, "utf8")).toBe(`${made}\ntask/a main ${made}\n`);
  expect(worktrees(repo.dir)).toEqual(["task-a"]);
  expect(repo.git("worktree", "list").split("\n")).toHaveLength(2);
});

test("the command fails: MERGE_FAILED with the end of the output, base has not moved; mended and retried", async () => {
  const repo = project({ config: { merge: { verify: "echo checking; test -f good.txt" } } });
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  await trustAll(repo);
  const base = repo.git("rev-parse", "main");
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({
    status: "failed",
    error: {
      code: "MERGE_FAILED",
      recoverable: true,
      details: { step: "verify", exitCode: 1, output: "checking\n" },
    },
  });
  expect(repo.git("rev-parse", "main")).toBe(base);
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(worktrees(repo.dir)).toEqual(["task-a"]);
  const record = await recordIn(repo.dir, "task/a");
  expect(record).toMatchObject({ status: "error", lastError: { code: "MERGE_FAILED", operation: "merge" } });
  expect(record.lastError?.details.output).toBeUndefined();

  expect((await run(repo.dir, (engine) => retry(engine, "task/a", { run: false }))).status).toBe("active");
  a.tree.commit("Mend", { "good.txt": "good\n" });
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
});

test("the command is not trusted: UNTRUSTED before anything", async () => {
  const repo = project({ config: { merge: { verify: "true" } } });
  await task(repo, "task/a", { "a.txt": "a\n" });
  const base = repo.git("rev-parse", "main");
  const error = await failure(run(repo.dir, (engine) => merge(engine, ["task/a"])));
  expect(error.code).toBe("UNTRUSTED");
  expect(repo.git("rev-parse", "main")).toBe(base);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
  expect((await mergeOne(repo.dir, "task/a", { verify: false })).status).toBe("merged");
});

test("several: one that fails stops neither the next, nor is in what the next is verified on", async () => {
  const repo = project();
  repo.git("config", "coppice.merge.verify", "test ! -f bad.txt");
  await task(repo, "task/bad", { "bad.txt": "bad\n" });
  await task(repo, "task/good", { "good.txt": "good\n" });
  const outcomes = await run(repo.dir, (engine) => merge(engine, ["task/bad", "task/good"]));
  expect(outcomes.map(({ status }) => status)).toEqual(["failed", "merged"]);
  expect(repo.git("ls-tree", "--name-only", "main").split("\n")).not.toContain("bad.txt");
  expect(repo.read("good.txt")).toBe("good\n");
});

test("base moves while the command runs: computed and verified again on the new base", async () => {
  const repo = project();
  const runs = join(createTempDir(), "runs");
  const other = `echo x >> '${runs}'; test $(wc -l < '${runs}') -gt 1 || git update-ref refs/heads/main $(git commit-tree -p main -m Rival main^{tree})`;
  repo.git("config", "coppice.merge.verify", other);
  await task(repo, "task/a", { "a.txt": "a\n" });
  leaveMain(repo);
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  expect(readFileSync(runs, "utf8")).toBe("x\nx\n");
  expect(repo.git("log", "-1", "--format=%s", "main^1")).toBe("Rival");
});

test("base moves every time: given up after a few tries, MERGE_FAILED, the rival's commits stay", async () => {
  const repo = project();
  repo.git(
    "config",
    "coppice.merge.verify",
    "git update-ref refs/heads/main $(git commit-tree -p main -m Rival main^{tree})",
  );
  await task(repo, "task/a", { "a.txt": "a\n" });
  leaveMain(repo);
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({ status: "failed", error: { code: "MERGE_FAILED", recoverable: true } });
  expect(repo.git("log", "-1", "--format=%s", "main")).toBe("Rival");
});

test("the command edits the task's worktree: merged, and the worktree stays with the edit", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  repo.git("config", "coppice.merge.verify", `echo edit > '${a.tree.dir}/late.txt'`);
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({ status: "merged", removed: false, problem: { code: "WORKTREE_DIRTY" } });
  expect(a.tree.read("late.txt")).toBe("edit\n");
});

test("Ctrl-C while the command runs: ERROR INTERRUPTED, base has not moved, nothing is left; retried", async () => {
  const repo = project();
  const flag = join(createTempDir(), "go");
  repo.git("config", "coppice.merge.verify", `test -f '${flag}' || { echo ready; exec sleep 600; }`);
  await task(repo, "task/a", { "a.txt": "a\n" });
  const base = repo.git("rev-parse", "main");
  const controller = new AbortController();
  const report = { ...notes(), output: () => controller.abort() };
  const outcome = await mergeOne(repo.dir, "task/a", {}, { report, signal: controller.signal });
  expect(outcome).toMatchObject({ status: "failed", error: { code: "INTERRUPTED", recoverable: true } });
  expect(repo.git("rev-parse", "main")).toBe(base);
  expect(worktrees(repo.dir)).toEqual(["task-a"]);
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({
    status: "error",
    lastError: { code: "INTERRUPTED", operation: "merge" },
  });
  writeFileSync(flag, "");
  expect((await run(repo.dir, (engine) => retry(engine, "task/a"))).status).toBe("removed");
});
