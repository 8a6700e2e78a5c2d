import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { abort } from "../../src/engine/abort.js";
import { merge } from "../../src/engine/merge.js";
import { withRecord } from "../../src/engine/protocol.js";
import { noteForce } from "../../src/engine/removal-facts.js";
import { resolve } from "../../src/engine/resolve.js";
import { retry } from "../../src/engine/retry.js";
import { newOp } from "../../src/engine/session.js";
import type { Strategy } from "../../src/lifecycle/events.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { createRepo, openRepo, type TestRepo } from "../support/repo.js";
import { commitAt, edit, gone, leaveMain, mergeOne, project, type Task, task } from "./merge-support.js";
import { failure, lifeOf, notes, recordIn, run, type TestEngineOptions } from "./support.js";

const line = (text: string): string => `alpha\nbeta\n${text}\ndelta\nepsilon\n`;
const retrying = (repo: TestRepo, options: { run?: boolean } = {}, engineOptions: TestEngineOptions = {}) =>
  run(repo.dir, (engine) => retry(engine, "task/a", options), engineOptions);

/** Leaves the record in `merging` under an operation whose process is gone. */
async function dieInMerge(repo: TestRepo, a: Task, strategy: Strategy = "merge"): Promise<void> {
  await run(repo.dir, (engine) =>
    withRecord(engine, a.record.id, "merge", async (session) => {
      const headOid = oidSchema.parse(a.tree.git("rev-parse", "HEAD"));
      await session.note({ type: "HEAD", oid: headOid, branch: session.record.branch });
      const { base } = session.record;
      if (base === null) throw new Error("no base");
      await session.note({ type: "MERGE", op: newOp(), target: base, strategy, headOid });
    }),
  );
  expect((await recordIn(repo.dir, "task/a")).status).toBe("merging");
}

/** Lets a merge do everything but journal its end. */
async function dieAfterMove(strategy: Strategy): Promise<{ repo: TestRepo; a: Task; landed: string }> {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  a.tree.commit("More", { "b.txt": "b\n" });
  repo.commit("Base goes on", { "c.txt": "c\n" });
  leaveMain(repo);
  const base = repo.git("rev-parse", "main");
  const [outcome] = await run(repo.dir, (engine) => merge(engine, ["task/a"], { strategy, keep: true }));
  expect(outcome?.status).toBe("merged");
  const landed = repo.git("rev-parse", "main");
  // The same merge as its journal would be without the closing entry.
  repo.git("update-ref", "refs/heads/main", base);
  await dieInMerge(repo, a, strategy);
  repo.git("update-ref", "refs/heads/main", landed);
  return { repo, a, landed };
}

describe("a merge whose process died", () => {
  test.each(["merge", "squash", "rebase"] as const)(
    "after base had moved (%s): completed, not merged twice",
    async (strategy) => {
      const { repo, a, landed } = await dieAfterMove(strategy);
      const record = await retrying(repo);
      expect(record).toMatchObject({ status: "removed", landed: { mergeOid: landed } });
      expect(repo.git("rev-parse", "main")).toBe(landed);
      expect(gone(a)).toBe(true);
      expect((await lifeOf(repo.dir, "task/a")).slice(-5)).toEqual([
        "ERROR>error",
        "RETRY>active",
        "MERGE>merging",
        "INIT_COMPLETE>removing",
        "INIT_COMPLETE>removed",
      ]);
    },
  );

  test("after base had moved, a submodule's commits not pushed: completed, and the worktree is kept", async () => {
    const { repo, a, landed } = await dieAfterMove("merge");
    const library = createRepo({ name: "library" });
    a.tree.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "lib");
    openRepo(join(a.tree.dir, "lib")).commit("Work", { "lib.txt": "lib\n" });
    a.tree.git("rm", "--quiet", "--cached", "-f", "lib", ".gitmodules");
    rmSync(join(a.tree.dir, "lib"), { recursive: true });
    rmSync(join(a.tree.dir, ".gitmodules"));
    const report = notes();
    const record = await retrying(repo, {}, { report });
    expect(record).toMatchObject({ status: "active", landed: { mergeOid: landed } });
    expect(report.warnings.join()).toContain("kept: work would be lost with it: lib (commits not pushed)");
    expect(gone(a)).toBe(false);
  });

  test("before base moved: merged now", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "a\n" });
    await dieInMerge(repo, a, "squash");
    const record = await retrying(repo);
    expect(record.status).toBe("removed");
    expect(commitAt(repo, "main").parents).toHaveLength(1);
  });

  test("another command first: it says what was interrupted and the ways on, and changes nothing", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "a\n" });
    await dieInMerge(repo, a);
    const report = notes();
    const outcome = await mergeOne(repo.dir, "task/a", {}, { report });
    expect(outcome).toMatchObject({ status: "refused", error: { code: "INVALID_STATE" } });
    if (outcome.status !== "refused") throw new Error();
    expect(outcome.error.message).toContain("interrupted");
    expect(outcome.error.suggestedAction).toContain("coppice retry task/a");
    expect((await retrying(repo)).status).toBe("removed");
  });

  test.each([false, true])("abort (seen by another command before: %s): active", async (seen) => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "a\n" });
    await dieInMerge(repo, a);
    if (seen) await mergeOne(repo.dir, "task/a");
    const base = repo.git("rev-parse", "main");
    expect((await run(repo.dir, (engine) => abort(engine, "task/a"))).status).toBe("active");
    expect(repo.git("rev-parse", "main")).toBe(base);
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  });

  test("abort after base had moved: refused, retry completes it", async () => {
    const { repo } = await dieAfterMove("merge");
    const error = await failure(run(repo.dir, (engine) => abort(engine, "task/a")));
    expect(error.code).toBe("INVALID_STATE");
    expect(error.suggestedAction).toContain("coppice retry");
    expect((await retrying(repo)).status).toBe("removed");
  });
});

test("--no-run: only back to the state before", async () => {
  const repo = project();
  repo.git("config", "coppice.merge.verify", "test -f good.txt");
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("failed");
  expect((await retrying(repo, { run: false })).status).toBe("active");
  expect(gone(a)).toBe(false);
});

test("a retry that fails again: the error again", async () => {
  const repo = project();
  repo.git("config", "coppice.merge.verify", "test -f good.txt");
  await task(repo, "task/a", { "a.txt": "a\n" });
  await mergeOne(repo.dir, "task/a");
  expect((await failure(retrying(repo))).code).toBe("MERGE_FAILED");
  expect((await recordIn(repo.dir, "task/a")).status).toBe("error");
});

test("a retry that meets a conflict: MERGE_CONFLICT, state conflict", async () => {
  const repo = project();
  repo.git("config", "coppice.merge.verify", "false");
  await task(repo, "task/a", { "src/a.txt": line("TASK") });
  await mergeOne(repo.dir, "task/a");
  repo.commit("Base", { "src/a.txt": line("BASE") });
  expect((await failure(retrying(repo))).code).toBe("MERGE_CONFLICT");
  expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
});

test("a resolved conflict whose verification failed: back to conflict, then on with that resolution", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "src/a.txt": line("TASK") });
  repo.commit("Base", { "src/a.txt": line("BASE") });
  await mergeOne(repo.dir, "task/a");
  repo.git("config", "coppice.merge.verify", `test -f '${repo.dir}-good'`);
  const outcome = await run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "ours" }));
  expect(outcome).toMatchObject({ status: "failed", error: { code: "MERGE_FAILED" } });
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({
    status: "error",
    lastError: { operation: "resolve" },
  });
  expect((await retrying(repo, { run: false })).status).toBe("conflict");
  const again = await run(repo.dir, (engine) => resolve(engine, "task/a", { continue: true }));
  expect(again).toMatchObject({ status: "failed", error: { code: "MERGE_FAILED" } });
  writeFileSync(`${repo.dir}-good`, "");
  expect((await retrying(repo)).status).toBe("removed");
  expect(repo.read("src/a.txt")).toBe(line("TASK"));
  expect(gone(a)).toBe(true);
});

test("a commit that was made before its process died: seen, not made twice", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  edit(a.tree.dir, "a.txt", "a\n");
  await run(repo.dir, (engine) =>
    withRecord(engine, a.record.id, "commit", async (session) => {
      await session.note({ type: "MODIFY", filesChanged: ["a.txt"], total: 1 });
      await session.note({ type: "COMMIT", op: newOp(), message: "Add a" });
      a.tree.git("add", "-A");
      a.tree.git("commit", "-qm", "Add a");
    }),
  );
  const record = await retrying(repo);
  expect(record).toMatchObject({ status: "active", headOid: a.tree.git("rev-parse", "HEAD") });
  expect(a.tree.git("rev-list", "--count", "main..HEAD")).toBe("1");
});

test("a removal that failed: goes on", async () => {
  const repo = project();
  const a = await task(repo, "task/a", { "a.txt": "a\n" });
  repo.git("config", "coppice.merge.verify", `echo late > '${join(a.tree.dir, "late.txt")}'`);
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({ status: "merged", removed: false });
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({
    status: "error",
    lastError: { operation: "remove" },
  });
  a.tree.git("clean", "-fq");
  expect((await retrying(repo)).status).toBe("removed");
  expect(gone(a)).toBe(true);
});

describe("a process died between telling of a commit and telling that it was made", () => {
  /** A person has committed with git, and has edited on; the command that saw it was killed. */
  async function dieTelling(): Promise<{ repo: TestRepo; a: Task }> {
    const repo = project();
    const a = await task(repo, "task/a");
    a.tree.commit("By hand", { "a.txt": "a\n" });
    edit(a.tree.dir, "a.txt", "staged\n");
    a.tree.git("add", "a.txt");
    edit(a.tree.dir, "a.txt", "edited on\n");
    await run(repo.dir, (engine) =>
      withRecord(engine, a.record.id, "remove", async (session) => {
        await session.observed({ type: "MODIFY", filesChanged: ["a.txt"], total: 1 });
        const author = "T <t@example.invalid>";
        await session.observed({ type: "COMMIT", op: newOp(), message: "By hand\n", author });
      }),
    );
    expect((await recordIn(repo.dir, "task/a")).status).toBe("committing");
    return { repo, a };
  }

  test.each(["at once", "after a list", "after a command that was refused"])(
    "retried %s: nothing is committed, and index and files stay as they are",
    async (when) => {
      const { repo, a } = await dieTelling();
      if (when === "after a list") await recordIn(repo.dir, "task/a");
      if (when === "after a command that was refused") await mergeOne(repo.dir, "task/a");
      const head = a.tree.git("rev-parse", "HEAD");
      const report = notes();
      expect((await retrying(repo, {}, { report })).status).toBe("dirty");
      expect(a.tree.git("rev-parse", "HEAD")).toBe(head);
      expect(a.tree.git("show", ":a.txt")).toBe("staged");
      expect(a.tree.read("a.txt")).toBe("edited on\n");
      expect(report.steps.join()).toContain("left uncommitted");
    },
  );
});

test("a commit of Coppice's was made when its process died, and somebody has edited since: the edit is not committed", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  await run(repo.dir, (engine) =>
    withRecord(engine, a.record.id, "commit", async (session) => {
      await session.observed({ type: "MODIFY", filesChanged: ["a.txt"], total: 1 });
      await session.note({ type: "COMMIT", op: newOp(), message: "Work" });
    }),
  );
  const head = a.tree.commit("Work", { "a.txt": "a\n" });
  edit(a.tree.dir, "a.txt", "edited since\n");
  expect((await retrying(repo)).status).toBe("dirty");
  expect(a.tree.git("rev-parse", "HEAD")).toBe(head);
});

test("a commit of Coppice's was not made when its process died: it is made now", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  const head = a.tree.git("rev-parse", "HEAD");
  edit(a.tree.dir, "a.txt", "a\n");
  await run(repo.dir, (engine) =>
    withRecord(engine, a.record.id, "commit", async (session) => {
      await session.observed({ type: "MODIFY", filesChanged: ["a.txt"], total: 1 });
      await session.note({ type: "COMMIT", op: newOp(), message: "Work" });
    }),
  );
  expect((await retrying(repo)).status).toBe("active");
  expect(a.tree.git("log", "--format=%s", `${head}..HEAD`)).toBe("Work");
});

describe("a forced removal that gives work up was interrupted", () => {
  /** Leaves the record in `removing`, as a journal has it that came from anywhere. */
  async function dieInRemoval(a: Task, said: boolean): Promise<void> {
    await run(a.tree.dir, (engine) =>
      withRecord(engine, a.record.id, "remove", async (session) => {
        if (said)
          noteForce(engine, session.id, { headOid: oidSchema.parse(a.tree.git("rev-parse", "HEAD")) });
        await session.note({ type: "REMOVE", op: newOp(), force: true, discard: true });
      }),
    );
  }

  test("a person said so here: it is done", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "a\n" });
    edit(a.tree.dir, "new.txt", "new\n");
    await dieInRemoval(a, true);
    expect((await retrying(repo)).status).toBe("removed");
    expect(gone(a)).toBe(true);
  });

  test("the journal alone says so: the work stays", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "a\n" });
    const tip = a.tree.git("rev-parse", "HEAD");
    edit(a.tree.dir, "new.txt", "new\n");
    await dieInRemoval(a, false);
    expect((await failure(retrying(repo))).code).toBe("WORKTREE_DIRTY");
    rmSync(join(a.tree.dir, "new.txt"));
    await retrying(repo);
    expect(repo.git("rev-parse", "task/a")).toBe(tip);
  });

  test("commits were made since: they stay", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "a\n" });
    await dieInRemoval(a, true);
    const tip = a.tree.commit("Later", { "later.txt": "later\n" });
    await retrying(repo);
    expect(repo.git("rev-parse", "task/a")).toBe(tip);
  });
});

test("nothing failed: INVALID_STATE", async () => {
  const repo = project();
  await task(repo, "task/a");
  expect((await failure(retrying(repo))).code).toBe("INVALID_STATE");
});
