import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { abort } from "../../src/engine/abort.js";
import { merge } from "../../src/engine/merge.js";
import { withRecord } from "../../src/engine/protocol.js";
import { resolve } from "../../src/engine/resolve.js";
import { newOp } from "../../src/engine/session.js";
import { createTempDir, snapshot, type TestRepo } from "../support/repo.js";
import { edit, mergeOne, project, scene, type Task, task } from "./merge-support.js";
import { failure, lifeOf, notes, recordIn, run } from "./support.js";

const line = (text: string): string => `alpha\nbeta\n${text}\ndelta\nepsilon\n`;

async function conflict(): Promise<{ readonly repo: TestRepo; readonly a: Task }> {
  const repo = project();
  const a = await scene(repo, "conflict", async () => {
    const made = await task(repo, "task/a", { "src/a.txt": line("TASK"), "mine.txt": "mine\n" });
    repo.commit("Base", { "src/a.txt": line("BASE"), "theirs.txt": "theirs\n" });
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    return made;
  });
  return { repo, a };
}

const aborting = (cwd: string, name: string | undefined = "task/a") =>
  run(cwd, (engine) => abort(engine, name));
const manual = (repo: TestRepo) =>
  run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "manual" }));

describe("in conflict", () => {
  test("nothing was begun in the worktree: active, nothing changed", async () => {
    const { repo, a } = await conflict();
    const before = [snapshot(repo.dir), snapshot(a.tree.dir)];
    expect((await aborting(repo.dir)).status).toBe("active");
    expect([snapshot(repo.dir), snapshot(a.tree.dir)]).toEqual(before);
    expect((await lifeOf(repo.dir, "task/a")).at(-1)).toBe("ABORT_MERGE>active");
  });

  test("a resolution that Coppice began: undone, the worktree is as it was", async () => {
    const { repo, a } = await conflict();
    const before = snapshot(a.tree.dir);
    await manual(repo);
    expect((await aborting(repo.dir)).status).toBe("active");
    expect(snapshot(a.tree.dir)).toEqual(before);
    expect(repo.git("for-each-ref", "refs/coppice")).toBe("");
  });

  test("killed before it was carried out: aborting again does", async () => {
    const { repo, a } = await conflict();
    const before = snapshot(a.tree.dir);
    await manual(repo);
    await run(repo.dir, (engine) =>
      withRecord(engine, a.record.id, "test", async (session) => {
        await session.open({ type: "ABORT_MERGE" }, {});
      }),
    );
    expect(snapshot(a.tree.dir)).not.toEqual(before);
    expect((await aborting(repo.dir)).status).toBe("active");
    expect(snapshot(a.tree.dir)).toEqual(before);
    expect((await failure(aborting(repo.dir))).code).toBe("INVALID_STATE");
  });

  test("a partial resolution by side: undone, and nothing is kept of it", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "src/a.txt": line("TASK"), "src/b.txt": "task\n" });
    repo.commit("Base", { "src/a.txt": line("BASE"), "src/b.txt": "base\n" });
    await mergeOne(repo.dir, "task/a");
    const before = snapshot(a.tree.dir);
    await run(repo.dir, (engine) =>
      resolve(engine, "task/a", { resolution: "theirs", files: ["src/a.txt"] }),
    );
    await aborting(repo.dir);
    expect(snapshot(a.tree.dir)).toEqual(before);
    expect(repo.git("for-each-ref", "refs/coppice")).toBe("");
  });

  test("L15: resolved by hand and not committed: undone, and what was edited is kept as a commit", async () => {
    const { repo, a } = await conflict();
    await manual(repo);
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    a.tree.git("add", "-A");
    const report = notes();
    await run(repo.dir, (engine) => abort(engine, "task/a"), { report });
    expect(a.tree.read("src/a.txt")).toBe(line("TASK"));
    const ref = `refs/coppice/aborted/${a.record.id}`;
    expect(repo.git("show", `${ref}:src/a.txt`)).toBe(line("MINE").trim());
    expect(report.warnings.join("\n")).toContain(repo.git("rev-parse", ref).slice(0, 12));
  });

  test("a version was staged and the file edited on: both are kept, one commit on top of the other", async () => {
    const { repo, a } = await conflict();
    await manual(repo);
    for (const [path, staged] of [
      ["src/a.txt", line("STAGED")],
      ["theirs.txt", "staged\n"],
    ] as const) {
      edit(a.tree.dir, path, staged);
      a.tree.git("add", path);
    }
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    edit(a.tree.dir, "theirs.txt", "theirs\n");
    await aborting(repo.dir);
    expect(a.tree.read("src/a.txt")).toBe(line("TASK"));
    const ref = `refs/coppice/aborted/${a.record.id}`;
    expect(repo.git("show", `${ref}:src/a.txt`)).toBe(line("MINE").trim());
    expect(repo.git("show", `${ref}^2:src/a.txt`)).toBe(line("STAGED").trim());
    expect(repo.git("show", `${ref}^2:theirs.txt`)).toBe("staged");
  });

  test.each([
    ["an untracked", ""],
    ["an ignored", "old.txt\n"],
  ])("%s file where base has deleted one: undone, and it is kept as a commit", async (_, ignore) => {
    const repo = project({ files: { "old.txt": "old\n" } });
    const a = await task(repo, "task/a", { "src/a.txt": line("TASK") });
    repo.git("rm", "--quiet", "old.txt");
    repo.commit("Base", { "src/a.txt": line("BASE"), ".gitignore": ignore });
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    await manual(repo);
    edit(a.tree.dir, "old.txt", "anew\n");
    expect((await aborting(repo.dir)).status).toBe("active");
    expect(a.tree.read("old.txt")).toBe("old\n");
    expect(a.tree.git("status", "--porcelain")).toBe("");
    expect(repo.git("show", `refs/coppice/aborted/${a.record.id}:old.txt`)).toBe("anew");
  });

  test("a folder with files stands in the place of a file: it stays and is named; out of the way, undone", async () => {
    const { repo, a } = await conflict();
    await manual(repo);
    rmSync(join(a.tree.dir, "src/a.txt"));
    edit(a.tree.dir, "src/a.txt/x.txt", "x\n");
    const error = await failure(aborting(repo.dir));
    expect(error).toMatchObject({
      code: "ABORT_FAILED",
      details: { files: ["src/a.txt"] },
      suggestedAction: "Move away what stands in the place of src/a.txt, then coppice abort task/a.",
    });
    renameSync(join(a.tree.dir, "src/a.txt"), join(a.tree.dir, "aside"));
    expect((await aborting(repo.dir)).status).toBe("active");
    expect([a.tree.read("src/a.txt"), a.tree.read("aside/x.txt")]).toEqual([line("TASK"), "x\n"]);
  });

  test("L15: resolved by hand and committed: the resolution stays", async () => {
    const { repo, a } = await conflict();
    await manual(repo);
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    a.tree.git("commit", "-qam", "Resolve by hand");
    const head = a.tree.git("rev-parse", "HEAD");
    expect((await aborting(repo.dir)).status).toBe("active");
    expect(a.tree.git("rev-parse", "HEAD")).toBe(head);
    expect(a.tree.git("status", "--porcelain")).toBe("");
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  });

  test("L15: a merge that the person began: it stays in progress", async () => {
    const { repo, a } = await conflict();
    expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    const before = snapshot(a.tree.dir);
    expect((await aborting(repo.dir)).status).toBe("active");
    expect(snapshot(a.tree.dir)).toEqual(before);
    expect(a.tree.git("rev-parse", "MERGE_HEAD")).toBe(repo.git("rev-parse", "main"));
  });

  test("the person aborted and began a merge anew: it is theirs now", async () => {
    const { repo, a } = await conflict();
    await manual(repo);
    a.tree.git("merge", "--abort");
    a.tree.commit("Work goes on", { "more.txt": "more\n" });
    expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
    await aborting(repo.dir);
    expect(a.tree.git("rev-parse", "MERGE_HEAD")).toBe(repo.git("rev-parse", "main"));
  });

  test("the worktree's directory is gone: active all the same, and it is told what is left where it comes back", async () => {
    const { repo, a } = await conflict();
    await manual(repo);
    rmSync(a.tree.dir, { recursive: true });
    const report = notes();
    const record = await run(repo.dir, (engine) => abort(engine, "task/a"), { report });
    expect(record.status).toBe("active");
    expect(report.warnings).toEqual([
      "The worktree of task/a is gone: its directory was deleted or moved. If it comes back, git merge --abort there gives up what was begun.",
    ]);
  });
});

test("no merge to give up: INVALID_STATE naming the state", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  const error = await failure(aborting(repo.dir));
  expect(error).toMatchObject({ code: "INVALID_STATE", details: { state: "active" } });
});

test("a merge that is running: stopped, base has not moved, its late end changes nothing", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  // The verify command aborts the very merge that it belongs to, and would then let it succeed.
  const script = join(createTempDir(), "abort.mjs");
  const source = (name: string): string => new URL(`../../src/engine/${name}.ts`, import.meta.url).href;
  writeFileSync(
    script,
    `import { openEngine, closeEngine } from ${JSON.stringify(source("context"))};
     import { RecordSession } from ${JSON.stringify(source("session"))};
     const engine = await openEngine({ cwd: process.env.COPPICE_MAIN, door: "cli" });
     const session = await RecordSession.watch(engine, process.argv[2]);
     await session.open({ type: "ABORT_MERGE" }, {});
     await closeEngine(engine);`,
  );
  const record = await recordIn(repo.dir, "task/a");
  const node = `${process.execPath} --import ${import.meta.resolve("tsx")}`;
  repo.git("config", "coppice.merge.verify", `${node} ${script} ${record.id}; exit 1`);
  const base = repo.git("rev-parse", "main");
  const [outcome] = await run(repo.dir, (engine) => merge(engine, ["task/a"]));
  expect(outcome).toMatchObject({ status: "failed", error: { code: "INVALID_STATE" } });
  expect(repo.git("rev-parse", "main")).toBe(base);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
});

test("a merge of this very process: ended before base moves", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  const started = join(createTempDir(), "started");
  repo.git("config", "coppice.merge.verify", `touch '${started}'; while :; do sleep 0.05; done`);
  const base = repo.git("rev-parse", "main");
  const merging = run(repo.dir, (engine) => merge(engine, ["task/a"]));
  await expect.poll(() => existsSync(started), { timeout: 20_000, interval: 10 }).toBe(true);
  expect((await aborting(repo.dir)).status).toBe("active");
  expect(await merging).toMatchObject([{ status: "failed", error: { code: "INVALID_STATE" } }]);
  expect(repo.git("rev-parse", "main")).toBe(base);
  expect((await lifeOf(repo.dir, "task/a")).at(-1)).toBe("ABORT_MERGE>active");
});

test("a merge that has moved base and is being closed: refused, and it ends as it would have", async () => {
  const repo = project();
  const { record, tree } = await task(repo, "task/a", { "a.txt": "a\n" });
  const headOid = tree.git("rev-parse", "HEAD");
  await run(repo.dir, (engine) =>
    withRecord(engine, record.id, "merge", async (session) => {
      await session.open(
        { type: "MERGE", op: newOp(), target: "main", strategy: "merge", headOid },
        {
          uncommitted: { files: [], total: 0 },
          unmerged: [],
          operationHere: null,
          operationAtBase: null,
          baseCheckouts: 1,
          baseDiverged: false,
          ahead: 1,
        },
      );
      repo.git("merge", "--quiet", "--no-ff", "task/a");
      const error = await failure(abort(engine, "task/a"));
      expect(error).toMatchObject({ code: "INVALID_STATE", details: { state: "merging", base: "main" } });
      await session.refresh();
      expect(session.record.status).toBe("merging");
    }),
  );
});
