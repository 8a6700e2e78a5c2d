import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import { remove } from "../../src/engine/remove.js";
import { retry } from "../../src/engine/retry.js";
import { GitRunner } from "../../src/git/run.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import { createBareRemote, createRepo, snapshot, type TestRepo } from "../support/repo.js";
import { failure, lifeOf, notes, recordIn, run, withJournal } from "./support.js";

const branches = (repo: TestRepo): string[] =>
  repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n").filter(Boolean);

describe("create", () => {
  it("a new branch: worktree at the base's tip, active, and the journal tells its way", async () => {
    const repo = createRepo();
    const before = snapshot(repo.dir);
    const { record, path } = await run(repo.dir, (engine) =>
      create(engine, { branch: "task/a", task: "T-1" }),
    );

    expect(path).toBe(join(repo.dir, ".worktrees", "task-a"));
    expect(record).toMatchObject({ status: "active", branch: "task/a", base: "main", task: { id: "T-1" } });
    expect(record.headOid).toBe(repo.git("rev-parse", "main"));
    expect(repo.gitIn(path, "symbolic-ref", "HEAD")).toBe("refs/heads/task/a");
    expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
    expect(await lifeOf(repo.dir, "task/a")).toEqual([
      "CREATE>creating",
      "INIT_COMPLETE>initializing",
      "INIT_COMPLETE>active",
    ]);
    const after = snapshot(repo.dir);
    expect({ ...after, files: undefined, status: [] }).toEqual({ ...before, files: undefined, status: [] });
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  it("no upstream is set up, and the worktree carries the record's mark and state", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    const { record, path } = await run(repo.dir, (engine) =>
      create(engine, { branch: "x", base: "origin/main" }),
    );
    expect(record.base).toBe("main");
    expect(() => repo.gitIn(path, "rev-parse", "--abbrev-ref", "x@{upstream}")).toThrow();
    const gitDir = repo.gitIn(path, "rev-parse", "--absolute-git-dir");
    expect(readFileSync(join(gitDir, "coppice", "id"), "utf8")).toBe(`${record.id}\n`);
    expect(readFileSync(join(gitDir, "coppice", "state"), "utf8")).toBe("active\n");
  });

  it("without setup: at most 8 git processes", async () => {
    const repo = createRepo();
    const git = new GitRunner();
    const setup = { copyEnv: false, installDeps: false, runInitScript: false };
    await run(repo.dir, (engine) => create(engine, { branch: "task/a", setup }), { git });
    expect(git.trace.map(({ args }) => args[0])).toHaveLength(git.count);
    expect(git.count, JSON.stringify(git.trace.map(({ args }) => args.slice(0, 2)))).toBeLessThanOrEqual(8);
  });

  it("the second creation: one line in info/exclude, not two", async () => {
    const repo = createRepo();
    await run(repo.dir, (engine) => create(engine, { branch: "a" }));
    await run(repo.dir, (engine) => create(engine, { branch: "b" }));
    const lines = readFileSync(join(repo.dir, ".git", "info", "exclude"), "utf8").split("\n");
    expect(lines.filter((line) => line === "/.worktrees/")).toHaveLength(1);
  });

  it("a branch that exists: refused, and taken as it is with adopt", async () => {
    const repo = createRepo();
    repo.git("branch", "old");
    repo.commit("Move main on", { "new.txt": "x\n" });
    const refused = await failure(run(repo.dir, (engine) => create(engine, { branch: "old" })));
    expect(refused.code).toBe("BRANCH_EXISTS");
    const { record, path } = await run(repo.dir, (engine) => create(engine, { branch: "old", adopt: true }));
    expect(record).toMatchObject({ status: "active", adopted: true, headOid: repo.git("rev-parse", "old") });
    expect(record.baseOid).toBe(repo.git("rev-parse", "old"));
    expect(existsSync(join(path, "new.txt"))).toBe(false);
  });

  it("a worktree that plain git made: adopted where it is, with the edits in it", async () => {
    const repo = createRepo();
    const other = join(dirname(repo.dir), "by hand");
    repo.git("worktree", "add", "--quiet", "-b", "task/a", other);
    writeFileSync(join(other, "edit.txt"), "mine\n");
    const { record, path } = await run(repo.dir, (engine) =>
      create(engine, { branch: "task/a", adopt: true }),
    );
    expect(path).toBe(other);
    expect(record).toMatchObject({ status: "dirty", adopted: true });
    expect(readFileSync(join(other, "edit.txt"), "utf8")).toBe("mine\n");
  });

  it("a branch that is checked out in the main worktree: refused, also with adopt", async () => {
    const repo = createRepo();
    repo.git("switch", "--quiet", "-c", "here");
    const refused = await failure(
      run(repo.dir, (engine) => create(engine, { branch: "here", adopt: true, base: "main" })),
    );
    expect(refused.code).toBe("BRANCH_CHECKED_OUT");
  });

  it("a branch that only the remote has: checked out at its tip, tracking it", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    repo.git("switch", "--quiet", "-c", "feature");
    const tip = repo.commit("Work elsewhere", { "f.txt": "f\n" });
    repo.git("push", "--quiet", "origin", "feature");
    repo.git("switch", "--quiet", "main");
    repo.git("branch", "-D", "--quiet", "feature");

    const { record, path } = await run(repo.dir, (engine) => create(engine, { branch: "feature" }));
    expect(record).toMatchObject({ status: "active", base: "main", headOid: tip, adopted: false });
    expect(record.baseOid).toBe(repo.git("rev-parse", "main"));
    expect(repo.gitIn(path, "rev-parse", "HEAD")).toBe(tip);
    expect(repo.gitIn(path, "rev-parse", "--abbrev-ref", "feature@{upstream}")).toBe("origin/feature");
  });

  it("a remote's branch by its full name: the branch of that name, not one called after the remote", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    repo.git("push", "--quiet", "origin", "main:refs/heads/feature");
    repo.git("fetch", "--quiet", "origin");
    const { record, path } = await run(repo.dir, (engine) => create(engine, { branch: "origin/feature" }));
    expect(record).toMatchObject({ branch: "feature", base: "main" });
    expect(repo.gitIn(path, "rev-parse", "--abbrev-ref", "feature@{upstream}")).toBe("origin/feature");
    const again = await failure(run(repo.dir, (engine) => create(engine, { branch: "origin/feature" })));
    expect(again.code).toBe("WORKTREE_EXISTS");
    const unknown = await run(repo.dir, (engine) => create(engine, { branch: "origin/nothing" }));
    expect(unknown.record.branch).toBe("origin/nothing");
  });

  it("a branch that comes while the creation is under way: left alone, and what is said leads to its worktree", async () => {
    const repo = createRepo();
    const meanwhile = (engine: Engine): Engine =>
      withJournal(engine, ({ create: begin }) => ({
        create: (...given) => {
          repo.git("branch", "task/x");
          return begin(...given);
        },
      }));
    const refused = await run(repo.dir, (engine) => failure(create(meanwhile(engine), { branch: "task/x" })));
    const told = {
      code: "BRANCH_EXISTS",
      suggestedAction: expect.stringContaining("remove task/x --keep-branch"),
    };
    expect(refused).toMatchObject(told);
    expect(await failure(run(repo.dir, (engine) => retry(engine, "task/x")))).toMatchObject(told);
    await run(repo.dir, (engine) => remove(engine, "task/x", { keepBranch: true }));
    const { record } = await run(repo.dir, (engine) => create(engine, { branch: "task/x", adopt: true }));
    expect(record.status).toBe("active");
  });

  it("the base branch itself: it exists, is checked out, or is refused as such", async () => {
    const repo = createRepo();
    const code = async (adopt: boolean) =>
      (await failure(run(repo.dir, (engine) => create(engine, { branch: "main", base: "main", adopt }))))
        .code;
    expect(await code(false)).toBe("BRANCH_EXISTS");
    expect(await code(true)).toBe("BRANCH_CHECKED_OUT");
    repo.git("switch", "--quiet", "-c", "elsewhere");
    expect(await code(true)).toBe("BRANCH_CREATION_FAILED");
  });

  it("L16, eight creations at once from origin/main: eight worktrees and no orphan branch", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    const names = Array.from({ length: 8 }, (_, index) => `task/${index}`);
    const made = await Promise.all(
      names.map((branch) => run(repo.dir, (engine) => create(engine, { branch, base: "origin/main" }))),
    );
    expect(made.map(({ record }) => record.status)).toEqual(names.map(() => "active"));
    expect(repo.git("worktree", "list").split("\n")).toHaveLength(9);
    expect(branches(repo)).toEqual(["main", ...names]);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  it("two creations of one branch at once: one runs, the other is told of it", async () => {
    const repo = createRepo();
    const results = await Promise.allSettled(
      [1, 2].map(() => run(repo.dir, (engine) => create(engine, { branch: "task/a" }))),
    );
    const rejected = results.filter((result) => result.status === "rejected");
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.reason).toMatchObject({ code: "WORKTREE_EXISTS" });
    expect(branches(repo)).toEqual(["main", "task/a"]);
  });

  it("L17, names that sanitize alike or differ in case: different directories, found again", async () => {
    const repo = createRepo();
    const paths = new Map<string, string>();
    for (const branch of ["feature/a-b", "feature-a/b", "Feat", "feat"]) {
      paths.set(branch, (await run(repo.dir, (engine) => create(engine, { branch }))).path);
    }
    const keys = [...paths.values()].map((path) => path.toLowerCase());
    expect(new Set(keys).size).toBe(4);
    for (const [branch, path] of paths) {
      expect((await recordIn(repo.dir, path)).branch).toBe(branch);
      expect((await recordIn(repo.dir, branch)).branch).toBe(branch);
    }
  });

  it.each([
    ["feat", "feat/x"],
    ["feat/x", "feat"],
  ])("L18, %s exists and %s is asked for: refused, naming what blocks", async (existing, wanted) => {
    const repo = createRepo();
    repo.git("branch", existing);
    const refused = await failure(run(repo.dir, (engine) => create(engine, { branch: wanted })));
    expect(refused.code).toBe("BRANCH_EXISTS");
    expect(refused.details.blockedBy).toBe(existing);
    expect(refused.message).toContain(`'${existing}'`);
    expect(await run(repo.dir, (engine) => engine.journal.records())).toEqual(new Map());
  });

  it.each(["repo.git", ".bare"])(
    "L19, bare repository %s with linked worktrees: root and names are right",
    async (name) => {
      const source = createRepo();
      const parent = join(dirname(source.dir), "project");
      mkdirSync(parent);
      const bare = join(parent, name);
      source.git("clone", "--quiet", "--bare", source.dir, bare);
      if (name === ".bare") writeFileSync(join(parent, ".git"), "gitdir: ./.bare\n");
      const cwd = name === ".bare" ? parent : bare;
      const { record, path } = await run(cwd, (engine) => create(engine, { branch: "task/a" }));
      expect(record).toMatchObject({ status: "active", base: "main" });
      expect(path).toBe(join(name === ".bare" ? parent : bare, ".worktrees", "task-a"));
      const { base } = await run(path, async (engine) => (await create(engine, { branch: "task/b" })).record);
      expect(base).toBe("main");
    },
  );

  it.each(["with'quote\"s", "$(id>pwned)", "emoji-🌳", "ünïcode", `long/${"x".repeat(240)}`, "a;b&c|d"])(
    "L21, the branch %s: a directory of its own, and nothing is executed",
    async (branch) => {
      const repo = createRepo({ name: "a repo\nwith 'odd' $(name)" });
      const { record, path } = await run(repo.dir, (engine) => create(engine, { branch }));
      expect(record.status).toBe("active");
      expect(repo.gitIn(path, "symbolic-ref", "HEAD")).toBe(`refs/heads/${branch}`);
      expect(Buffer.byteLength(basename(path))).toBeLessThanOrEqual(200);
      expect(existsSync(join(repo.dir, "pwned")) || existsSync(join(path, "pwned"))).toBe(false);
      expect((await run(repo.dir, (engine) => remove(engine, path))).status).toBe("removed");
      expect(existsSync(path)).toBe(false);
    },
  );

  it.each(["-x", "a b", "a..b", "HEAD", "a.lock", "", "x".repeat(300), "task/\uFFFD"])(
    "L21, %j is no branch name: refused, nothing made",
    async (branch) => {
      const repo = createRepo();
      const refused = await failure(run(repo.dir, (engine) => create(engine, { branch })));
      expect(refused).toMatchObject({ code: "INVALID_BRANCH_NAME", exitCode: 2 });
      expect(existsSync(join(repo.dir, ".worktrees"))).toBe(false);
    },
  );

  it("no commit yet: NOT_A_REPO with a hint", async () => {
    const repo = createRepo({ empty: true });
    const refused = await failure(run(repo.dir, (engine) => create(engine, { branch: "x" })));
    expect(refused.code).toBe("NOT_A_REPO");
    expect(refused.suggestedAction).toContain("first commit");
  });

  it("HEAD is detached and nothing else names a base: refused, and --base helps", async () => {
    const repo = createRepo();
    repo.git("switch", "--quiet", "--detach");
    const refused = await failure(run(repo.dir, (engine) => create(engine, { branch: "x" })));
    expect(refused.code).toBe("BRANCH_CREATION_FAILED");
    expect(refused.suggestedAction).toContain("--base");
    const { record } = await run(repo.dir, (engine) => create(engine, { branch: "x", base: "main" }));
    expect(record.status).toBe("active");
  });

  it("the main worktree's branch is unborn: refused, naming it", async () => {
    const repo = createRepo();
    repo.git("symbolic-ref", "HEAD", "refs/heads/unborn");
    const refused = await failure(run(repo.dir, (engine) => create(engine, { branch: "x" })));
    expect(refused.code).toBe("BRANCH_CREATION_FAILED");
    expect(refused.message).toContain("unborn");
  });

  it("a base that does not exist, and a commit as base: refused", async () => {
    const repo = createRepo();
    for (const base of ["nope", repo.git("rev-parse", "HEAD")]) {
      const refused = await failure(run(repo.dir, (engine) => create(engine, { branch: "x", base })));
      expect(refused.code).toBe("BRANCH_CREATION_FAILED");
    }
  });

  it("base: the remote's default branch comes before the main worktree's", async () => {
    const repo = createRepo();
    createBareRemote(repo);
    repo.git("remote", "set-head", "origin", "main");
    repo.git("switch", "--quiet", "-c", "elsewhere");
    const { record } = await run(repo.dir, (engine) => create(engine, { branch: "x" }));
    expect(record.base).toBe("main");
  });

  it("something lies where the directory was to be: refused, and it stays", async () => {
    const repo = createRepo();
    repo.write(".worktrees/task-a/file", "mine\n");
    const refused = await failure(run(repo.dir, (engine) => create(engine, { branch: "task/a" })));
    expect(refused.code).toBe("PATH_EXISTS");
    expect(repo.read(".worktrees/task-a/file")).toBe("mine\n");
    expect(branches(repo)).toEqual(["main"]);
  });

  it("worktreeRoot and directory from the config", async () => {
    const repo = createRepo();
    repo.git("config", "coppice.worktreeRoot", "../{repo}-trees");
    repo.git("config", "coppice.directory", "{run}/{task}-{branch}");
    const { path } = await run(repo.dir, (engine) =>
      create(engine, { branch: "b", run: "r 1", task: "T/1" }),
    );
    expect(path).toBe(join(dirname(repo.dir), "repo-trees", "r_1", "T-1-b"));
    await run(repo.dir, (engine) => remove(engine, "b"));
    expect(existsSync(join(dirname(repo.dir), "repo-trees", "r_1"))).toBe(false);
  });

  it("a failing post-checkout hook: the worktree is complete, with a warning", async () => {
    const repo = createRepo();
    writeFileSync(join(repo.dir, ".git", "hooks", "post-checkout"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
    const report = notes();
    const { record } = await run(repo.dir, (engine) => create(engine, { branch: "x" }), { report });
    expect(record.status).toBe("active");
    expect(report.warnings.join()).toContain("exit code 3");
  });

  it("the checkout fails: error, the half-made worktree and its branch are gone, retry is offered", async () => {
    const repo = createRepo({ files: { ".gitattributes": "*.txt filter=broken\n" } });
    repo.git("config", "filter.broken.smudge", "exit 1");
    repo.git("config", "filter.broken.required", "true");
    const failed = await failure(run(repo.dir, (engine) => create(engine, { branch: "x" })));
    expect(failed.code).toBe("WORKTREE_CREATION_FAILED");
    expect(await recordIn(repo.dir, "x")).toMatchObject({
      status: "error",
      lastError: { operation: "create", code: "WORKTREE_CREATION_FAILED", recoverable: true },
    });
    expect(branches(repo)).toEqual(["main"]);
    expect(existsSync(join(repo.dir, ".worktrees", "x"))).toBe(false);
    expect(repo.git("worktree", "list").split("\n")).toHaveLength(1);

    const again = await failure(run(repo.dir, (engine) => create(engine, { branch: "x" })));
    expect(again).toMatchObject({ code: "WORKTREE_EXISTS" });
    expect(again.suggestedAction).toContain("coppice retry x");
    expect((await run(repo.dir, (engine) => remove(engine, "x"))).status).toBe("removed");
  });

  it("the journal cannot be written: nothing was made, and nothing stays locked", async () => {
    const repo = createRepo();
    const full = new CoppiceError("NO_SPACE_LEFT", "Could not write to the journal's spool.");
    const failed = await failure(
      run(repo.dir, (engine) => {
        const original = engine.journal.create.bind(engine.journal);
        engine.journal.create = (event, by, prepare) =>
          original(event, by, (id) => {
            prepare?.(id);
            throw full;
          });
        return create(engine, { branch: "x" });
      }),
    );
    expect(failed).toBe(full);
    expect(branches(repo)).toEqual(["main"]);
    expect(readdirSync(join(repo.dir, ".git", "coppice", "locks"))).toEqual([]);
    expect(readdirSync(join(repo.dir, ".git", "coppice", "local"))).toEqual([]);
    expect((await run(repo.dir, (engine) => create(engine, { branch: "x" }))).record.status).toBe("active");
  });

  it("--lock: git's own lock and LOCK", async () => {
    const repo = createRepo();
    const { record } = await run(repo.dir, (engine) => create(engine, { branch: "x", lock: true }));
    expect(record.lock).not.toBeNull();
    expect(repo.git("worktree", "list", "--porcelain")).toContain("\nlocked");
  });
});
