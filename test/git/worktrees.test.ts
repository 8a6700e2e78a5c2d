import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { operationInProgress } from "../../src/git/operations.js";
import type { Repository } from "../../src/git/repository.js";
import { addWorktree } from "../../src/git/worktree-add.js";
import { linkState, readRegistrations } from "../../src/git/worktree-links.js";
import { pruneRegistration, removeWorktree } from "../../src/git/worktree-remove.js";
import {
  linkIntact,
  listWorktrees,
  lockWorktree,
  unlockWorktree,
  type Worktree,
} from "../../src/git/worktrees.js";
import { createBareRemote, createRepo, openRepo, type TestRepo } from "../support/repo.js";
import { branch, codeOf, commitOn, errorOf, oidOf, open } from "./support.js";

const beside = (repo: TestRepo, name: string): string => join(repo.dir, "..", name);

/** The listed worktree whose path ends so. */
async function listed(repo: Repository, name: string): Promise<Worktree> {
  const found = (await listWorktrees(repo)).find((one) => one.path.endsWith(name));
  if (found === undefined) throw new Error(`${name} is not listed.`);
  return found;
}

/** The registration of a listed worktree, as removal wants it. */
const registrationOf = (worktree: Worktree): { id: string; path: string } => ({
  id: worktree.id ?? "",
  path: worktree.path,
});

const add = (repo: Repository, main: TestRepo, name: string, path = name) =>
  addWorktree(repo, { path: beside(main, path), branch: branch(name), start: oidOf(main, "HEAD") });

describe("listWorktrees", () => {
  test("main, on a branch, detached, locked and missing: every key, one process", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    main.git("worktree", "add", "--quiet", "-b", "one", beside(main, "one"));
    main.git("worktree", "add", "--quiet", "--detach", beside(main, "two"));
    main.git("worktree", "lock", "--reason", "on a\nstick", beside(main, "one"));
    main.git("worktree", "add", "--quiet", "-b", "three", beside(main, "three"));
    rmSync(beside(main, "three"), { recursive: true });
    const before = repo.git.count;
    const all = await listWorktrees(repo);
    expect(repo.git.count - before).toBe(1);
    const head = oidOf(main, "HEAD");
    expect(all[0]).toMatchObject({
      path: main.dir,
      main: true,
      branch: "main",
      gitDir: repo.commonDir,
      id: undefined,
    });
    const [one, two, three] = await Promise.all(["one", "two", "three"].map((name) => listed(repo, name)));
    expect(one).toMatchObject({ branch: "one", head, detached: false, locked: "on a\nstick", id: "one" });
    expect(two).toMatchObject({
      branch: undefined,
      head,
      detached: true,
      locked: undefined,
      prunable: undefined,
    });
    expect(three).toMatchObject({ branch: "three", prunable: expect.any(String), id: "three" });
    expect(linkIntact(one as Worktree)).toBe(true);
    expect(linkIntact(three as Worktree)).toBe(false);
  });

  test("names that end alike: each its own registration", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    for (const folder of ["x", "y"])
      main.git("worktree", "add", "--quiet", "-b", folder, beside(main, `${folder}/t`));
    const [x, y] = [await listed(repo, "x/t"), await listed(repo, "y/t")];
    expect(x.id).not.toBe(y.id);
    expect(readRegistrations(repo.commonDir).find((one) => one.id === x.id)?.path).toBe(x.path);
  });

  test("two registrations that claim one path: both listed, told apart by HEAD", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    for (const name of ["a", "b"]) main.git("worktree", "add", "--quiet", "-b", name, beside(main, name));
    writeFileSync(join(repo.commonDir, "worktrees/b/gitdir"), `${realpathSync(beside(main, "a"))}/.git\n`);
    const claims = (await listWorktrees(repo)).filter((one) => one.path.endsWith("/a"));
    expect(new Map(claims.map((one) => [one.branch, one.id]))).toEqual(
      new Map([
        ["a", "a"],
        ["b", "b"],
      ]),
    );
  });

  test("a bare repository with worktrees, one unborn: listed", async () => {
    const source = createRepo();
    const bare = beside(source, "thing.git");
    source.git("clone", "--quiet", "--bare", ".", bare);
    openRepo(bare).git("worktree", "add", "--quiet", "../side", "main");
    const all = await listWorktrees(await open(bare));
    expect(all.map((one) => [one.bare, one.main, one.branch, one.head !== undefined])).toEqual([
      [true, true, undefined, false],
      [false, false, "main", true],
    ]);
    const unborn = createRepo({ empty: true });
    expect((await listWorktrees(await open(unborn.dir)))[0]).toMatchObject({
      head: undefined,
      branch: "main",
    });
  });
});

describe("links between directory and registration", () => {
  test("intact, missing, emptied, replaced by a file or a link, copied, moved: told apart", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const at = (name: string): string => beside(main, name);
    const state = (path: string, id: string) => linkState(at(path), join(repo.commonDir, "worktrees", id));
    for (const name of ["whole", "gone", "empty", "file", "link", "copied", "moved"])
      await add(repo, main, name);
    rmSync(at("gone"), { recursive: true });
    for (const name of ["empty", "file", "link"]) rmSync(at(name), { recursive: true });
    mkdirSync(at("empty"));
    writeFileSync(at("file"), "");
    symlinkSync(at("whole"), at("link"));
    cpSync(at("copied"), at("copy"), { recursive: true });
    renameSync(at("moved"), at("elsewhere"));
    expect(state("whole", "whole")).toBe("intact");
    expect(state("gone", "gone")).toBe("missing");
    expect(state("empty", "empty")).toBe("no-git-file");
    expect(state("file", "file")).toBe("not-a-directory");
    expect(state("link", "link")).toBe("not-a-directory");
    expect(state("copied", "copied")).toBe("intact");
    expect(state("copy", "copied")).toBe("moved");
    expect(state("elsewhere", "moved")).toBe("moved");
    expect(state("whole", "copied")).toBe("foreign");
  });

  test("its parents: replaced by a file is missing, a link to itself is unreadable", async () => {
    const main = createRepo();
    const admin = join(main.dir, ".git/worktrees/task");
    writeFileSync(beside(main, "file"), "");
    symlinkSync(beside(main, "loop"), beside(main, "loop"));
    expect(linkState(beside(main, "file/task"), admin)).toBe("missing");
    expect(linkState(beside(main, "loop/task"), admin)).toBe("unreadable");
  });
});

describe("addWorktree", () => {
  test("a new branch: worktree on it, no upstream, at most two processes", async () => {
    const main = createRepo();
    createBareRemote(main);
    const repo = await open(main.dir);
    const before = repo.git.count;
    const made = await addWorktree(repo, {
      path: beside(main, "deep/er/task"),
      branch: branch("task/a"),
      start: oidOf(main, "origin/main"),
    });
    expect(repo.git.count - before).toBe(2);
    expect(made).toEqual({
      path: realpathSync(beside(main, "deep/er/task")),
      gitDir: join(repo.commonDir, "worktrees/task"),
      hookExit: undefined,
    });
    expect(openRepo(made.path).git("status", "--porcelain=v2", "--branch")).not.toContain("upstream");
    expect(linkState(made.path, made.gitDir)).toBe("intact");
  });

  test("an existing branch: taken as it is", async () => {
    const main = createRepo();
    const tip = commitOn(main, "task", "main", (write) => write("x.txt", "x\n"));
    const repo = await open(main.dir);
    const made = await addWorktree(repo, { path: beside(main, "t"), branch: branch("task") });
    expect(openRepo(made.path).git("rev-parse", "HEAD")).toBe(tip);
  });

  test("a branch that exists, is checked out elsewhere, or is unknown: its code, and nothing is left", async () => {
    const main = createRepo();
    main.git("branch", "task");
    const repo = await open(main.dir);
    const path = beside(main, "t");
    expect(await codeOf(add(repo, main, "task", "t"))).toBe("BRANCH_EXISTS");
    const error = await errorOf(addWorktree(repo, { path, branch: branch("main") }));
    expect(error).toMatchObject({ code: "BRANCH_CHECKED_OUT", details: { blockedBy: "the main worktree" } });
    expect(await codeOf(addWorktree(repo, { path, branch: branch("none") }))).toBe("BRANCH_CREATION_FAILED");
    expect(existsSync(path)).toBe(false);
    expect(readRegistrations(repo.commonDir)).toEqual([]);
  });

  test("feat exists and feat/x is asked for: BRANCH_CREATION_FAILED that names feat", async () => {
    const main = createRepo();
    main.git("branch", "feat");
    const repo = await open(main.dir);
    expect(await errorOf(add(repo, main, "feat/x", "t"))).toMatchObject({
      code: "BRANCH_CREATION_FAILED",
      message: expect.stringContaining("beside the branch feat:"),
      details: { blockedBy: "feat" },
    });
  });

  test("something in the way: PATH_EXISTS, untouched; an empty directory: used", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    mkdirSync(beside(main, "full"));
    writeFileSync(beside(main, "full/x"), "mine\n");
    mkdirSync(beside(main, "empty"));
    symlinkSync(beside(main, "empty"), beside(main, "link"));
    for (const name of ["full", "link"]) expect(await codeOf(add(repo, main, name))).toBe("PATH_EXISTS");
    expect(readFileSync(beside(main, "full/x"), "utf8")).toBe("mine\n");
    expect(main.git("branch", "--list", "full", "link")).toBe("");
    expect((await add(repo, main, "empty")).path).toBe(realpathSync(beside(main, "empty")));
  });

  test("a registration whose directory is gone: WORKTREE_EXISTS, and it stays", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "one");
    rmSync(beside(main, "one"), { recursive: true });
    expect(await codeOf(add(repo, main, "two", "one"))).toBe("WORKTREE_EXISTS");
    expect(readRegistrations(repo.commonDir)).toHaveLength(1);
    expect(main.git("branch", "--list", "two")).toBe("");
  });

  test("a post-checkout hook that fails: the worktree is there, its exit code is told, and it got our marks", async () => {
    const main = createRepo();
    const hook = join(main.dir, ".git/hooks/post-checkout");
    mkdirSync(join(main.dir, ".git/hooks"), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\nprintf %s "$COPPICE_OP $1" >seen\nexit 3\n', { mode: 0o755 });
    const repo = await open(main.dir);
    const made = await addWorktree(repo, {
      path: beside(main, "t"),
      branch: branch("t"),
      start: oidOf(main, "HEAD"),
      env: { COPPICE_OP: "0123456789abcdef" },
    });
    expect(made.hookExit).toBeGreaterThan(0);
    expect(readFileSync(join(made.path, "seen"), "utf8")).toBe(`0123456789abcdef ${"0".repeat(40)}`);
    expect(existsSync(join(made.path, "README.md"))).toBe(true);
  });

  test("thousands of files: written by several processes, unless the configuration says how many", async () => {
    const main = createRepo();
    const files = Array.from({ length: 2_000 }, (_, at) => `M 100644 inline d${at % 20}/${at}\ndata 1\nx\n`);
    const commit = `commit refs/heads/many\ncommitter A <a@example.com> 1700000000 +0000\ndata 4\nMany\n${files.join("")}`;
    execFileSync("git", ["fast-import", "--quiet"], { cwd: main.dir, input: commit });
    const workersFor = async (name: string): Promise<number> => {
      const repo = await open(main.dir);
      const events = beside(main, `${name}.events`);
      const path = beside(main, name);
      await addWorktree(repo, {
        path,
        branch: branch(name),
        start: oidOf(main, "many"),
        env: { GIT_TRACE2_EVENT: events },
      });
      expect(openRepo(path).git("status", "--porcelain")).toBe("");
      return new Set(readFileSync(events, "utf8").match(/"checkout--worker\b/g)).size;
    };
    expect(await workersFor("one")).toBe(cpus().length > 1 ? 1 : 0);
    main.git("config", "checkout.workers", "1");
    expect(await workersFor("two")).toBe(0);
  });

  test("a smudge filter that fails: WORKTREE_CREATION_FAILED, no branch, directory or registration left", async () => {
    const main = createRepo({ files: { ".gitattributes": "*.bin filter=broken\n", "a.bin": "a\n" } });
    main.git("config", "filter.broken.smudge", "false");
    main.git("config", "filter.broken.required", "true");
    const repo = await open(main.dir);
    const error = await errorOf(add(repo, main, "task"));
    expect(error.code).toBe("WORKTREE_CREATION_FAILED");
    expect(error.details.output).toContain("smudge filter");
    expect(existsSync(beside(main, "task"))).toBe(false);
    expect(readRegistrations(repo.commonDir)).toEqual([]);
    expect(main.git("branch", "--list", "task")).toBe("");
  });

  test("stopped in the middle of a checkout: INTERRUPTED, nothing left", async () => {
    const main = createRepo({ files: { ".gitattributes": "*.bin filter=slow\n", "a.bin": "a\n" } });
    main.git("config", "filter.slow.smudge", "echo begun >&2; sleep 60; cat");
    const repo = await open(main.dir);
    const stop = new AbortController();
    const adding = addWorktree(repo, {
      path: beside(main, "task"),
      branch: branch("task"),
      start: oidOf(main, "HEAD"),
      signal: stop.signal,
      onStderr: () => stop.abort(),
    });
    expect(await codeOf(adding)).toBe("INTERRUPTED");
    expect(existsSync(beside(main, "task"))).toBe(false);
    expect(readRegistrations(repo.commonDir)).toEqual([]);
    expect(main.git("branch", "--list", "task")).toBe("");
  });

  test("what a killed git left locked as initializing: cleared by the next try at the same path", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "task");
    const { gitDir } = await listed(repo, "task");
    writeFileSync(join(gitDir ?? "", "locked"), "initializing");
    rmSync(join(gitDir ?? "", "index"));
    expect(await codeOf(add(repo, main, "other", "task"))).toBe("WORKTREE_EXISTS");
    expect(await removeWorktree(repo, registrationOf(await listed(repo, "task")))).toEqual({
      directory: "removed",
      registration: "removed",
    });
  });

  test("eight at once from origin/main: eight worktrees, eight branches, none without a worktree", async () => {
    const main = createRepo();
    createBareRemote(main);
    const repo = await open(main.dir);
    const start = oidOf(main, "origin/main");
    const names = Array.from({ length: 8 }, (_, index) => `task-${index}`);
    await Promise.all(
      names.map((name) => addWorktree(repo, { path: beside(main, name), branch: branch(name), start })),
    );
    const all = await listWorktrees(repo);
    expect(all.map((one) => one.branch).sort()).toEqual(["main", ...names]);
    expect(all.every((one) => one.main || linkIntact(one))).toBe(true);
  });
});

describe("removeWorktree", () => {
  const gone = { directory: "removed", registration: "removed" };

  test("modified, untracked, ignored files and a lock: everything goes; again: nothing to do", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const { path } = await add(repo, main, "task");
    writeFileSync(join(path, "README.md"), "edited\n");
    writeFileSync(join(path, "new"), "");
    const worktree = await listed(repo, "task");
    lockWorktree(worktree, "busy");
    expect(await removeWorktree(repo, registrationOf(worktree))).toEqual(gone);
    expect(existsSync(path)).toBe(false);
    expect(await removeWorktree(repo, registrationOf(worktree))).toEqual({
      directory: "absent",
      registration: "absent",
    });
    expect(main.git("branch", "--list", "task")).not.toBe("");
  });

  test("an initialised submodule: removed all the same", async () => {
    const main = createRepo();
    const inner = createRepo({ name: "inner" });
    main.git("submodule", "--quiet", "add", inner.dir, "deps/inner");
    main.commit("Add a submodule");
    const repo = await open(main.dir);
    const { path } = await add(repo, main, "task");
    openRepo(path).git("submodule", "--quiet", "update", "--init");
    expect(existsSync(join(path, "deps/inner/README.md"))).toBe(true);
    expect(await removeWorktree(repo, registrationOf(await listed(repo, "task")))).toEqual(gone);
    expect(existsSync(path)).toBe(false);
  });

  test("read-only folders: opened and removed", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const { path } = await add(repo, main, "task");
    mkdirSync(join(path, "cache/mod/deep"), { recursive: true });
    writeFileSync(join(path, "cache/mod/deep/file"), "");
    for (const folder of ["cache/mod/deep", "cache/mod"]) chmodSync(join(path, folder), 0o555);
    expect(await removeWorktree(repo, registrationOf(await listed(repo, "task")))).toEqual(gone);
    expect(existsSync(path)).toBe(false);
  });

  test("a link in it that leads outside: the link goes, what it leads to stays", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    const { path } = await add(repo, main, "task");
    mkdirSync(beside(main, "precious"));
    writeFileSync(beside(main, "precious/x"), "");
    symlinkSync(beside(main, "precious"), join(path, "link"));
    await removeWorktree(repo, registrationOf(await listed(repo, "task")));
    expect(readdirSync(beside(main, "precious"))).toEqual(["x"]);
  });

  test("deleted by hand: its registration goes; an empty directory in its place goes, too", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "one");
    await add(repo, main, "two");
    const [one, two] = [await listed(repo, "one"), await listed(repo, "two")];
    for (const { path } of [one, two]) rmSync(path, { recursive: true });
    mkdirSync(two.path);
    expect(await removeWorktree(repo, registrationOf(one))).toEqual({
      directory: "absent",
      registration: "removed",
    });
    expect(await removeWorktree(repo, registrationOf(two))).toEqual({
      directory: "removed",
      registration: "removed",
    });
    expect(existsSync(two.path)).toBe(false);
  });

  test("something else in its place: kept, only the registration goes", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "task");
    await add(repo, main, "other");
    const task = await listed(repo, "task");
    rmSync(task.path, { recursive: true });
    symlinkSync(beside(main, "other"), task.path);
    expect(await removeWorktree(repo, registrationOf(task))).toEqual({
      directory: "kept",
      registration: "removed",
    });
    expect(existsSync(beside(main, "other/README.md"))).toBe(true);
    expect(linkIntact(await listed(repo, "other"))).toBe(true);
  });

  test("a worktree on a disk that is not mounted, while another is removed: it stays registered", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "a");
    await add(repo, main, "b");
    renameSync(beside(main, "b"), beside(main, "unmounted"));
    await removeWorktree(repo, registrationOf(await listed(repo, "/a")));
    expect((await listed(repo, "/b")).branch).toBe("b");
    renameSync(beside(main, "unmounted"), beside(main, "b"));
    expect(linkIntact(await listed(repo, "/b"))).toBe(true);
  });

  test("a registration that names another directory by now: refused", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "a");
    const a = await listed(repo, "/a");
    const moved = { id: a.id ?? "", path: main.dir };
    expect(await codeOf(removeWorktree(repo, moved))).toBe("WORKTREE_REMOVAL_FAILED");
    expect(existsSync(join(main.dir, "README.md"))).toBe(true);
  });

  test("a process was killed while it deleted a registration: git never sees a part of it, and the next one clears it away", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "a");
    const left = join(repo.commonDir, "coppice", "unregistered");
    mkdirSync(join(left, "killed"), { recursive: true });
    expect(pruneRegistration(repo, { id: (await listed(repo, "/a")).id ?? "" })).toBe(true);
    expect(existsSync(left)).toBe(false);
    expect(main.git("worktree", "list").split("\n")).toHaveLength(1);
  });

  test("names that are no registration: refused before anything is touched", async () => {
    const repo = await open(createRepo().dir);
    for (const id of ["", ".", "..", "../objects", "a/b", "a\0b"]) {
      expect(() => pruneRegistration(repo, { id })).toThrow("no name of a registration");
    }
    expect(pruneRegistration(repo, { id: "none" })).toBe(false);
  });
});

describe("locks", () => {
  test("locked once, shown by git, unlocked", async () => {
    const main = createRepo();
    const repo = await open(main.dir);
    await add(repo, main, "task");
    const task = await listed(repo, "task");
    expect(lockWorktree(task, "a lease")).toBe(true);
    expect(lockWorktree(task, "another")).toBe(false);
    expect((await listed(repo, "task")).locked).toBe("a lease");
    unlockWorktree(task);
    unlockWorktree(task);
    expect((await listed(repo, "task")).locked).toBeUndefined();
    const [first] = await listWorktrees(repo);
    expect(() => lockWorktree(first as Worktree, "")).toThrow("Only a linked worktree");
  });
});

describe("operationInProgress", () => {
  const quiet = (main: TestRepo, ...args: string[]): void => {
    try {
      execFileSync("git", args, { cwd: main.dir, stdio: "ignore" });
    } catch {
      // A conflict is what these commands are to end in.
    }
  };

  test("each operation while it waits for the person, and none after it was aborted", async () => {
    const main = createRepo();
    commitOn(main, "theirs", "main", (write) => write("README.md", "theirs\n"));
    main.commit("Ours", { "README.md": "ours\n" });
    const patch = join(main.dir, "..", "theirs.patch");
    writeFileSync(patch, `${main.git("format-patch", "-1", "--stdout", "theirs")}\n`);
    const repo = await open(main.dir);
    const now = () => operationInProgress(repo, repo.gitDir);
    expect(await now()).toBeUndefined();
    for (const [operation, args] of [
      ["merge", ["merge", "theirs"]],
      ["cherry-pick", ["cherry-pick", "theirs"]],
      ["rebase", ["rebase", "theirs"]],
      ["revert", ["revert", "--no-edit", "HEAD~1"]],
      ["am", ["am", patch]],
    ] as const) {
      if (operation === "revert") main.commit("Again", { "README.md": "again\n" });
      quiet(main, ...args);
      expect(await now()).toBe(operation);
      main.git(operation, "--abort");
      expect(await now()).toBeUndefined();
    }
    main.git("bisect", "start");
    expect(await now()).toBe("bisect");
  });

  test("between two commits of a sequence: still a cherry-pick", async () => {
    const main = createRepo();
    commitOn(main, "theirs", "main", (write) => write("README.md", "theirs\n"));
    main.git("checkout", "--quiet", "theirs");
    main.commit("More", { "more.txt": "more\n" });
    main.git("checkout", "--quiet", "main");
    main.commit("Ours", { "README.md": "ours\n" });
    quiet(main, "cherry-pick", "main..theirs");
    main.write("README.md", "both\n");
    main.git("commit", "--quiet", "-am", "Resolved by hand");
    const repo = await open(main.dir);
    expect(existsSync(join(repo.gitDir, "CHERRY_PICK_HEAD"))).toBe(false);
    expect(await operationInProgress(repo, repo.gitDir)).toBe("cherry-pick");
  });
});
