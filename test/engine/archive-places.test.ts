import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { saveCommits } from "../../src/engine/archive-save.js";
import { archives } from "../../src/engine/archives.js";
import { create } from "../../src/engine/create.js";
import { prune } from "../../src/engine/prune.js";
import { remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { branchNameSchema, timestampSchema } from "../../src/lifecycle/ids.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import { siteOf } from "./archive-kinds.js";
import { look } from "./look.js";
import { createdIn, failure, notes, recordIn, run } from "./support.js";

const archived = (repo: TestRepo): string[] =>
  repo
    .git("for-each-ref", "--format=%(refname)", "refs/coppice/archive/")
    .split("\n")
    .filter((ref) => ref !== "");

const bring = (repo: TestRepo, name: string) => run(repo.dir, (engine) => restore(engine, name));
const take = (repo: TestRepo, name: string) => run(repo.dir, (engine) => remove(engine, name, { force: 1 }));

function commitIn(path: string, name = "work.txt"): string {
  const { write, git } = siteOf(path);
  write(name, `${name}\n`);
  git("add", name);
  git("commit", "--quiet", "-m", name);
  return git("rev-parse", "HEAD");
}

describe("the name of an archive", () => {
  const noon = Date.parse("2026-03-01T12:00:00Z");
  const day = 86_400_000;

  /** Archives a branch with a commit of its own, as if its record had begun and been written to at these times. */
  async function save(repo: TestRepo, name: string, now: number, { created = now, updated = now } = {}) {
    const branch = branchNameSchema.parse(name);
    const time = (at: number) => timestampSchema.parse(new Date(at).toISOString());
    const record = {
      ...(await recordIn(repo.dir, "task/a")),
      branch,
      createdAt: time(created),
      updatedAt: time(updated),
    };
    if (repo.git("branch", "--list", name) === "") {
      const commit = repo.git("commit-tree", "-m", name, "main^{tree}", "-p", "main");
      repo.git("update-ref", `refs/heads/${name}`, commit);
    }
    return (await run(repo.dir, (engine) => saveCommits(engine, record), { now: () => now }))?.ref;
  }

  test("branches whose names are odd, lie below each other, or read like times: each has its own", async () => {
    const repo = createRepo();
    await createdIn(repo, { branch: "task/a" });
    for (const name of ["a/20260301T120000Z", "a/b", "é/😀", "x@y,z=+#%"]) {
      expect(await save(repo, name, noon)).toBe(`refs/coppice/archive/${name}/20260301T120000Z`);
    }
    // A branch of the name that its folder has.
    repo.git("update-ref", "-d", "refs/heads/a/b");
    repo.git("update-ref", "-d", "refs/heads/a/20260301T120000Z");
    expect(await save(repo, "a", noon)).toBe("refs/coppice/archive/a/20260301T120001Z");
    repo.git("pack-refs", "--all");
    await run(repo.dir, async (engine) => {
      const found = await archives(engine);
      expect(found.map(({ branch }) => branch).sort()).toEqual(
        ["a", "a/20260301T120000Z", "a/b", "x@y,z=+#%", "é/😀"].sort(),
      );
    });
    // The other way round there is no room, and nothing is deleted.
    repo.git("update-ref", "-d", "refs/heads/a");
    const refused = await failure(save(repo, "a/20260301T120001Z", noon + 1000));
    expect(refused.message).toContain("cannot exist beside refs/coppice/archive/a/20260301T120001Z");
    expect(repo.git("branch", "--list", "a/20260301T120001Z")).not.toBe("");
  });

  test("a clock that has fallen back, and an archive that is old: named so that neither expires too early", async () => {
    const repo = createRepo();
    await createdIn(repo, { branch: "task/a" });
    expect(await save(repo, "b", 0, { created: noon, updated: noon })).toBe(
      "refs/coppice/archive/b/20260301T120000Z",
    );
    // The same commit within a day is in the same archive, later in one more.
    const since = { created: noon - day };
    expect(await save(repo, "b", noon + day - 1000, since)).toBe("refs/coppice/archive/b/20260301T120000Z");
    expect(await save(repo, "b", noon + day, since)).toBe("refs/coppice/archive/b/20260302T120000Z");
    // They go when they are thirty days old, and not a second earlier.
    await save(repo, "c", noon + 30 * day - 1);
    expect(archived(repo)).toContain("refs/coppice/archive/b/20260301T120000Z");
    await save(repo, "d", noon + 30 * day);
    expect(archived(repo)).toEqual([
      "refs/coppice/archive/b/20260302T120000Z",
      "refs/coppice/archive/c/20260331T115959Z",
      "refs/coppice/archive/d/20260331T120000Z",
    ]);
  });
});

describe("restore", () => {
  test("two at once, and once more: one brings it back, the others are told; an archive that is gone is not found", async () => {
    const repo = createRepo();
    const { path } = await createdIn(repo, { branch: "task/a" });
    commitIn(path);
    writeFileSync(join(path, "new.txt"), "x\n");
    const before = await look(path);
    await take(repo, "task/a");
    const [ref = ""] = archived(repo);
    const ends = await Promise.allSettled([bring(repo, "task/a"), bring(repo, "task/a")]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await look(path)).toEqual(before);
    expect((await failure(bring(repo, "task/a"))).code).toBe("WORKTREE_EXISTS");
    await run(repo.dir, (engine) => remove(engine, "task/a", { force: 1, discard: true }));
    repo.git("update-ref", "-d", ref);
    expect((await failure(bring(repo, ref))).code).toBe("NO_WORKTREE");
  });

  test("a branch that was pushed: it follows the remote's again; what was said of another branch stays", async () => {
    const repo = createRepo();
    const { path } = await createdIn(repo, { branch: "task/a" });
    repo.git("remote", "add", "origin", "/nowhere");
    repo.git("update-ref", "refs/remotes/origin/task/a", commitIn(path));
    repo.git("config", "branch.task/a.remote", "origin");
    repo.git("config", "branch.task/a.merge", "refs/heads/task/a");
    repo.git("config", "branch.task/a.b.description", "another");
    await take(repo, "task/a");
    expect(archived(repo)).toEqual([]);
    expect(repo.git("config", "--get-regexp", "^branch[.]")).toBe("branch.task/a.b.description another");
    await bring(repo, "task/a");
    expect(repo.gitIn(path, "rev-parse", "--abbrev-ref", "@{upstream}")).toBe("origin/task/a");
  });

  test("a worktree that was moved, of a bare SHA-256 repository: back at its own place", async () => {
    const bare = join(createTempDir(), "repo.git");
    execFileSync("git", ["init", "--quiet", "--bare", "--object-format=sha256", "-b", "main", bare]);
    const repo = openRepo(bare);
    repo.git("update-ref", "refs/heads/main", repo.git("commit-tree", "-m", "Start", repo.git("write-tree")));
    const { path } = await run(bare, (engine) => create(engine, { branch: "task/a" }));
    commitIn(path);
    repo.gitIn(path, "config", "branch.task/a.description", "what it is for");
    const before = await look(path);
    const moved = join(dirname(bare), "moved");
    repo.git("worktree", "move", path, moved);
    repo.git("worktree", "lock", moved);
    expect((await failure(take(repo, "task/a"))).code).toBe("WORKTREE_LOCKED");
    await run(bare, (engine) => remove(engine, "task/a", { force: 2 }));
    expect(existsSync(moved)).toBe(false);
    expect((await bring(repo, "task/a")).path).toBe(path);
    expect(await look(path)).toEqual(before);
    expect(repo.git("config", "branch.task/a.description")).toBe("what it is for");
  });
});

describe("repositories inside a worktree", () => {
  test("in the place of a tracked file, or in a tracked folder: named, and kept without a second force", async () => {
    const repo = createRepo();
    const { path } = await createdIn(repo, { branch: "task/a" });
    const site = siteOf(path);
    rmSync(site.at("README.md"));
    for (const name of ["README.md", "src"]) {
      site.git("init", "--quiet", name);
      site.git("-C", name, "commit", "--quiet", "--allow-empty", "-m", "Only here");
    }
    const refused = await failure(take(repo, "task/a"));
    expect(refused.message).toContain("README.md");
    expect(refused.message).toContain("src");
    expect(
      (await run(repo.dir, (engine) => prune(engine, { filter: "all", force: true }))).worktrees[0]?.verdict,
    ).toBe("skipped");
    const report = notes();
    await run(repo.dir, (engine) => remove(engine, "task/a", { force: 2 }), { report });
    expect(report.warnings.join()).toContain("README.md");
  });

  test("a submodule that keeps its repository in itself, with a commit and a stash that are nowhere else: archived, and back", async () => {
    const repo = createRepo();
    const { path } = await createdIn(repo, { branch: "task/a" });
    const inside = siteOf(join(path, "lib"));
    mkdirSync(inside.path);
    inside.git("init", "--quiet", "-b", "own");
    inside.write("file", "x\n");
    inside.git("add", ".");
    inside.git("commit", "--quiet", "-m", "Only here");
    inside.write("file", "stashed\n");
    inside.git("stash", "--quiet");
    inside.write("file", "stashed later\n");
    inside.git("stash", "push", "--quiet", "-m", "the later one");
    const stashes = inside.git("stash", "list", "--format=%H %gs");
    siteOf(path).git("-c", "advice.addEmbeddedRepo=false", "add", "lib");
    siteOf(path).git("commit", "--quiet", "-m", "Add the library");
    repo.git("branch", "elsewhere", "task/a");
    const before = await look(inside.path);

    const refused = await failure(run(repo.dir, (engine) => remove(engine, "task/a")));
    expect(refused.code).toBe("WORKTREE_DIRTY");
    await take(repo, "task/a");
    await bring(repo, "task/a");
    expect(await look(inside.path)).toEqual(before);
    expect(inside.git("stash", "list", "--format=%H %gs")).toBe(stashes);
    expect(inside.git("for-each-ref", "refs/coppice")).toBe("");
    expect(existsSync(join(inside.path, ".git", "HEAD"))).toBe(true);
    expect(readFileSync(inside.at("file"), "utf8")).toBe("x\n");
  });
});
