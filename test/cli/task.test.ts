import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { prune } from "../../src/engine/prune.js";
import { lifeOf, recordIn, run } from "../engine/support.js";
import { createRepo, openRepo } from "../support/repo.js";
import { coppice, created, done } from "./support.js";

const hour = 3_600_000;

test("a task's life: in progress it is never pruned, verified it goes when the delay is over, newer work keeps it", async () => {
  const repo = createRepo();
  const paths = new Map<string, string>();
  for (const branch of ["task/a", "task/b", "task/c"]) {
    const path = await created(repo, branch);
    openRepo(path).commit(`Work on ${branch}`, { [`${branch}.txt`]: "x\n" });
    paths.set(branch, path);
  }
  // Old enough to be stale, were it not for the task.
  await done(repo.dir, "task", "task/b", "--status", "in_progress");
  const told = await done(
    repo.dir,
    "task",
    "task/a",
    "-s",
    "verified",
    "--title",
    "Let people in",
    "--id",
    "T-7",
  );
  expect(told.stdout).toBe("the task of task/a (T-7) is verified\n");
  expect((await done(paths.get("task/c") ?? "", "task", "-s", "verified", "--json")).json()).toMatchObject({
    branch: "task/c",
    task: { id: "task/c", title: null, status: "verified" },
  });
  openRepo(paths.get("task/c") ?? "").write("more.txt", "more\n");
  await done(paths.get("task/c") ?? "", "commit", "-m", "One more thing");

  const verdicts = async (hours: number): Promise<Record<string, string>> => {
    const { worktrees } = await run(repo.dir, (engine) => prune(engine, {}), {
      now: () => Date.now() + hours * hour,
    });
    return Object.fromEntries(
      worktrees.map(({ branch, verdict, reason }) => [branch, `${verdict}: ${reason}`]),
    );
  };
  expect(await verdicts(23)).toEqual({
    "task/a": "skipped: delay",
    "task/b": "skipped: worked-on",
    "task/c": "skipped: worked-on",
  });
  expect(await verdicts(25)).toMatchObject({ "task/a": "removed: task_completed" });
  expect(existsSync(paths.get("task/a") ?? "")).toBe(false);
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({
    title: "Let people in",
    task: { id: "T-7", title: "Let people in", status: "verified" },
  });
  expect((await verdicts(24 * 30))["task/b"]).toBe("skipped: in-progress");
});

test("it waits for nothing and changes no state, also in a conflict", async () => {
  const repo = createRepo();
  openRepo(await created(repo, "task/a", "--task", "T-1")).commit("Work", { "src/a.txt": "task\n" });
  repo.commit("Base", { "src/a.txt": "base\n" });
  expect((await coppice(repo.dir, ["merge", "task/a"])).code).toBe(4);
  await done(repo.dir, "task", "task/a", "--status", "needs a person");
  expect((await lifeOf(repo.dir, "task/a")).at(-1)).toBe("TASK>conflict");
  expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({
    status: "conflict",
    task: { id: "T-1", status: "needs a person" },
  });
});

test.each([
  [[], "--status"],
  [["--status", ""], "the task's status is empty"],
  [["--status", "done", "--title", " "], "the task's title is empty"],
  [["--status", "x".repeat(256)], "longer than 255 characters"],
  [["--status", "In-Progress"], "Write in_progress."],
  [["--status", "VERIFIED"], "Write verified."],
])("%j: refused with exit 2, nothing is written", async (argv, told) => {
  const repo = createRepo();
  await created(repo, "task/a");
  const run = await coppice(repo.dir, ["task", "task/a", ...argv]);
  expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(told)]);
  expect((await recordIn(repo.dir, "task/a")).task).toBeNull();
});
