import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { logOutput } from "../../src/cli/output/log.js";
import { commit } from "../../src/engine/commit.js";
import { create } from "../../src/engine/create.js";
import { merge } from "../../src/engine/merge.js";
import { show } from "../../src/engine/show.js";
import { done } from "../cli/support.js";
import { run } from "../engine/support.js";
import { withHooks } from "../hooks/support.js";
import { createBareRemote, createRepo, type TestRepo } from "../support/repo.js";

/** What `coppice log` tells of a branch: event, where it led, and by which door it came. */
async function lifeOf(repo: TestRepo, branch: string): Promise<string[]> {
  const { entries } = logOutput.parse((await done(repo.dir, "log", branch, "--json")).json());
  return entries.map(
    ({ event, to, by, superseded }) =>
      `${event.type}>${to} by ${by.door}${superseded ? " (superseded)" : ""}`,
  );
}

test("nothing but plain git: worktree, edit, commit and merge are all told by hooks", async () => {
  const repo = createRepo();
  await withHooks(repo);
  const path = join(dirname(repo.dir), "x");

  repo.git("worktree", "add", "-b", "task/x", path);
  repo.write("../x/new.txt", "new\n");
  repo.gitIn(path, "add", "new.txt");
  repo.gitIn(path, "commit", "-m", "Add a file");
  repo.git("merge", "task/x");

  expect(await lifeOf(repo, "task/x")).toEqual([
    "CREATE>creating by hook",
    "INIT_COMPLETE>initializing by hook",
    "INIT_COMPLETE>active by hook",
    "MODIFY>dirty by hook",
    "COMMIT>committing by hook",
    "INIT_COMPLETE>active by hook",
    "LANDED>active by hook",
  ]);
  expect(existsSync(path)).toBe(true);
  const shown = await run(repo.dir, (engine) => show(engine, "task/x"));
  expect(shown.record.landed).toMatchObject({ target: "main", evidence: "ancestor" });
  expect(shown.observed.problems.join()).toContain("main has no upstream");
});

interface Landing {
  readonly repo: TestRepo;
  /** The worktree of task/x. */
  readonly path: string;
  /** Merges origin's task/x into main somewhere else and pushes that. */
  readonly mergeElsewhere: () => void;
}

/** A worktree of plain git whose branch, with one commit, is on the remote. */
async function pushedTask(): Promise<Landing> {
  const repo = createRepo();
  const bare = createBareRemote(repo);
  await withHooks(repo);
  const path = join(dirname(repo.dir), "x");
  repo.git("worktree", "add", "-b", "task/x", path);
  repo.write("../x/new.txt", "new\n");
  repo.gitIn(path, "add", "new.txt");
  repo.gitIn(path, "commit", "-m", "Add a file");
  repo.gitIn(path, "push", "--no-verify", "origin", "task/x");
  const other = join(dirname(repo.dir), "other");
  const mergeElsewhere = (): void => {
    repo.gitIn(dirname(repo.dir), "clone", "--quiet", bare, other);
    repo.gitIn(other, "merge", "--no-ff", "--quiet", "origin/task/x");
    repo.gitIn(other, "push", "--quiet", "origin", "main");
  };
  return { repo, path, mergeElsewhere };
}

test("a pull brings a merge made elsewhere: the worktree goes when it is clean and unused", async () => {
  const { repo, path, mergeElsewhere } = await pushedTask();
  mergeElsewhere();
  repo.git("pull", "--quiet");
  expect((await lifeOf(repo, "task/x")).slice(-3)).toEqual([
    "LANDED>active by hook",
    "REMOVE>removing by hook",
    "INIT_COMPLETE>removed by hook",
  ]);
  expect(existsSync(path)).toBe(false);
  expect(repo.git("branch", "--list", "task/x")).toBe("");
  expect(repo.git("worktree", "list").split("\n")).toHaveLength(1);
});

test("a pull brings a merge made elsewhere, and the worktree has a new file: it is kept and told why", async () => {
  const { repo, path, mergeElsewhere } = await pushedTask();
  mergeElsewhere();
  repo.write("../x/more.txt", "more\n");
  repo.git("pull", "--quiet");
  expect(existsSync(path)).toBe(true);
  expect((await lifeOf(repo, "task/x")).join()).not.toContain("REMOVE");
  const { observed } = await run(repo.dir, (engine) => show(engine, "task/x"));
  expect(observed.problems).toEqual(["landed in main, kept: it has uncommitted changes"]);
});

test("amend and rebase: HEAD, and no commit is told that was made again", async () => {
  const repo = createRepo();
  await withHooks(repo);
  const path = join(dirname(repo.dir), "x");
  repo.git("worktree", "add", "-b", "task/x", path);
  for (const name of ["one", "two"]) {
    repo.write(`../x/${name}.txt`, `${name}\n`);
    repo.gitIn(path, "add", "--all");
    repo.gitIn(path, "commit", "-m", name);
  }
  repo.gitIn(path, "commit", "--amend", "-m", "two again");
  repo.commit("Go on", { "more.txt": "more\n" });
  repo.gitIn(path, "rebase", "main");
  const life = await lifeOf(repo, "task/x");
  expect(life.slice(3)).toEqual([
    ...["MODIFY>dirty", "COMMIT>committing", "INIT_COMPLETE>active"].map((entry) => `${entry} by hook`),
    ...["MODIFY>dirty", "COMMIT>committing", "INIT_COMPLETE>active"].map((entry) => `${entry} by hook`),
    "HEAD>active by hook",
    "HEAD>active by hook",
  ]);
});

test("L30, commit-msg refuses after pre-commit ran: nothing is left half way", async () => {
  const repo = createRepo();
  await withHooks(repo);
  const path = join(dirname(repo.dir), "x");
  repo.git("worktree", "add", "-b", "task/x", path);
  const refusing = join(repo.dir, ".git/hooks/commit-msg");
  writeFileSync(refusing, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  repo.write("../x/new.txt", "new\n");
  repo.gitIn(path, "add", "new.txt");
  expect(() => repo.gitIn(path, "commit", "-m", "Add a file")).toThrow();
  expect((await lifeOf(repo, "task/x")).slice(3)).toEqual([]);
  rmSync(refusing);
  repo.gitIn(path, "commit", "-m", "Add a file");
  expect((await lifeOf(repo, "task/x")).slice(3)).toEqual([
    "MODIFY>dirty by hook",
    "COMMIT>committing by hook",
    "INIT_COMPLETE>active by hook",
  ]);
});

test("Coppice's own create, commit and merge: its hooks record nothing twice", async () => {
  const repo = createRepo();
  await withHooks(repo);
  const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/x" }));
  writeFileSync(join(path, "new.txt"), "new\n");
  await run(repo.dir, (engine) => commit(engine, "task/x", { message: "Add a file" }));
  await run(repo.dir, (engine) => merge(engine, ["task/x"]));
  expect((await lifeOf(repo, "task/x")).filter((entry) => entry.includes("by hook"))).toEqual([]);
  expect(existsSync(path)).toBe(false);
});

test("a detached flush: a commit is in refs/notes without a command of Coppice's", async () => {
  const repo = createRepo();
  await withHooks(repo, "detached");
  const path = join(dirname(repo.dir), "x");
  repo.git("worktree", "add", "-b", "task/x", path);
  repo.write("../x/new.txt", "new\n");
  repo.gitIn(path, "add", "new.txt");
  repo.gitIn(path, "commit", "-m", "Add a file");
  const noted = (): string =>
    repo
      .git("notes", "--ref=coppice", "list")
      .split("\n")
      .map((line) => repo.git("cat-file", "blob", line.slice(0, 40)))
      .join("\n");
  await expect.poll(() => tried(noted), { timeout: 30_000, interval: 50 }).toContain('"type":"COMMIT"');
});

function tried(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
