import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { saveWork } from "../../src/engine/archive-save.js";
import { prune } from "../../src/engine/prune.js";
import { type RemoveOptions, remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { createdIn, recordIn, run } from "./support.js";

const make = async (repo: TestRepo): Promise<string> => (await createdIn(repo, { branch: "task/a" })).path;
const take = (repo: TestRepo, options: RemoveOptions = {}) =>
  run(repo.dir, (engine) => remove(engine, "task/a", options));
const bring = (repo: TestRepo) => run(repo.dir, (engine) => restore(engine, "task/a"));
const archived = (repo: TestRepo): string =>
  repo.git("for-each-ref", "--format=%(refname)", "refs/coppice/archive/");

function add(repo: TestRepo, path: string, name: string): void {
  writeFileSync(join(path, name), `${name}\n`);
  repo.gitIn(path, "add", name);
}

function commitIn(repo: TestRepo, path: string, name: string): string {
  add(repo, path, name);
  repo.gitIn(path, "commit", "--quiet", "-m", name);
  return repo.gitIn(path, "rev-parse", "HEAD");
}

/** git forgets whatever no ref leads to. */
function forgetUnreached(repo: TestRepo): void {
  repo.git("reflog", "expire", "--expire=now", "--all");
  repo.git("gc", "--quiet", "--prune=now");
}

describe("a worktree whose directory was deleted or moved by hand", () => {
  it.each<[string, RemoveOptions]>([
    ["removed", {}],
    ["removed by force", { force: 1 }],
    ["removed, and its branch kept", { keepBranch: true }],
  ])("commits of a detached HEAD and what was staged, %s: both come back", async (_, options) => {
    const repo = createRepo();
    const path = await make(repo);
    repo.gitIn(path, "switch", "--quiet", "--detach");
    const head = commitIn(repo, path, "work.txt");
    add(repo, path, "staged.txt");
    renameSync(path, join(repo.dir, "..", "elsewhere"));
    await take(repo, options);
    forgetUnreached(repo);
    const { path: back } = await bring(repo);
    expect(repo.gitIn(back, "rev-parse", "HEAD")).toBe(head);
    expect(repo.gitIn(back, "status", "--porcelain")).toBe("A  staged.txt");
    expect(readFileSync(join(back, "staged.txt"), "utf8")).toBe("staged.txt\n");
  });

  it("a removal by force saved it whole, and was killed when the directory had gone: all of it comes back", async () => {
    const repo = createRepo();
    const path = await make(repo);
    add(repo, path, "staged.txt");
    writeFileSync(join(path, "untracked.txt"), "x");
    const record = await recordIn(repo.dir, "task/a");
    await run(repo.dir, (engine) => saveWork(engine, record));
    rmSync(path, { recursive: true });
    await take(repo, { force: 1 });
    expect(archived(repo)).not.toContain("\n");
    const { path: back } = await bring(repo);
    expect(repo.gitIn(back, "status", "--porcelain")).toBe("A  staged.txt\n?? untracked.txt");
  });

  it("an empty directory in its place: what was staged comes back", async () => {
    const repo = createRepo();
    const path = await make(repo);
    add(repo, path, "staged.txt");
    rmSync(path, { recursive: true });
    mkdirSync(path);
    await take(repo);
    forgetUnreached(repo);
    const { path: back } = await bring(repo);
    expect(repo.gitIn(back, "status", "--porcelain")).toBe("A  staged.txt");
  });

  it.each(["removed", "pruned"])(
    "its branch was deleted, too, %s: what was staged comes back on the commit that was seen last",
    async (how) => {
      const repo = createRepo();
      const path = await make(repo);
      const base = repo.git("rev-parse", "main");
      add(repo, path, "staged.txt");
      rmSync(path, { recursive: true });
      repo.git("update-ref", "-d", "refs/heads/task/a");
      if (how === "removed") await take(repo);
      else await run(repo.dir, (engine) => prune(engine));
      forgetUnreached(repo);
      const { path: back } = await bring(repo);
      expect(repo.git("rev-parse", "task/a")).toBe(base);
      expect(repo.gitIn(back, "status", "--porcelain")).toBe("A  staged.txt");
    },
  );

  it("a ref of its own: the commit that it led to is archived", async () => {
    const repo = createRepo();
    const path = await make(repo);
    repo.gitIn(path, "switch", "--quiet", "--detach");
    const kept = commitIn(repo, path, "work.txt");
    repo.gitIn(path, "update-ref", "refs/worktree/kept", kept);
    repo.gitIn(path, "switch", "--quiet", "task/a");
    rmSync(path, { recursive: true });
    await take(repo);
    forgetUnreached(repo);
    expect(repo.git("cat-file", "-t", kept)).toBe("commit");
  });

  it.each<[string, (repo: TestRepo, path: string) => void, RemoveOptions]>([
    ["nothing but its branch's commits", () => {}, {}],
    [
      "a detached HEAD at a commit that its branch has",
      (repo, path) => repo.gitIn(path, "checkout", "-q", "--detach"),
      {},
    ],
    [
      "something staged that is given up",
      (repo, path) => add(repo, path, "staged.txt"),
      { force: 1, discard: true },
    ],
  ])("%s: nothing is archived", async (_, before, options) => {
    const repo = createRepo();
    const path = await make(repo);
    before(repo, path);
    rmSync(path, { recursive: true });
    await take(repo, options);
    expect(archived(repo)).toBe("");
  });
});
