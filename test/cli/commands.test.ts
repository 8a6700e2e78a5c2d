import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo, openRepo } from "../support/repo.js";
import { coppice, created, done } from "./support.js";

describe("create", () => {
  test("for a person: branch, base, state and path; --print path: the path alone; --quiet: nothing", async () => {
    const repo = createRepo();
    const path = join(repo.dir, ".worktrees", "task-a");
    expect((await done(repo.dir, "create", "task/a")).stdout).toBe(
      `created task/a from main, active\n  ${path}\n`,
    );
    expect((await done(repo.dir, "create", "task/b", "--print", "path")).stdout).toBe(
      `${join(repo.dir, ".worktrees", "task-b")}\n`,
    );
    const quiet = await done(repo.dir, "create", "task/c", "--quiet");
    expect([quiet.stdout, quiet.stderr]).toEqual(["", ""]);
  });

  test("--json: the record with its path", async () => {
    const repo = createRepo();
    const run = await done(
      repo.dir,
      "create",
      "task/a",
      "--task",
      "T-1",
      "--title",
      "First",
      "--lock",
      "--json",
    );
    expect(run.json()).toMatchObject({
      branch: "task/a",
      base: "main",
      status: "active",
      title: "First",
      task: { id: "T-1" },
      lock: {},
      path: join(repo.dir, ".worktrees", "task-a"),
    });
  });

  test("without a terminal: one line for each step on stderr", async () => {
    const run = await done(createRepo().dir, "create", "task/a");
    expect(run.stderr.split("\n").filter(Boolean).length).toBeGreaterThan(0);
    expect(run.stderr).not.toContain("\u001b");
  });

  test("--no-setup, --no-env: env files are not copied", async () => {
    const repo = createRepo({ files: { ".gitignore": ".env\n" } });
    repo.write(".env", "SECRET=1\n");
    expect(existsSync(join(await created(repo, "task/a"), ".env"))).toBe(true);
    expect(existsSync(join(await created(repo, "task/b", "--no-env"), ".env"))).toBe(false);
    expect(existsSync(join(await created(repo, "task/c", "--no-setup"), ".env"))).toBe(false);
    await done(repo.dir, "setup", "task/c");
    expect(existsSync(join(repo.dir, ".worktrees", "task-c", ".env"))).toBe(true);
  });

  test("a branch that exists: refused with exit 3; --adopt takes it", async () => {
    const repo = createRepo();
    repo.git("branch", "task/a");
    expect((await coppice(repo.dir, ["create", "task/a"])).code).toBe(3);
    expect((await done(repo.dir, "create", "task/a", "--adopt", "--json")).json()).toMatchObject({
      adopted: true,
      status: "active",
    });
  });
});

test("L28: create --adopt of a worktree that plain git made: taken as it is, without any setup", async () => {
  const repo = createRepo();
  repo.commit("Ignore", { ".gitignore": ".env\n" });
  repo.write(".env", "A=1\n");
  const other = join(dirname(repo.dir), "by hand");
  repo.git("worktree", "add", "--quiet", "-b", "task/a", other);
  expect((await done(repo.dir, "create", "task/a", "--adopt", "--json")).json()).toMatchObject({
    path: other,
    adopted: true,
    envCopied: false,
  });
  expect(existsSync(join(other, ".env"))).toBe(false);
  await done(other, "setup");
  expect(existsSync(join(other, ".env"))).toBe(true);
});

describe("list", () => {
  test("no worktree: says how to make one; --json: an empty list", async () => {
    const repo = createRepo();
    expect((await done(repo.dir, "list")).stdout).toContain("coppice create");
    expect((await done(repo.dir, "list", "--json")).json()).toEqual({ worktrees: [] });
  });

  test("the table: every column, aligned; ls and status are the same command", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a", "--title", "The first one");
    await created(repo, "task/other");
    openRepo(path).commit("Work", { "a.txt": "a\n" });
    openRepo(path).write("b.txt", "b\n");
    const { stdout } = await done(repo.dir, "list");
    const [head = "", first = "", second = ""] = stdout.split("\n");
    expect(head.split(/\s{2,}/)).toEqual([
      "branch",
      "state",
      "task",
      "base",
      "changes",
      "conflicts",
      "pr",
      "age",
      "lease/lock",
    ]);
    expect(first).toMatch(/^task\/a {6}dirty {3}The first one {2}main \+1 -0 {2}1 {8}none {7}- {3}\S+ +-$/);
    expect(second).toMatch(/^task\/other {2}active {2}- {14}main \+0 -0 {2}0 {8}none/);
    expect((await done(repo.dir, "ls", "-c", "branch")).stdout).toBe(
      (await done(repo.dir, "status", "-c", "branch")).stdout,
    );
  });

  test("--columns: these alone, and what others need is not found out", async () => {
    const repo = createRepo();
    openRepo(await created(repo, "task/a")).write("b.txt", "b\n");
    expect((await done(repo.dir, "list", "--columns", "age,branch")).stdout).toMatch(
      /^age {2}branch\n\S+ +task\/a\n$/,
    );
    expect((await done(repo.dir, "list", "--columns", "branch", "--json")).json()).toMatchObject({
      worktrees: [{ branch: "task/a", status: "active", changes: null, ahead: null, conflictFiles: null }],
    });
    const unknown = await coppice(repo.dir, ["list", "--columns", "branch,nonsense"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("conflicts");
  });

  test("a branch that base has outrun in the same file: the forecast says in how many", async () => {
    const repo = createRepo();
    openRepo(await created(repo, "task/a")).commit("Work", { "src/a.txt": "task\n" });
    repo.commit("Base", { "src/a.txt": "base\n" });
    expect((await done(repo.dir, "list", "--json")).json()).toMatchObject({
      worktrees: [{ ahead: 1, behind: 1, conflictFiles: 1 }],
    });
    expect((await done(repo.dir, "list", "--columns", "conflicts")).stdout).toBe("conflicts\n1 file\n");
  });

  test("a directory that was deleted, or emptied: shown as missing", async () => {
    const repo = createRepo();
    rmSync(await created(repo, "task/a"), { recursive: true });
    const second = await created(repo, "task/b");
    rmSync(second, { recursive: true });
    mkdirSync(second);
    const { stdout } = await done(repo.dir, "list", "-c", "branch,state");
    expect(stdout.split("\n").slice(1, 3)).toEqual(["task/a  active (missing)", "task/b  active (missing)"]);
  });

  test("--all: removed ones too", async () => {
    const repo = createRepo();
    await created(repo, "task/a");
    await done(repo.dir, "remove", "task/a");
    expect((await done(repo.dir, "list", "--json")).json()).toEqual({ worktrees: [] });
    expect((await done(repo.dir, "list", "--all", "--json")).json()).toMatchObject({
      worktrees: [{ branch: "task/a", status: "removed", path: null }],
    });
  });
});

describe("show", () => {
  test("by branch, directory, relative directory, id prefix, and from inside: the same record", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    await created(repo, "task/b");
    mkdirSync(join(path, "deep"));
    const shown = (await done(repo.dir, "show", "task/a", "--format", "json")).json();
    const { id } = JSON.parse((await done(repo.dir, "show", "task/a", "--json")).stdout);
    for (const [cwd, ...argv] of [
      [repo.dir, path],
      [repo.dir, ".worktrees/task-a"],
      [repo.dir, id.slice(0, 12)],
      [path],
      [join(path, "deep")],
    ] as const) {
      expect((await done(cwd, "show", ...argv, "--json")).json()).toEqual(shown);
    }
  });

  test("a commit made with plain git: its oid, although nothing has journaled it yet", async () => {
    const repo = createRepo();
    const head = openRepo(await created(repo, "task/a")).commit("Work", { "a.txt": "a\n" });
    expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({
      headOid: head,
      ahead: 1,
    });
    expect((await done(repo.dir, "list", "--json")).json()).toMatchObject({ worktrees: [{ headOid: head }] });
  });

  test("for a person: state, paths, changes; of a failed setup the error, the log and the way on", async () => {
    const repo = createRepo();
    repo.git("config", "coppice.setup.initScript", "echo broken; exit 3");
    const failed = await coppice(repo.dir, ["create", "task/a"]);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^error\[INIT_SCRIPT_FAILED\] /m);
    expect(failed.stderr).toContain("  | broken");
    const { stdout } = await done(repo.dir, "show", "task/a");
    expect(stdout).toMatch(/^task\/a {2}error\n/);
    expect(stdout).toContain(join(repo.dir, ".worktrees", "task-a"));
    expect(stdout).toMatch(/error +INIT_SCRIPT_FAILED in init/);
    expect(stdout).toMatch(/log +runInitScript {2}\//);
    expect(stdout).toMatch(/next +.*retry/);
  });

  test("--format workspace and metadata: the views for other tools", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    expect((await done(repo.dir, "show", "task/a", "--format", "workspace")).json()).toMatchObject({
      version: 1,
      status: "active",
      repo_name: "repo",
      branch_name: "task/a",
      parent_branch: "main",
      parent_repo: repo.dir,
      worktree_path: path,
    });
    expect((await done(repo.dir, "show", "task/a", "--format", "metadata")).json()).toMatchObject({
      branch: "task/a",
      pr: null,
      initScriptRan: false,
    });
  });
});

describe("log", () => {
  test("outside of every worktree: all journals in the order of time; inside: its own", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    await created(repo, "task/b");
    const all = (await done(repo.dir, "log")).stdout.split("\n").filter(Boolean);
    expect(all).toHaveLength(6);
    expect(all[0]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}creating +CREATE +Coppice Test \(cli\) {2}task\/a {2}task\/a from main$/,
    );
    expect(all[5]).toContain("task/b");
    expect((await done(path, "log")).stdout.split("\n").filter(Boolean)).toHaveLength(3);
  });

  test("--json: each entry with from, to and superseded", async () => {
    const repo = createRepo();
    await created(repo, "task/a");
    expect((await done(repo.dir, "log", "task/a", "--json")).json()).toMatchObject({
      entries: [
        { branch: "task/a", event: { type: "CREATE" }, from: "none", to: "creating", superseded: false },
        { event: { type: "INIT_COMPLETE" }, from: "creating", to: "initializing" },
        { event: { type: "INIT_COMPLETE" }, from: "initializing", to: "active", pending: false },
      ],
      unreadable: [],
    });
  });
});

describe("lock, unlock, remove", () => {
  test("a locked worktree: refused with exit 3 and --force, gone with --force --force", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    expect((await done(repo.dir, "lock", "task/a", "--reason", "in review", "--json")).json()).toMatchObject({
      lock: { reason: "in review" },
    });
    expect(repo.git("worktree", "list", "--porcelain")).toContain("locked in review");
    expect((await coppice(repo.dir, ["remove", "task/a", "--force"])).code).toBe(3);
    const refused = await coppice(repo.dir, ["remove", "task/a"]);
    expect(refused.stderr).toMatch(/^error\[WORKTREE_LOCKED\] .*in review/m);
    await done(repo.dir, "unlock", "task/a");
    await done(repo.dir, "lock", "task/a");
    await done(repo.dir, "remove", "task/a", "-ff");
    expect(existsSync(path)).toBe(false);
  });

  test("--keep-branch: the worktree goes, the branch stays", async () => {
    const repo = createRepo();
    openRepo(await created(repo, "task/a")).commit("Work", { "a.txt": "a\n" });
    const run = await done(repo.dir, "remove", "task/a", "--keep-branch", "--json");
    expect(run.json()).toMatchObject({
      results: [{ branch: "task/a", outcome: "removed", branchKept: true }],
    });
    expect(repo.git("rev-parse", "--verify", "task/a")).toMatch(/^[0-9a-f]{40}$/);
  });

  test("from inside the directory: refused", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    const run = await coppice(path, ["remove"]);
    expect(run.code).toBe(3);
    expect(existsSync(path)).toBe(true);
  });

  test("one of two fails: the other is removed, both are told", async () => {
    const repo = createRepo();
    openRepo(await created(repo, "task/a")).write("new.txt", "x\n");
    await created(repo, "task/b");
    const run = await coppice(repo.dir, ["remove", "task/a", "task/b", "--json"]);
    expect(run.code).toBe(3);
    expect(run.json()).toMatchObject({
      results: [
        { branch: "task/a", outcome: "failed", error: { code: "WORKTREE_DIRTY" } },
        { branch: "task/b", outcome: "removed", status: "removed" },
      ],
      error: { code: "WORKTREE_DIRTY" },
    });
  });
});

describe("init", () => {
  test("the first time it says what it made, the second time it changes nothing", async () => {
    const repo = createRepo();
    repo.git("remote", "add", "origin", "../nowhere.git");
    const first = await done(repo.dir, "init", "--json");
    expect(first.json()).toMatchObject({
      changed: true,
      steps: [{ name: "config", outcome: "made" }, {}, {}, { name: "hooks", outcome: "made" }],
    });
    expect(repo.git("config", "--get-all", "remote.origin.fetch")).toContain("refs/notes/coppice");
    const files = repo.git("status", "--porcelain");
    const second = await done(repo.dir, "init");
    expect(second.stdout).toContain("everything was there already");
    expect(repo.git("status", "--porcelain")).toBe(files);
    // The commented config is one that the next command reads.
    await done(repo.dir, "create", "task/a");
  });
});

describe("merge", () => {
  test("L4: the branch is checked out in a second worktree: the result says that it stays", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("Work", { "a.txt": "a\n" });
    repo.git("worktree", "add", "--quiet", "--force", join(dirname(repo.dir), "second"), "task/a");
    const run = await done(repo.dir, "merge", "task/a");
    expect(run.stdout).toContain("; the worktree is removed, the branch stays\n");
    expect(run.stderr).toContain("The branch task/a stays: it is checked out in");
    expect(existsSync(path)).toBe(false);
    expect(repo.git("branch", "--list", "--format=%(refname:short)", "task/a")).toBe("task/a");
  });

  test("from inside the worktree: kept, and why is said once", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("Work", { "a.txt": "a\n" });
    const run = await done(path, "merge");
    expect(run.stdout).toContain("; worktree and branch are kept\n");
    expect(`${run.stdout}${run.stderr}`.split("the command runs inside it")).toHaveLength(2);
  });
});
