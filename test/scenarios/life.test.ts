import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { coppice, created, done, states } from "../cli/support.js";
import { createBareRemote, createRepo, openRepo, snapshot, type TestRepo } from "../support/repo.js";

/** A worktree made by the command line. */
const lines = (text: string): string[] => text.split("\n").filter((line) => line !== "");
const branches = (repo: TestRepo): string[] =>
  lines(repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads"));

describe("create, edit, plain git commit, merge", () => {
  test("base not checked out anywhere: two-parent commit with trailers, all gone, all remembered", async () => {
    const repo = createRepo();
    repo.git("switch", "--quiet", "--create", "other");
    const start = repo.git("rev-parse", "main");
    const before = snapshot(repo.dir);
    const path = await created(repo, "task/a", "--base", "main", "--task", "T-1", "--title", "First task");
    expect(path).toBe(join(repo.dir, ".worktrees", "task-a"));
    const work = openRepo(path);
    work.write("src/new.txt", "new\n");
    const head = work.commit("Add a file");

    const merged = await done(repo.dir, "merge", "task/a");
    expect(merged.stdout).toContain("task/a");

    expect(repo.git("rev-parse", "main^1")).toBe(start);
    expect(repo.git("rev-parse", "main^2")).toBe(head);
    const message = repo.git("log", "-1", "--format=%(trailers)", "main");
    const id = lines(repo.git("notes", "--ref=coppice", "list"))[0]?.split(" ")[1];
    expect(message).toContain(`Coppice-Worktree: ${id}`);
    expect(message).toContain("Task: T-1");
    expect(existsSync(path)).toBe(false);
    expect(branches(repo)).toEqual(["main", "other"]);
    expect(repo.git("worktree", "list", "--porcelain")).not.toContain("task-a");
    // The folder that held the worktrees stays; git does not see it.
    expect(snapshot(repo.dir)).toEqual({ ...before, status: ["! .worktrees/"] });

    expect(await states(repo.dir, "task/a")).toEqual(
      expect.arrayContaining(["creating", "initializing", "active", "merging", "removing", "removed"]),
    );
    const log = (await done(repo.dir, "log", "task/a")).stdout;
    for (const line of lines(log))
      expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d .*Coppice Test \(cli\)/);
    expect((await states(repo.dir, "task/a")).at(-1)).toBe("removed");
  });

  test("base checked out in the main worktree, with edits and untracked files: exactly as before, but moved", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("Add a file", { "src/new.txt": "new\n" });
    repo.write("src/b.txt", "one\ntwo\nthree\nedited\n");
    repo.git("add", "src/b.txt");
    repo.write("README.md", "changed, not staged\n");
    repo.write("untracked.txt", "mine\n");
    const before = snapshot(repo.dir);

    await done(repo.dir, "merge", "task/a");

    const after = snapshot(repo.dir);
    expect(after.branch).toBe("refs/heads/main");
    expect(after.head).toBe(repo.git("rev-parse", "main"));
    expect(after.status).toEqual(before.status);
    expect(after.index.filter((line) => !line.endsWith("src/new.txt"))).toEqual(before.index);
    const { "src/new.txt": added, ...rest } = after.files;
    expect(added).toContain("new\n");
    expect(rest).toEqual(
      Object.fromEntries(Object.entries(before.files).filter(([file]) => !file.startsWith(".worktrees/"))),
    );
  });

  test("an edit in base's checkout that the merge would overwrite: refused, the file is named, nothing moved", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("Change a file", { "src/a.txt": "task\n" });
    repo.write("src/a.txt", "mine\n");
    const before = snapshot(repo.dir);

    const run = await coppice(repo.dir, ["merge", "task/a"]);

    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain("src/a.txt");
    expect(snapshot(repo.dir)).toEqual(before);
    expect(existsSync(path)).toBe(true);
  });

  test("observed states: dirty after an edit, active after the commit, without a command that writes", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).write("src/new.txt", "new\n");
    const notes = repo.git("rev-parse", "refs/notes/coppice");
    expect((await done(path, "show", "--json")).json()).toMatchObject({
      status: "dirty",
      branch: "task/a",
      path,
    });
    expect((await done(repo.dir, "list", "--json")).json()).toMatchObject({
      worktrees: [{ branch: "task/a", status: "dirty" }],
    });
    expect(repo.git("rev-parse", "refs/notes/coppice")).toBe(notes);
    openRepo(path).commit("Commit it");
    expect((await done(path, "show", "--json")).json()).toMatchObject({ status: "active" });
  });

  test("coppice commit: dirty, committing, active in the journal", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).write("src/new.txt", "new\n");
    const run = await done(
      repo.dir,
      "commit",
      "task/a",
      "-m",
      "Add a file",
      "--author",
      "Ann <ann@example.invalid>",
      "--json",
    );
    expect(run.json()).toMatchObject({ status: "active", sha: openRepo(path).git("rev-parse", "HEAD") });
    expect(repo.git("log", "-1", "--format=%an %s", "task/a")).toBe("Ann Add a file");
    expect(await states(repo.dir, "task/a")).toEqual([
      "creating",
      "initializing",
      "active",
      "dirty",
      "committing",
      "active",
    ]);
  });
});

describe("strategies", () => {
  test("squash: one commit with one parent; the branch's commits are in it", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a", "--task", "T-2");
    const start = repo.git("rev-parse", "main");
    openRepo(path).commit("One", { "one.txt": "1\n" });
    openRepo(path).commit("Two", { "two.txt": "2\n" });
    await done(repo.dir, "merge", "task/a", "--strategy", "squash");
    expect(repo.git("rev-list", "--parents", "-1", "main").split(" ")).toHaveLength(2);
    expect(repo.git("rev-parse", "main^")).toBe(start);
    expect(repo.git("diff", "--name-only", start, "main")).toBe("one.txt\ntwo.txt");
    expect(repo.git("log", "-1", "--format=%(trailers)", "main")).toContain("Task: T-2");
  });

  test("rebase: the task's commits on base, no merge commit", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("One", { "one.txt": "1\n" });
    openRepo(path).commit("Two", { "two.txt": "2\n" });
    repo.commit("Base goes on", { "base.txt": "b\n" });
    await done(repo.dir, "merge", "task/a", "--strategy", "rebase");
    expect(repo.git("rev-list", "--merges", "main")).toBe("");
    expect(repo.git("log", "-3", "--format=%s", "main")).toBe("Two\nOne\nBase goes on");
  });

  test("--keep: merged, worktree and branch stay, and can be merged again", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("One", { "one.txt": "1\n" });
    await done(repo.dir, "merge", "task/a", "--keep");
    expect(existsSync(path)).toBe(true);
    expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({ status: "active" });
    openRepo(path).commit("Two", { "two.txt": "2\n" });
    await done(repo.dir, "merge", "task/a");
    expect(repo.read("two.txt")).toBe("2\n");
    expect(existsSync(path)).toBe(false);
  });

  test("called inside the worktree: merged, kept, and it says so", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("One", { "one.txt": "1\n" });
    const run = await done(path, "merge");
    expect(existsSync(path)).toBe(true);
    expect(`${run.stdout}${run.stderr}`).toMatch(/kept/);
  });

  test("--push: the remote's base moves too", async () => {
    const repo = createRepo();
    const bare = createBareRemote(repo);
    const path = await created(repo, "task/a");
    openRepo(path).commit("One", { "one.txt": "1\n" });
    await done(repo.dir, "merge", "task/a", "--push");
    expect(repo.gitIn(bare, "rev-parse", "main")).toBe(repo.git("rev-parse", "main"));
  });

  test("uncommitted changes: refused with the files; with --auto-commit committed and merged", async () => {
    const repo = createRepo();
    const path = await created(repo, "task/a");
    openRepo(path).commit("One", { "one.txt": "1\n" });
    openRepo(path).write("two.txt", "2\n");
    const refused = await coppice(repo.dir, ["merge", "task/a", "--json"]);
    expect(refused.code).toBe(3);
    expect(refused.json()).toMatchObject({
      error: { code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["two.txt"] } },
    });
    expect(refused.stderr).toMatch(/^error\[WORKTREE_DIRTY\] .*two\.txt/m);
    await done(repo.dir, "merge", "task/a", "--auto-commit");
    expect(repo.read("two.txt")).toBe("2\n");
  });
});

describe("several at once", () => {
  test("one of three conflicts: the others are merged, exit 4", async () => {
    const repo = createRepo();
    for (const [name, file, text] of [
      ["task/a", "src/a.txt", "from a\n"],
      ["task/b", "src/a.txt", "from b\n"],
      ["task/c", "src/c.txt", "from c\n"],
    ] as const) {
      openRepo(await created(repo, name)).commit(`Work of ${name}`, { [file]: text });
    }
    const run = await coppice(repo.dir, ["merge", "task/a", "task/b", "task/c", "--json"]);
    expect(run.code).toBe(4);
    expect(run.json()).toMatchObject({
      results: [
        { branch: "task/a", outcome: "merged" },
        { branch: "task/b", outcome: "conflict", error: { code: "MERGE_CONFLICT" } },
        { branch: "task/c", outcome: "merged" },
      ],
      error: { code: "MERGE_CONFLICT" },
    });
    expect(branches(repo)).toEqual(["main", "task/b"]);
  });

  test("a conflict and an unknown name: exit 1, since not all failures are conflicts", async () => {
    const repo = createRepo();
    openRepo(await created(repo, "task/a")).commit("A", { "src/a.txt": "from a\n" });
    repo.commit("Base", { "src/a.txt": "from base\n" });
    expect((await coppice(repo.dir, ["merge", "task/a", "task/unknown"])).code).toBe(1);
  });

  test("removing two: both gone", async () => {
    const repo = createRepo();
    await created(repo, "task/a");
    await created(repo, "task/b");
    await done(repo.dir, "remove", "task/a", "task/b");
    expect(branches(repo)).toEqual(["main"]);
  });
});
