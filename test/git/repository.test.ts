import { chownSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRepository } from "../../src/git/repository.js";
import { GitRunner } from "../../src/git/run.js";
import { createRepo, createTempDir, openRepo } from "../support/repo.js";
import { codeOf, errorOf, open, script } from "./support.js";

describe("openRepository", () => {
  test("a main worktree, from a folder in it: one process", async () => {
    const { dir } = createRepo();
    const repo = await open(join(dir, "src"));
    expect(repo).toMatchObject({
      commonDir: join(dir, ".git"),
      gitDir: join(dir, ".git"),
      worktree: dir,
      mainWorktree: dir,
      root: dir,
      name: "repo",
      objectFormat: "sha1",
      refFormat: "files",
    });
    expect(repo.version.atLeast(2, 38)).toBe(true);
    expect(repo.git.count).toBe(1);
  });

  test("a linked worktree: the main one and the root are the repository's", async () => {
    const main = createRepo();
    const linked = join(main.dir, "..", "linked");
    main.git("worktree", "add", "--quiet", "-b", "topic", linked);
    const repo = await open(linked);
    expect(repo).toMatchObject({
      commonDir: join(main.dir, ".git"),
      gitDir: join(main.dir, ".git/worktrees/linked"),
      worktree: realpathSync(linked),
      mainWorktree: main.dir,
      root: main.dir,
      name: "repo",
    });
  });

  test("inside the git directory: no worktree, the main one is known", async () => {
    const main = createRepo();
    main.git("worktree", "add", "--quiet", "-b", "topic", "../linked");
    for (const inside of [".git", ".git/objects", ".git/worktrees/linked"]) {
      expect(await open(join(main.dir, inside))).toMatchObject({
        commonDir: join(main.dir, ".git"),
        worktree: undefined,
        mainWorktree: main.dir,
      });
    }
  });

  test("a repository without a commit: opened", async () => {
    const repo = await open(createRepo({ empty: true }).dir);
    expect(await repo.objects().resolve("HEAD")).toBeUndefined();
  });

  test("a bare repository repo.git and a worktree of it: no main worktree, named without .git", async () => {
    const source = createRepo();
    const bare = join(source.dir, "..", "thing.git");
    source.git("clone", "--quiet", "--bare", ".", bare);
    openRepo(bare).git("worktree", "add", "--quiet", "../side", "main");
    for (const dir of [bare, join(bare, "..", "side")]) {
      expect(await open(dir)).toMatchObject({
        commonDir: realpathSync(bare),
        mainWorktree: undefined,
        root: realpathSync(bare),
        name: "thing",
      });
    }
  });

  test("a .bare folder with a .git file beside worktrees: root and name are the project's", async () => {
    const source = createRepo();
    const project = join(source.dir, "..", "project");
    mkdirSync(project);
    source.git("clone", "--quiet", "--bare", ".", join(project, ".bare"));
    writeFileSync(join(project, ".git"), "gitdir: ./.bare\n");
    openRepo(project).git("worktree", "add", "--quiet", "main");
    for (const dir of [project, join(project, "main"), join(project, ".bare")]) {
      expect(await open(dir)).toMatchObject({
        mainWorktree: undefined,
        root: realpathSync(project),
        name: "project",
      });
    }
  });

  test("a repository whose core.bare moved to config.worktree: bare for its linked worktrees, too", async () => {
    const source = createRepo();
    const bare = join(source.dir, "..", "thing.git");
    source.git("clone", "--quiet", "--bare", ".", bare);
    const git = openRepo(bare).git;
    git("worktree", "add", "--quiet", "../side", "main");
    git("config", "extensions.worktreeConfig", "true");
    git("config", "--unset", "core.bare");
    git("config", "--file", join(bare, "config.worktree"), "core.bare", "true");
    expect((await open(join(bare, "..", "side"))).mainWorktree).toBeUndefined();
  });

  test("a submodule: its own repository, with its folder as main worktree", async () => {
    const outer = createRepo();
    const inner = createRepo({ name: "inner" });
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "deps/inner");
    const repo = await open(join(outer.dir, "deps/inner"));
    expect(repo).toMatchObject({ mainWorktree: join(outer.dir, "deps/inner"), name: "inner" });
    expect(repo.commonDir).toBe(join(outer.dir, ".git/modules/deps/inner"));
  });

  test("a SHA-256 repository: its objects are read", async () => {
    const dir = join(createTempDir(), "sha256");
    mkdirSync(dir);
    const git = openRepo(dir);
    git.git("init", "--quiet", "--object-format=sha256", "-b", "main");
    const oid = git.commit("Start", { "a.txt": "a\n" });
    const repo = await open(dir);
    expect(repo.objectFormat).toBe("sha256");
    expect(oid).toHaveLength(64);
    expect((await repo.objects().commit("main")).oid).toBe(oid);
    expect((await repo.objects().tree("main")).map((entry) => entry.name)).toEqual(["a.txt"]);
  });

  test("paths with line feeds, quotes and blanks at their ends: read right", async () => {
    const main = createRepo({ name: ' re\npo "$(x)"\n' });
    const repo = await open(main.dir);
    expect(repo).toMatchObject({
      worktree: main.dir,
      mainWorktree: main.dir,
      commonDir: join(main.dir, ".git"),
    });
  });

  test("configuration: last value, all values, booleans, subsections as written", async () => {
    const main = createRepo();
    main.git("config", "--add", "branch.Feat/X.merge", "one");
    main.git("config", "--add", "branch.Feat/X.merge", "two\nlines");
    main.git("config", "core.fileMode", "no");
    writeFileSync(join(main.dir, ".git/config"), `${main.read(".git/config")}[x]\n\tswitch\n\tcount = 2k\n`);
    const { config } = await open(main.dir);
    expect(config.get("Branch.Feat/X.Merge")).toBe("two\nlines");
    expect(config.getAll("branch.Feat/X.merge")).toEqual(["one", "two\nlines"]);
    expect(config.get("branch.feat/x.merge")).toBeUndefined();
    expect(config.bool("core.filemode")).toBe(false);
    expect(config.bool("x.switch")).toBe(true);
    expect(config.bool("x.count")).toBeUndefined();
    expect(config.get("color.ui")).toBeUndefined();
  });
});

describe("what is no usable repository", () => {
  test("a plain directory: NOT_A_REPO", async () => {
    expect(await errorOf(open(createTempDir()))).toMatchObject({
      code: "NOT_A_REPO",
      message: "This directory is not inside a git repository.",
    });
  });

  test("a directory that does not exist: WORKTREE_NOT_FOUND", async () => {
    expect(await codeOf(open(join(createTempDir(), "gone")))).toBe("WORKTREE_NOT_FOUND");
  });

  test("a linked worktree whose main repository is gone: said so", async () => {
    const main = createRepo();
    const linked = join(main.dir, "..", "linked");
    main.git("worktree", "add", "--quiet", "-b", "topic", linked);
    renameSync(main.dir, `${main.dir}-moved`);
    expect(await errorOf(open(linked))).toMatchObject({
      code: "NOT_A_REPO",
      message: expect.stringContaining("names a git directory that is gone"),
    });
  });

  test("a .git folder without a repository in it: NOT_A_REPO", async () => {
    const main = createRepo();
    rmSync(join(main.dir, ".git/HEAD"));
    expect(await errorOf(open(main.dir))).toMatchObject({
      code: "NOT_A_REPO",
      message: expect.stringContaining("does not accept"),
    });
  });

  test("a repository that git distrusts: an error that says so, never another repository around it", async () => {
    const main = createRepo();
    const root = process.getuid?.() === 0;
    // Only root can give a file away; elsewhere git is made to believe it, and the files look like our own.
    if (root) for (const path of [main.dir, join(main.dir, ".git")]) chownSync(path, 12_345, 12_345);
    const error = await errorOf(
      open(main.dir, { env: { ...process.env, GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" } }),
    );
    expect(error.code).toBe(root ? "PERMISSION_DENIED" : "NOT_A_REPO");
    expect(error.suggestedAction).toMatch(root ? /safe\.directory/ : /git said/);
  });

  test("configuration that git cannot read: GIT_FAILED or NOT_A_REPO with what git says, never a crash", async () => {
    const main = createRepo();
    writeFileSync(join(main.dir, ".git/config"), "[core\n");
    const error = await errorOf(open(main.dir));
    expect(["GIT_FAILED", "NOT_A_REPO"]).toContain(error.code);
    expect(error.details.output).toContain("bad config line 1");
  });
});

describe("git's version", () => {
  const old = (trace: boolean): GitRunner =>
    new GitRunner({
      binary: script(
        [
          "#!/bin/sh",
          trace
            ? 'case $GIT_TRACE2_EVENT in 3) echo \'{"event":"version","evt":"2","exe":"2.37.7"}\' >&3;; esac'
            : "",
          'case "$*" in version) echo "git version 2.37.7"; exit 0;; esac',
          "echo 'error: unknown option' >&2; exit 129",
        ].join("\n"),
      ),
    });

  test("2.37, told by its trace: GIT_TOO_OLD with both versions, no further process", async () => {
    const git = old(true);
    const error = await errorOf(openRepository(createRepo().dir, git));
    expect(error).toMatchObject({ code: "GIT_TOO_OLD", details: { found: "2.37.7", required: "2.38.0" } });
    expect(git.count).toBe(1);
  });

  test("2.37, without a trace: GIT_TOO_OLD from git version", async () => {
    expect(await errorOf(openRepository(createRepo().dir, old(false)))).toMatchObject({
      code: "GIT_TOO_OLD",
      details: { found: "2.37.7" },
    });
  });

  test("a wrapper that answers git version itself, and passes a newer git's trace on: taken at its word", async () => {
    const wrapper = script(
      '#!/bin/sh\nif [ "$1" = version ]; then echo "git version 2.30.2"; exit 0; fi\nexec git "$@"\n',
    );
    const error = await errorOf(openRepository(createRepo().dir, new GitRunner({ binary: wrapper })));
    expect(error).toMatchObject({ code: "GIT_TOO_OLD", details: { found: "2.30.2" } });
  });

  test("a wrapper that says nothing of versions: no process more", async () => {
    const git = new GitRunner({ binary: script('#!/bin/sh\nexec git "$@"\n') });
    await openRepository(createRepo().dir, git);
    expect(git.count).toBe(1);
  });

  test("too old outside a repository: GIT_TOO_OLD all the same", async () => {
    expect(await codeOf(openRepository(createTempDir(), old(true)))).toBe("GIT_TOO_OLD");
  });
});
