import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findRecord } from "../../src/engine/find.js";
import { acquireLease } from "../../src/engine/lease.js";
import { show } from "../../src/engine/show.js";
import { run } from "../engine/support.js";
import { installHooks } from "../hooks/support.js";
import { createBareRemote, createRepo, type TestRepo } from "../support/repo.js";

/** What `coppice log` has to tell of a branch: event, where it led, and by which door it came. */
async function lifeOf(repo: TestRepo, branch: string): Promise<string[]> {
  return run(repo.dir, async (engine) => {
    const { record } = await show(engine, branch);
    const journal = await engine.journal.read(record.id);
    return (journal?.entries ?? []).map(
      ({ entry, to, superseded }) =>
        `${entry.event.type}>${to} by ${entry.by.door}${superseded ? " (superseded)" : ""}`,
    );
  });
}

test("nothing but plain git: worktree, edit, commit and merge are all told by hooks", async () => {
  const repo = createRepo();
  await installHooks(repo);
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
  await installHooks(repo);
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

test.each<readonly [what: string, disturb: (landing: Landing) => unknown, reason: string]>([
  ["has a new file", ({ repo }) => repo.write("../x/more.txt", "more\n"), "it has uncommitted changes"],
  [
    "has a newer commit",
    ({ repo, path }) => repo.gitIn(path, "commit", "--allow-empty", "-m", "More"),
    "it has newer commits",
  ],
  ["is locked", ({ repo, path }) => repo.git("worktree", "lock", path), "it is locked"],
  [
    "is leased",
    ({ repo }) =>
      run(repo.dir, async (engine) =>
        acquireLease(engine, (await findRecord(engine, "task/x")).id, { holder: "an agent" }),
      ),
    "it is in use by an agent",
  ],
  [
    "has another branch checked out",
    ({ repo, path }) => repo.gitIn(path, "switch", "--quiet", "--create", "aside"),
    "aside is checked out there",
  ],
  [
    "stays by the config",
    ({ repo }) => repo.git("config", "coppice.cleanup.onPull", "false"),
    "cleanup.onPull is off",
  ],
])(
  "a pull brings a merge made elsewhere, and the worktree %s: it is kept and told why",
  async (_what, disturb, reason) => {
    const landing = await pushedTask();
    const { repo, path } = landing;
    landing.mergeElsewhere();
    await disturb(landing);
    repo.git("pull", "--quiet");
    expect(existsSync(path)).toBe(true);
    expect((await lifeOf(repo, "task/x")).join()).not.toContain("REMOVE");
    const { observed } = await run(repo.dir, (engine) => show(engine, "task/x"));
    expect(observed.problems.join()).toContain(reason);
  },
);
