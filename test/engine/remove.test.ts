import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commit } from "../../src/engine/commit.js";
import { create } from "../../src/engine/create.js";
import { list } from "../../src/engine/list.js";
import { lock } from "../../src/engine/lock.js";
import { merge } from "../../src/engine/merge.js";
import { withRecord } from "../../src/engine/protocol.js";
import { prune } from "../../src/engine/prune.js";
import { type RemoveOptions, remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { newOp } from "../../src/engine/session.js";
import { branchNameSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { createBareRemote, createRepo, snapshot, type TestRepo } from "../support/repo.js";
import { createdIn, failure, lifeOf, notes, recordIn, run } from "./support.js";

const has = (repo: TestRepo, branch: string): boolean =>
  repo.git("for-each-ref", `refs/heads/${branch}`) !== "";

const registered = (repo: TestRepo): number => repo.git("worktree", "list").split("\n").length - 1;

const make = async (repo: TestRepo, branch: string): Promise<string> =>
  (await createdIn(repo, { branch })).path;

const take = (repo: TestRepo, name: string, options?: RemoveOptions) =>
  run(repo.dir, (engine) => remove(engine, name, options));

function commitIn(path: string, repo: TestRepo, message = "Work"): string {
  writeFileSync(join(path, "work.txt"), `${message}\n`);
  repo.gitIn(path, "add", "work.txt");
  repo.gitIn(path, "commit", "--quiet", "-m", message);
  return repo.gitIn(path, "rev-parse", "HEAD");
}

describe("remove", () => {
  it("somebody has deleted directory and branch: the commits that were seen last are archived", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    writeFileSync(join(path, "work.txt"), "work\n");
    const { sha } = await run(repo.dir, (engine) => commit(engine, "task/a", { message: "Work" }));
    rmSync(path, { recursive: true });
    repo.git("update-ref", "-d", "refs/heads/task/a");
    expect(await take(repo, "task/a")).toMatchObject({ status: "removed" });
    expect(repo.git("for-each-ref", "--format=%(objectname)", "refs/coppice/archive")).toBe(sha);
  });

  it("a worktree without own commits: directory, registration and branch are gone, the record is a tombstone", async () => {
    const repo = createRepo();
    const before = snapshot(repo.dir);
    const path = await make(repo, "task/a");
    const record = await take(repo, "task/a");
    expect(record).toMatchObject({ status: "removed" });
    expect(existsSync(path)).toBe(false);
    expect(registered(repo)).toBe(0);
    expect(has(repo, "task/a")).toBe(false);
    expect(await lifeOf(repo.dir, "task/a")).toEqual([
      "CREATE>creating",
      "INIT_COMPLETE>initializing",
      "INIT_COMPLETE>active",
      "REMOVE>removing",
      "INIT_COMPLETE>removed",
    ]);
    expect(snapshot(repo.dir).files).toEqual(before.files);
    expect(existsSync(join(repo.dir, ".git", "coppice", "local", record.id))).toBe(false);
  });

  it("a branch with settings in git's configuration: they go with it, those of another branch stay", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    for (const branch of ["task/a", "task/a.b"]) {
      await make(repo, branch);
      repo.git("push", "--quiet", "--set-upstream", "origin", branch);
    }
    repo.git("config", "branch.task/a.description", "one");
    await take(repo, "task/a");
    expect(repo.git("config", "--get-regexp", "^branch\\.task/").split("\n")).toEqual([
      "branch.task/a.b.remote origin",
      "branch.task/a.b.merge refs/heads/task/a.b",
    ]);
  });

  it("L1, commits that exist nowhere else: refused without force, archived with it, gone when they are given up", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const tip = commitIn(path, repo);
    const refused = await failure(take(repo, "task/a"));
    expect(refused).toMatchObject({ code: "WORKTREE_DIRTY", exitCode: 3 });
    expect(refused.message).toContain("exist nowhere else");
    expect(repo.git("rev-parse", "task/a")).toBe(tip);
    expect(existsSync(path)).toBe(true);
    expect((await take(repo, "task/a", { force: 1 })).status).toBe("removed");
    expect(has(repo, "task/a")).toBe(false);
    expect(repo.git("for-each-ref", "--format=%(objectname)", "refs/coppice/archive/task/a/")).toBe(tip);
    commitIn(await make(repo, "task/b"), repo, "Other work");
    expect((await take(repo, "task/b", { force: 1, discard: true })).status).toBe("removed");
    expect(repo.git("for-each-ref", "refs/coppice/archive/task/b/")).toBe("");
  });

  it("commits that exist nowhere else, and the branch is to stay: removed, the branch stays", async () => {
    const repo = createRepo();
    const tip = commitIn(await make(repo, "task/a"), repo);
    expect((await take(repo, "task/a", { keepBranch: true })).status).toBe("removed");
    expect(repo.git("rev-parse", "task/a")).toBe(tip);
  });

  it("a pushed branch: its commits are elsewhere, so it goes without force", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    const path = await make(repo, "task/a");
    commitIn(path, repo);
    repo.gitIn(path, "push", "--quiet", "origin", "task/a");
    expect((await take(repo, "task/a")).status).toBe("removed");
    expect(has(repo, "task/a")).toBe(false);
  });

  it("commits on a detached HEAD that no branch holds: refused, naming them", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    repo.gitIn(path, "switch", "--quiet", "--detach");
    commitIn(path, repo);
    const refused = await failure(take(repo, "task/a"));
    expect(refused.code).toBe("WORKTREE_DIRTY");
    expect(refused.message).toContain("detached");
    expect(existsSync(path)).toBe(true);
  });

  it("L2, an initialised submodule: removed when clean and pushed; dirty or unpushed it counts as dirty", async () => {
    const library = createRepo({ name: "library" });
    const repo = createRepo();
    repo.git("submodule", "--quiet", "add", library.dir, "lib");
    repo.commit("Add the library");
    const path = await make(repo, "task/a");
    repo.gitIn(path, "submodule", "--quiet", "update", "--init");

    writeFileSync(join(path, "lib", "untracked.txt"), "x\n");
    expect((await failure(take(repo, "task/a"))).code).toBe("WORKTREE_DIRTY");
    rmSync(join(path, "lib", "untracked.txt"));

    repo.gitIn(join(path, "lib"), "switch", "--quiet", "-c", "kept");
    commitIn(join(path, "lib"), repo);
    repo.gitIn(join(path, "lib"), "switch", "--quiet", "--detach", "origin/main");
    const refused = await failure(take(repo, "task/a"));
    expect(refused.code).toBe("WORKTREE_DIRTY");
    expect(refused.message).toContain("not pushed");
    repo.gitIn(join(path, "lib"), "switch", "--quiet", "--detach", "kept");
    const named = await failure(take(repo, "task/a"));
    expect(named.details).toMatchObject({
      uncommittedFiles: ["lib (commits not pushed)"],
      uncommittedTotal: 1,
    });
    repo.gitIn(join(path, "lib"), "switch", "--quiet", "--detach", "origin/main");
    repo.gitIn(join(path, "lib"), "branch", "-D", "--quiet", "kept");

    expect((await take(repo, "task/a")).status).toBe("removed");
    expect(existsSync(path)).toBe(false);
    expect(registered(repo)).toBe(0);
  });

  it("L3, another worktree's directory is out of sight: it stays registered", async () => {
    const repo = createRepo();
    await make(repo, "task/a");
    const other = await make(repo, "task/b");
    renameSync(other, `${other}-unmounted`);
    expect((await take(repo, "task/a")).status).toBe("removed");
    expect(registered(repo)).toBe(1);
    renameSync(`${other}-unmounted`, other);
    expect(repo.gitIn(other, "status", "--porcelain")).toBe("");
  });

  it("another worktree lies inside, where git ignores it: neither a removal nor a merge takes it along, whatever the force", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    commitIn(path, repo);
    const inner = join(path, ".worktrees", "inner");
    repo.gitIn(path, "worktree", "add", "--quiet", inner, "-b", "inner");
    writeFileSync(join(inner, "draft.txt"), "nowhere else\n");
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");

    const named = { details: { uncommittedFiles: [".worktrees/inner (a worktree of its own)"] } };
    expect(await failure(take(repo, "task/a"))).toMatchObject({ code: "WORKTREE_DIRTY", ...named });
    const [merged] = await run(repo.dir, (engine) => merge(engine, ["task/a"], {}));
    expect(merged).toMatchObject({ status: "refused", error: { code: "WORKTREE_DIRTY", ...named } });
    for (const options of [{ force: 1 }, { force: 2 }, { force: 2, discard: true }] as const)
      expect([options, await failure(take(repo, "task/a", options))]).toMatchObject([
        options,
        { code: "WORKTREE_IN_USE", suggestedAction: expect.stringContaining("git worktree move") },
      ]);
    const pruned = await run(repo.dir, (engine) => prune(engine, { filter: "all", force: true, maxAge: 0 }));
    expect(pruned.worktrees).toMatchObject([{ branch: "task/a", verdict: "skipped" }]);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
    expect(repo.gitIn(inner, "status", "--porcelain")).toBe("?? draft.txt");

    repo.gitIn(path, "worktree", "move", inner, join(dirname(repo.dir), "inner"));
    const [landed] = await run(repo.dir, (engine) => merge(engine, ["task/a"], {}));
    expect(landed).toMatchObject({ status: "merged" });
    expect(existsSync(path)).toBe(false);
    expect(existsSync(join(dirname(repo.dir), "inner", "draft.txt"))).toBe(true);
  });

  it("a ref of the worktree's own holds commits that are nowhere else: neither a removal nor a merge takes them along, and force archives them", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const kept = commitIn(path, repo);
    repo.gitIn(path, "update-ref", "refs/worktree/kept", kept);
    repo.gitIn(path, "reset", "--quiet", "--hard", "HEAD~1");
    const file = "refs/worktree/kept (commits that are nowhere else)";
    const named = { code: "WORKTREE_DIRTY", details: { uncommittedFiles: [file] } };
    expect(await failure(take(repo, "task/a"))).toMatchObject(named);
    commitIn(path, repo, "Other");
    const [merged] = await run(repo.dir, (engine) => merge(engine, ["task/a"], {}));
    expect(merged).toMatchObject({
      error: { ...named, suggestedAction: expect.stringContaining("git branch NAME COMMIT") },
    });
    await take(repo, "task/a", { force: 1 });
    expect(repo.git("rev-list", "--glob=refs/coppice/archive").split("\n")).toContain(kept);
  });

  it("L4, the branch is checked out in a second worktree: it stays, also with force", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const second = join(dirname(repo.dir), "second");
    repo.git("worktree", "add", "--quiet", "--force", second, "task/a");
    const report = notes();
    const record = await run(repo.dir, (engine) => remove(engine, "task/a", { force: 2, discard: true }), {
      report,
    });
    expect(record.status).toBe("removed");
    expect(existsSync(path)).toBe(false);
    expect(repo.gitIn(second, "status", "--porcelain")).toBe("");
    expect(repo.gitIn(second, "rev-parse", "--abbrev-ref", "HEAD")).toBe("task/a");
    expect(report.warnings.join()).toContain("stays");
  });

  it("the branch is being rebased in another worktree: it stays", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    commitIn(path, repo, "Theirs");
    repo.commit("Ours", { "work.txt": "other\n" });
    const second = join(dirname(repo.dir), "second");
    repo.git("worktree", "add", "--quiet", "--force", second, "task/a");
    expect(() => repo.gitIn(second, "rebase", "--quiet", "main")).toThrow();
    await take(repo, "task/a", { force: 2, discard: true });
    expect(has(repo, "task/a")).toBe(true);
  });

  it.each(["deleted", "deleted, and an empty one made in its place"])(
    "L5, the directory was %s: listed as missing, and remove cleans up",
    async (how) => {
      const repo = createRepo();
      const path = await make(repo, "task/a");
      rmSync(path, { recursive: true });
      if (how !== "deleted") mkdirSync(path);
      const [row] = await run(repo.dir, (engine) => list(engine));
      expect(row?.observed).toMatchObject({ present: false, uncommitted: null });
      expect(row?.observed.problems).toHaveLength(1);
      expect((await take(repo, "task/a")).status).toBe("removed");
      expect(existsSync(path)).toBe(false);
      expect(registered(repo)).toBe(0);
      expect(has(repo, "task/a")).toBe(false);
    },
  );

  it("the directory was replaced by another one with files: those stay", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    rmSync(path, { recursive: true });
    mkdirSync(path);
    writeFileSync(join(path, "precious.txt"), "mine\n");
    const report = notes();
    const record = await run(repo.dir, (engine) => remove(engine, "task/a", { force: 2, discard: true }), {
      report,
    });
    expect(record.status).toBe("removed");
    expect(existsSync(join(path, "precious.txt"))).toBe(true);
    expect(report.warnings.join()).toContain("stays");
  });

  it.each(["without its .git file", "no longer registered"])(
    "the directory is there, %s: not taken for clean; given up, its files stay all the same",
    async (how) => {
      const repo = createRepo();
      const path = await make(repo, "task/a");
      writeFileSync(join(path, "precious.txt"), "mine\n");
      if (how === "without its .git file") rmSync(join(path, ".git"));
      else rmSync(repo.gitIn(path, "rev-parse", "--absolute-git-dir"), { recursive: true });
      const refused = await failure(take(repo, "task/a"));
      expect(refused.code).toBe("WORKTREE_NOT_FOUND");
      expect(refused.suggestedAction).toContain("--discard");
      expect((await failure(take(repo, "task/a", { force: 1 }))).code).toBe("WORKTREE_NOT_FOUND");
      expect((await take(repo, "task/a", { force: 1, discard: true })).status).toBe("removed");
      expect(existsSync(join(path, "precious.txt"))).toBe(true);
      expect(registered(repo)).toBe(0);
    },
  );

  it("in conflict: refused without force, and given up it goes with the merge", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const tip = commitIn(path, repo);
    const { id } = await recordIn(repo.dir, "task/a");
    await run(repo.dir, (engine) =>
      withRecord(engine, id, "test", async (session) => {
        const op = newOp();
        await session.note({ type: "MERGE", op, target: "main", headOid: tip });
        const details = { conflictFiles: [], headOid: tip };
        const message = "It conflicts.";
        const code = "MERGE_CONFLICT";
        await session.note({
          type: "ERROR",
          op,
          code,
          message,
          details,
          operation: "merge",
          recoverable: true,
        });
      }),
    );
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
    const refused = await failure(take(repo, "task/a"));
    expect(refused.code).toBe("INVALID_STATE");
    expect(refused.suggestedAction).toContain("coppice abort");
    expect((await take(repo, "task/a", { force: 1, discard: true })).status).toBe("removed");
    expect(existsSync(path)).toBe(false);
  });

  it("a journal claims that commits have landed which are nowhere else: removed, and they are archived", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const headOid = oidSchema.parse(commitIn(path, repo));
    const landed = { target: branchNameSchema.parse("main"), headOid, evidence: "pull-request" as const };
    const { id } = await recordIn(repo.dir, "task/a");
    await run(repo.dir, (engine) =>
      withRecord(engine, id, "landed", (session) => session.note({ type: "LANDED", ...landed })),
    );
    expect((await take(repo, "task/a")).status).toBe("removed");
    expect(repo.git("for-each-ref", "--format=%(objectname)", "refs/coppice/archive/task/a/")).toBe(headOid);
  });

  it("the directory was moved by hand: its files stay where they are", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    writeFileSync(join(path, "precious.txt"), "mine\n");
    renameSync(path, `${path}-moved`);
    await take(repo, "task/a", { force: 1, discard: true });
    expect(existsSync(join(`${path}-moved`, "precious.txt"))).toBe(true);
  });

  it("moved with git worktree move: found and removed at its new place", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const moved = join(dirname(repo.dir), "moved");
    repo.git("worktree", "move", path, moved);
    expect((await take(repo, "task/a")).status).toBe("removed");
    expect(existsSync(moved)).toBe(false);
  });

  it("L6, called from inside: refused with the way to do it", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    mkdirSync(join(path, "src", "deep"), { recursive: true });
    for (const cwd of [path, join(path, "src", "deep")]) {
      const refused = await failure(
        run(cwd, (engine) => remove(engine, "task/a", { force: 2, discard: true })),
      );
      expect(refused.code).toBe("INVALID_STATE");
      expect(refused.suggestedAction).toContain("coppice remove task/a");
    }
    expect(existsSync(path)).toBe(true);
  });

  it("L7, the only change is an untracked file: dirty, refused, and named; ignored files alone are not", async () => {
    const repo = createRepo({ files: { ".gitignore": "*.log\n" } });
    const path = await make(repo, "task/a");
    writeFileSync(join(path, "build.log"), "x\n");
    writeFileSync(join(path, "new.txt"), "x\n");
    const refused = await failure(take(repo, "task/a"));
    expect(refused).toMatchObject({ code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["new.txt"] } });
    expect((await recordIn(repo.dir, "task/a")).status).toBe("dirty");
    expect(refused.suggestedAction).toContain("--force");
    rmSync(join(path, "new.txt"));
    expect((await take(repo, "task/a")).status).toBe("removed");
  });

  it("edits that git was told not to look at: archived, without force and after a merge, too", async () => {
    const repo = createRepo({ files: { "a.txt": "a\n", "b.txt": "b\n" } });
    const edited = async (branch: string): Promise<string> => {
      const path = await make(repo, branch);
      commitIn(path, repo, branch);
      repo.gitIn(path, "update-index", "--assume-unchanged", "a.txt");
      repo.gitIn(path, "update-index", "--skip-worktree", "b.txt");
      for (const name of ["a.txt", "b.txt"]) writeFileSync(join(path, name), "mine\n");
      return path;
    };
    const ways = {
      "task/a": async () => {
        await take(repo, "task/a", { keepBranch: true });
        repo.git("branch", "-D", "task/a");
      },
      "task/b": () => run(repo.dir, (engine) => merge(engine, ["task/b"], {})),
    };
    for (const [branch, go] of Object.entries(ways)) {
      const path = await edited(branch);
      await go();
      expect([branch, existsSync(path)]).toEqual([branch, false]);
      await run(repo.dir, (engine) => restore(engine, branch));
      expect(["a.txt", "b.txt"].map((name) => readFileSync(join(path, name), "utf8"))).toEqual([
        "mine\n",
        "mine\n",
      ]);
    }
  });

  it("files in the folder of a submodule that is not there: archived, without force, too", async () => {
    const library = createRepo({ files: { "lib.txt": "lib\n" } });
    const repo = createRepo();
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library.dir, "lib");
    repo.commit("Add the library");
    const path = await make(repo, "task/a");
    const notes = join(path, "lib", "notes.txt");
    writeFileSync(notes, "nowhere else\n");
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
    await take(repo, "task/a");
    expect(existsSync(path)).toBe(false);
    await run(repo.dir, (engine) => restore(engine, "task/a"));
    expect(readFileSync(notes, "utf8")).toBe("nowhere else\n");
  });

  it("uncommitted files, forced and given up: removed", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    writeFileSync(join(path, "new.txt"), "x\n");
    expect((await take(repo, "task/a", { force: 1, discard: true })).status).toBe("removed");
    expect(existsSync(path)).toBe(false);
  });

  it("read-only files and directories: removed", async () => {
    const repo = createRepo({ files: { ".gitignore": "cache/\n" } });
    const path = await make(repo, "task/a");
    mkdirSync(join(path, "cache", "inner"), { recursive: true });
    writeFileSync(join(path, "cache", "inner", "file"), "x\n", { mode: 0o444 });
    chmodSync(join(path, "cache", "inner"), 0o555);
    chmodSync(join(path, "cache"), 0o555);
    expect((await take(repo, "task/a")).status).toBe("removed");
    expect(existsSync(path)).toBe(false);
  });

  it("locked, by Coppice or by plain git: refused, and with force twice removed", async () => {
    const repo = createRepo();
    await make(repo, "task/a");
    await run(repo.dir, (engine) => lock(engine, "task/a", "in review"));
    repo.git("worktree", "lock", "--reason", "by hand", await make(repo, "task/b"));
    for (const [branch, reason] of [
      ["task/a", "in review"],
      ["task/b", "by hand"],
    ] as const) {
      const refused = await failure(take(repo, branch, { force: 1 }));
      expect(refused).toMatchObject({ code: "WORKTREE_LOCKED", details: { lock: { reason } } });
      expect((await take(repo, branch, { force: 2 })).status).toBe("removed");
    }
  });

  it("the status cannot be read: never taken for clean", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const gitDir = repo.gitIn(path, "rev-parse", "--absolute-git-dir");
    writeFileSync(join(gitDir, "index"), "broken");
    const [row] = await run(repo.dir, (engine) => list(engine));
    expect(row?.observed.uncommitted).toBeNull();
    const refused = await failure(take(repo, "task/a"));
    expect(refused.message).toContain("could not find out");
    expect(existsSync(path)).toBe(true);
  });

  it("a commit is made right after the decision: nothing is deleted, and the record says so", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const late = repo.git("commit-tree", repo.git("rev-parse", "HEAD^{tree}"), "-p", "HEAD", "-m", "Late");
    const refused = await failure(
      run(repo.dir, (engine) => {
        const append = engine.journal.append.bind(engine.journal);
        engine.journal.append = (id, event, by, after) => {
          if (event.type === "REMOVE") repo.git("update-ref", "refs/heads/task/a", late);
          return append(id, event, by, after);
        };
        return remove(engine, "task/a");
      }),
    );
    expect(refused.message).toContain("new commits");
    expect(repo.git("rev-parse", "task/a")).toBe(late);
    expect(existsSync(path)).toBe(true);
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({
      status: "error",
      lastError: { operation: "remove", from: "removing", recoverable: true },
    });
  });

  it("L20, the branch was renamed inside: its commits are judged under the new name", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    const tip = commitIn(path, repo);
    repo.gitIn(path, "branch", "-m", "task/z");
    expect((await failure(take(repo, "task/z"))).message).toContain("exist nowhere else");
    expect(repo.git("rev-parse", "task/z")).toBe(tip);
    expect((await take(repo, "task/z", { force: 1, discard: true })).status).toBe("removed");
    expect(has(repo, "task/z")).toBe(false);
  });

  it("L20, another branch is checked out inside: that branch and its commits stay", async () => {
    const repo = createRepo();
    const path = await make(repo, "task/a");
    repo.gitIn(path, "switch", "--quiet", "-c", "other");
    const tip = commitIn(path, repo);
    expect((await take(repo, "task/a")).status).toBe("removed");
    expect(repo.git("rev-parse", "other")).toBe(tip);
    expect(has(repo, "task/a")).toBe(false);
  });

  it("an adopted branch whose creation failed: removing the record leaves it", async () => {
    const repo = createRepo({ files: { ".gitattributes": "*.txt filter=broken\n" } });
    repo.git("branch", "old");
    repo.git("config", "filter.broken.smudge", "exit 1");
    repo.git("config", "filter.broken.required", "true");
    await failure(run(repo.dir, (engine) => create(engine, { branch: "old", adopt: true })));
    expect((await recordIn(repo.dir, "old")).status).toBe("error");
    expect((await take(repo, "old")).status).toBe("removed");
    expect(has(repo, "old")).toBe(true);
  });

  it("removed, then created again: a new record", async () => {
    const repo = createRepo();
    await make(repo, "task/a");
    const first = await take(repo, "task/a");
    await make(repo, "task/a");
    expect((await recordIn(repo.dir, "task/a")).id).not.toBe(first.id);
  });
});
