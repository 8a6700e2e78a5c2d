import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseStatus, status } from "../../src/git/status.js";
import { createRepo, openRepo } from "../support/repo.js";
import { codeOf, commitOn, oidOf, open, script } from "./support.js";

describe("status", () => {
  test("a clean worktree: clean, with branch and commit, one process, the index untouched", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const index = statSync(join(main.dir, ".git/index"), { bigint: true }).mtimeNs;
    const before = repo.git.count;
    expect(await status(repo, main.dir)).toEqual({
      oid: oidOf(main, "HEAD"),
      branch: "main",
      detached: false,
      files: [],
      unmerged: [],
      clean: true,
    });
    expect(repo.git.count - before).toBe(1);
    expect(statSync(join(main.dir, ".git/index"), { bigint: true }).mtimeNs).toBe(index);
  });

  test("a directory that git may not look into: no clean worktree, as anything may lie there", async () => {
    const main = createRepo();
    const binary = script(
      [
        "#!/bin/sh",
        `case "$*" in *status*) echo "warning: could not open directory 'it's closed/': Permission denied" >&2;; esac`,
        'exec git "$@"',
      ].join("\n"),
    );
    const { clean, files } = await status(await open(main.dir, { binary }), main.dir);
    expect([clean, files.map(({ kind, path }) => `${kind} ${path}`)]).toEqual([
      false,
      ["untracked it's closed/"],
    ]);
  });

  test("staged, modified, deleted, renamed, new type, untracked: each with its letters", async () => {
    const main = createRepo({ files: { "gone.txt": "1", "moved.txt": "2", "both.txt": "3" } });
    main.write("src/a.txt", "changed\n");
    main.write("staged.txt", "new\n");
    main.write("both.txt", "staged\n");
    main.git("add", "staged.txt", "both.txt");
    main.write("both.txt", "edited\n");
    main.git("mv", "moved.txt", "now here.txt");
    rmSync(join(main.dir, "gone.txt"));
    main.write("new folder/x", "");
    main.write("new\nfile", "");
    const { files, clean } = await status(await open(main.dir), main.dir);
    expect(clean).toBe(false);
    expect(files.map((file) => `${file.index}${file.worktree} ${file.path}`).sort()).toEqual(
      [
        ".? new\nfile",
        ".? new folder/",
        ".D gone.txt",
        ".M src/a.txt",
        "A. now here.txt",
        "A. staged.txt",
        "D. moved.txt",
        "MM both.txt",
      ].sort(),
    );
  });

  test("only an untracked file: not clean; only ignored ones: clean", async () => {
    const main = createRepo({ files: { ".gitignore": "*.log\n" } });
    const repo = await open(main.dir);
    main.write("x.log", "");
    expect((await status(repo, main.dir)).clean).toBe(true);
    main.write("x.txt", "");
    expect((await status(repo, main.dir)).files).toMatchObject([{ path: "x.txt", kind: "untracked" }]);
  });

  test("a conflict: the unmerged paths", async () => {
    const main = createRepo();
    commitOn(main, "theirs", "main", (write) => write("README.md", "theirs\n"));
    main.commit("Ours", { "README.md": "ours\n" });
    expect(() => main.git("merge", "theirs")).toThrow();
    const found = await status(await open(main.dir), main.dir);
    expect(found.unmerged).toEqual(["README.md"]);
    expect(found.files).toMatchObject([{ kind: "unmerged", index: "U", worktree: "U" }]);
  });

  test("a detached HEAD and an unborn branch", async () => {
    const main = createRepo();
    main.git("checkout", "--quiet", "--detach");
    expect(await status(await open(main.dir), main.dir)).toMatchObject({ detached: true, branch: undefined });
    const unborn = createRepo({ empty: true });
    expect(await status(await open(unborn.dir), unborn.dir)).toMatchObject({
      oid: undefined,
      branch: "main",
      detached: false,
      clean: true,
    });
  });

  test("submodules: another commit, modified and untracked content count, whatever is configured", async () => {
    const main = createRepo();
    const inner = createRepo({ name: "inner" });
    main.git("submodule", "--quiet", "add", inner.dir, "inner");
    main.git("config", "--file", ".gitmodules", "submodule.inner.ignore", "all");
    main.commit("Add a submodule");
    main.git("config", "diff.ignoreSubmodules", "all");
    const repo = await open(main.dir);
    expect((await status(repo, main.dir)).clean).toBe(true);
    main.write("inner/new", "");
    main.write("inner/README.md", "changed\n");
    openRepo(join(main.dir, "inner")).git("commit", "--quiet", "--allow-empty", "-m", "More");
    expect((await status(repo, main.dir)).files).toMatchObject([
      { path: "inner", submodule: { commit: true, modified: true, untracked: true } },
    ]);
  });

  test("a linked worktree, from another place: its own state", async () => {
    const main = createRepo();
    const linked = join(main.dir, ".worktrees/task");
    main.git("worktree", "add", "--quiet", "-b", "task", linked);
    writeFileSync(join(linked, "x"), "");
    const repo = await open(main.dir);
    expect(await status(repo, linked)).toMatchObject({ branch: "task", files: [{ path: "x" }] });
  });

  test("a worktree below the main one that has lost its .git file: not the state of the main one", async () => {
    const main = createRepo();
    const linked = join(main.dir, ".worktrees/task");
    main.git("worktree", "add", "--quiet", "-b", "task", linked);
    rmSync(join(linked, ".git"));
    const repo = await open(main.dir);
    expect(await codeOf(status(repo, linked))).toBe("WORKTREE_NOT_FOUND");
    rmSync(linked, { recursive: true });
    expect(await codeOf(status(repo, linked))).toBe("WORKTREE_NOT_FOUND");
    expect(await codeOf(status(repo, linked, { gitDir: join(main.dir, ".git/worktrees/task") }))).toBe(
      "WORKTREE_NOT_FOUND",
    );
  });

  test("a worktree of a bare repository: its state", async () => {
    const source = createRepo();
    const bare = join(source.dir, "..", "thing.git");
    source.git("clone", "--quiet", "--bare", ".", bare);
    openRepo(bare).git("worktree", "add", "--quiet", "../side", "main");
    mkdirSync(join(bare, "..", "side/x"));
    writeFileSync(join(bare, "..", "side/x/y"), "");
    expect(await status(await open(bare), join(bare, "..", "side"))).toMatchObject({
      branch: "main",
      files: [{ path: "x/" }],
    });
  });

  test("stopped: INTERRUPTED", async () => {
    const main = createRepo();
    expect(await codeOf(status(await open(main.dir), main.dir, { signal: AbortSignal.abort() }))).toBe(
      "INTERRUPTED",
    );
  });
});

test("parseStatus: renames with their old path, lines of a newer git", () => {
  const hash = "a".repeat(40);
  const found = parseStatus(
    [
      `# branch.oid ${hash}`,
      "# branch.head x",
      "# stash 3",
      `2 R. N... 100644 100644 100644 ${hash} ${hash} R100 new name`,
      "old name",
      `1 .M SC.. 160000 160000 160000 ${hash} ${hash} sub`,
      "Z something new",
      "! ignored",
      "",
    ].join("\0"),
  );
  expect(found.files.map((file) => file.path)).toEqual(["new name", "sub"]);
  expect(found.files[1]?.submodule).toEqual({ commit: true, modified: false, untracked: false });
});
