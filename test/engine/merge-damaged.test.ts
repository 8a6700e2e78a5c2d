import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readStatus } from "../../src/engine/facts.js";
import { journalObservation } from "../../src/engine/observe.js";
import { present } from "../../src/engine/place.js";
import { withRecord } from "../../src/engine/protocol.js";
import { resolve } from "../../src/engine/resolve.js";
import type { Strategy } from "../../src/lifecycle/events.js";
import { snapshot, type TestRepo } from "../support/repo.js";
import { leaveMain, mergeOne, project, type Task, task } from "./merge-support.js";
import { failure, recordIn, run } from "./support.js";

/** Two sides that change other files of one folder, and one of them another folder alone. Base is checked out nowhere. */
async function situation(): Promise<{ repo: TestRepo; a: Task; fork: string }> {
  const repo = project({ files: { "lib/deep/x.txt": "x\n", "lib/y.txt": "y\n" } });
  const fork = repo.git("rev-parse", "main");
  const a = await task(repo, "task/a", { "src/a.txt": "TASK\n", "lib/deep/x.txt": "TASK\n" });
  repo.commit("Base goes on", { "src/b.txt": "BASE\n" });
  leaveMain(repo);
  return { repo, a, fork };
}

/** A worktree's new commits are compared with those before; what is about here comes after that. */
const observed = (repo: TestRepo, { record }: Task) =>
  run(repo.dir, (engine) =>
    withRecord(engine, record.id, "test", async (session) => {
      const { path, gitDir } = present(engine, session.record);
      return journalObservation(session, await readStatus(engine, path, gitDir));
    }),
  );

function lose(repo: TestRepo, name: string): void {
  const oid = repo.git("rev-parse", name);
  rmSync(join(repo.dir, ".git", "objects", oid.slice(0, 2), oid.slice(2)));
}

describe("a damaged repository: refused, base is not moved", () => {
  test.each<[string, string, Strategy]>([
    ["the root tree of the merge base", "FORK^{tree}", "merge"],
    ["the root tree of the merge base, squashed", "FORK^{tree}", "squash"],
    ["the root tree of the merge base, rebased", "FORK^{tree}", "rebase"],
    ["the root tree of base", "main^{tree}", "merge"],
    ["the root tree of a commit that is replayed", "task/a~1^{tree}", "rebase"],
    ["a folder that both sides changed, of the merge base", "FORK:src", "merge"],
    ["a folder that both sides changed, of base", "main:src", "merge"],
    ["a folder that both sides changed, of the task", "task/a:src", "merge"],
    ["a folder that the task alone changed", "task/a:lib", "merge"],
    ["a folder in a folder that the task alone changed", "task/a:lib/deep", "merge"],
  ])("without %s", async (_, lost, strategy) => {
    const { repo, a, fork } = await situation();
    a.tree.commit("More", { "more.txt": "more\n" });
    await observed(repo, a);
    const before = repo.git("rev-parse", "main");
    lose(repo, lost.replace("FORK", fork));
    const outcome = await mergeOne(repo.dir, "task/a", { strategy });
    expect(outcome).toMatchObject({ status: "refused", error: { code: "MERGE_FAILED" } });
    expect(outcome.status === "refused" && outcome.error.message).toMatch(
      /damaged|does not exist|could not merge|ls-tree/,
    );
    expect(repo.git("rev-parse", "main")).toBe(before);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
  });

  test("a conflict, without the root tree of base: not laid out, the task's worktree is as it was", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "src/a.txt": "TASK\n" });
    repo.commit("Base goes on", { "src/a.txt": "BASE\n" });
    leaveMain(repo);
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    const before = snapshot(a.tree.dir);
    lose(repo, "main^{tree}");
    const error = await failure(
      run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "theirs" })),
    );
    expect(error).toMatchObject({ code: "GIT_FAILED", message: expect.stringContaining("damaged") });
    expect(snapshot(a.tree.dir)).toEqual(before);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
  });
});
