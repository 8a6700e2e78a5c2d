import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { create } from "../../src/engine/create.js";
import { forecast } from "../../src/engine/forecast.js";
import { type ListOptions, list, rowsOf } from "../../src/engine/list.js";
import { logsFile } from "../../src/engine/local.js";
import { remove } from "../../src/engine/remove.js";
import { show } from "../../src/engine/show.js";
import { GitRunner } from "../../src/git/run.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { failure, run } from "./support.js";

const setup = { copyEnv: false, installDeps: false, runInitScript: false };
const make = (repo: TestRepo, branch: string, base?: string) =>
  run(repo.dir, (engine) => create(engine, { branch, setup, ...(base === undefined ? {} : { base }) }));

async function counted(repo: TestRepo, options: ListOptions = {}) {
  const git = new GitRunner();
  const rows = await run(repo.dir, (engine) => list(engine, options), { git });
  return { rows, count: git.count, names: git.trace.map(({ args }) => args.slice(0, 3).join(" ")) };
}

function commit(repo: TestRepo, path: string, name: string): void {
  writeFileSync(join(path, name), `${name}\n`);
  repo.gitIn(path, "add", name);
  repo.gitIn(path, "commit", "--quiet", "-m", name);
}

describe("list", () => {
  it("one worktree with dirtiness and ahead/behind: at most 5 git processes", async () => {
    const repo = createRepo();
    const { path } = await make(repo, "task/a");
    commit(repo, path, "one.txt");
    commit(repo, path, "two.txt");
    writeFileSync(join(path, "edit.txt"), "x\n");
    repo.commit("Move on", { "main.txt": "x\n" });
    const { rows, count, names } = await counted(repo);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ path, ahead: 2, behind: 1, lease: null, lock: null });
    expect(rows[0]?.observed).toMatchObject({
      status: "dirty",
      present: true,
      uncommitted: { files: ["edit.txt"], total: 1 },
      problems: [],
    });
    // A reader writes nothing: the journal still says what was journaled last.
    expect(rows[0]?.record.status).toBe("active");
    expect(count, names.join("\n")).toBeLessThanOrEqual(5);
  });

  it("branch and base have moved: counts and forecast are at most 5 git processes, also where a merge has to be tried", async () => {
    const repo = createRepo();
    const { path } = await make(repo, "task/a");
    commit(repo, path, "one.txt");
    repo.commit("Move on", { "main.txt": "x\n" });
    const look = async () => {
      const git = new GitRunner();
      const found = await run(
        repo.dir,
        async (engine) => {
          const [row] = await list(engine);
          return { row, pair: (await forecast(engine)).pairs[0] };
        },
        { git },
      );
      return { ...found, count: git.count, names: git.trace.map(({ args }) => args.slice(0, 3).join(" ")) };
    };
    const apart = await look();
    expect(apart.row).toMatchObject({ ahead: 1, behind: 1 });
    expect(apart.pair).toMatchObject({ outcome: "clean", files: [] });
    expect(apart.count, apart.names.join("\n")).toBeLessThanOrEqual(5);

    repo.commit("Clash", { "one.txt": "other\n" });
    const clashing = await look();
    expect(clashing.row).toMatchObject({ ahead: 1, behind: 2 });
    expect(clashing.pair).toMatchObject({ outcome: "conflict", files: [{ path: "one.txt" }] });
    expect(clashing.count, clashing.names.join("\n")).toBeLessThanOrEqual(5);
  });

  it("many worktrees: a fixed number of processes of ours, fewer without dirtiness", async () => {
    const repo = createRepo();
    const names = Array.from({ length: 12 }, (_, index) => `task/${index}`);
    for (const [index, name] of names.entries()) {
      const { path } = await make(repo, name);
      for (let made = 0; made < index % 3; made += 1) commit(repo, path, `${made}.txt`);
    }
    const few = await counted(repo, { dirtiness: false });
    const full = await counted(repo);
    expect(full.rows.map(({ record, ahead }) => [record.branch, ahead])).toEqual(
      names.map((name, index) => [name, index % 3]),
    );
    // A few `for-each-repo` start the 12 `git status`.
    expect(full.count - few.count).toBeGreaterThan(0);
    expect(full.count - few.count).toBeLessThan(12);
    expect(few.count, few.names.join("\n")).toBeLessThanOrEqual(6);
    expect(few.rows.every(({ observed }) => observed.uncommitted === null && observed.present)).toBe(true);
  });

  it("stacked branches with several bases: each is counted against its own", async () => {
    const repo = createRepo();
    const one = await make(repo, "task/one");
    commit(repo, one.path, "one.txt");
    const two = await make(repo, "task/two", "task/one");
    commit(repo, two.path, "two.txt");
    commit(repo, one.path, "more.txt");
    repo.commit("Move on", { "main.txt": "x\n" });
    const { rows } = await counted(repo);
    expect(rows.map(({ record, ahead, behind }) => [record.branch, record.base, ahead, behind])).toEqual([
      ["task/one", "main", 2, 1],
      ["task/two", "task/one", 1, 1],
    ]);
  });

  it("one broken worktree: a row with its problem, the others are as they are", async () => {
    const repo = createRepo();
    const { path } = await make(repo, "task/a");
    await make(repo, "task/b");
    rmSync(join(path, ".git"));
    const { rows } = await counted(repo);
    expect(rows.map(({ observed }) => observed.present)).toEqual([false, true]);
    expect(rows[0]?.observed.problems).toEqual(["the worktree is broken: its directory has no .git file"]);
  });

  it("a file stands where the directory of the worktrees was: rows with their problem, and remove cleans up", async () => {
    const repo = createRepo();
    const { path } = await make(repo, "task/a");
    rmSync(dirname(path), { recursive: true });
    writeFileSync(dirname(path), "");
    const { rows } = await counted(repo);
    expect(rows.map(({ observed }) => observed.present)).toEqual([false]);
    expect((await run(repo.dir, (engine) => remove(engine, "task/a"))).status).toBe("removed");
  });

  it("a removed one whose branch name is in use again: the new branch's commits are not counted for it", async () => {
    const repo = createRepo();
    await make(repo, "task/a");
    const removed = await run(repo.dir, (engine) => remove(engine, "task/a"));
    const { path, record } = await make(repo, "task/a");
    commit(repo, path, "one.txt");
    expect(await run(repo.dir, (engine) => rowsOf(engine, [removed, record]))).toMatchObject([
      { ahead: null, behind: null },
      { ahead: 1, behind: 0 },
    ]);
  });

  it("a removed record is not listed", async () => {
    const repo = createRepo();
    await make(repo, "task/a");
    await run(repo.dir, (engine) => remove(engine, "task/a"));
    expect((await counted(repo)).rows).toEqual([]);
  });
});

describe("show", () => {
  it("a worktree: record, path, logs, and what git says of it", async () => {
    const repo = createRepo();
    const { record, path } = await make(repo, "task/a");
    const shown = await run(repo.dir, (engine) => {
      engine.local.write(record.id, logsFile, { initScript: "/somewhere/init.log" });
      return show(engine, "task/a");
    });
    expect(shown).toMatchObject({
      path,
      record: { id: record.id },
      observed: { status: "active" },
      logs: { initScript: "/somewhere/init.log" },
      wayOn: null,
    });
  });

  it("a removed one: shown too, an unknown one: NO_WORKTREE", async () => {
    const repo = createRepo();
    await make(repo, "task/a");
    await run(repo.dir, (engine) => remove(engine, "task/a"));
    const shown = await run(repo.dir, (engine) => show(engine, "task/a"));
    expect(shown).toMatchObject({ path: null, record: { status: "removed" } });
    expect((await failure(run(repo.dir, (engine) => show(engine, "nope")))).code).toBe("NO_WORKTREE");
  });
});
