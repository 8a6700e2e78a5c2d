import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { managedDir, markBranch, syncManaged } from "../../src/engine/managed.js";
import { withRecord } from "../../src/engine/protocol.js";
import { remove } from "../../src/engine/remove.js";
import { newOp } from "../../src/engine/session.js";
import { branchNameSchema } from "../../src/lifecycle/ids.js";
import { createRepo, createTempDir } from "../support/repo.js";
import { run } from "./support.js";

const branch = (name: string) => branchNameSchema.parse(name);

test("a branch has its mark as long as its record lives", async () => {
  const repo = createRepo();
  const mark = join(managedDir(join(repo.dir, ".git")), "task/a");
  await run(repo.dir, (engine) => create(engine, { branch: "task/a" }));
  expect(existsSync(mark)).toBe(true);
  await run(repo.dir, (engine) => remove(engine, "task/a"));
  expect(existsSync(mark)).toBe(false);
  expect(existsSync(join(managedDir(join(repo.dir, ".git")), "task"))).toBe(false);
});

test("marks of a and a/b: neither stands in the other's way", () => {
  const common = createTempDir();
  const has = (name: string): boolean => existsSync(join(managedDir(common), name));
  markBranch(common, branch("a"), true);
  markBranch(common, branch("a/b"), true);
  expect([has("a"), has("a/b")]).toEqual([true, true]);
  markBranch(common, branch("a"), true);
  markBranch(common, branch("a"), false);
  expect([has("a"), has("a/b")]).toEqual([true, true]);
  markBranch(common, branch("a/b"), false);
  expect([has("a"), has("a/b")]).toEqual([false, false]);
  markBranch(common, branch("a"), true);
  markBranch(common, branch("a/b/c"), false);
  expect(has("a")).toBe(true);
});

test("marks that do not fit the records are set right", async () => {
  const repo = createRepo();
  const common = join(repo.dir, ".git");
  await run(repo.dir, async (engine) => {
    await create(engine, { branch: "task/a" });
    markBranch(common, branch("task/a"), false);
    markBranch(common, branch("task/gone"), true);
    await syncManaged(engine);
  });
  expect(existsSync(join(managedDir(common), "task/a"))).toBe(true);
  expect(existsSync(join(managedDir(common), "task/gone"))).toBe(false);
});

test("a record in error: the state file names the operation that failed", async () => {
  const repo = createRepo();
  await run(repo.dir, async (engine) => {
    const { record } = await create(engine, { branch: "task/a" });
    const state = (): string => readFileSync(join(repo.dir, ".git/worktrees/task-a/coppice/state"), "utf8");
    expect(state()).toBe("active\n");
    await withRecord(engine, record.id, "test", (session) =>
      session.note({
        type: "ERROR",
        op: newOp(),
        code: "MERGE_FAILED",
        message: "no",
        operation: "merge",
        recoverable: true,
      }),
    );
    expect(state()).toBe("error merge\n");
  });
});
