import { existsSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sweepLanded } from "../../src/engine/clean-up.js";
import { create } from "../../src/engine/create.js";
import { findRecord } from "../../src/engine/find.js";
import { acquireLease } from "../../src/engine/lease.js";
import { merge } from "../../src/engine/merge.js";
import { show } from "../../src/engine/show.js";
import { fetchJournals, joinFetched, pushJournals } from "../../src/engine/sync.js";
import { branchNameSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { createBareRemote, createRepo, openRepo, type TestRepo } from "../support/repo.js";
import {
  deliver,
  journalOf,
  leaveObservation,
  plainCommit,
  plainMerge,
  plainWorktree,
} from "./observation-support.js";
import { recordIn, run } from "./support.js";

test("merged by hand and pushed later: cleaned up with what a hook sees after that", async () => {
  const repo = createRepo();
  createBareRemote(repo);
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  plainMerge(repo, "--no-ff", "--no-edit", "task/x");
  await deliver(repo);
  expect(await problems(repo)).toContain("main's upstream does not have the merge yet");
  repo.git("push", "--quiet", "origin", "main");
  await deliver(repo, sweepLanded);
  expect((await recordIn(repo.dir, "task/x")).status).toBe("removed");
  expect(existsSync(path)).toBe(false);
});

test.each<readonly [what: string, disturb: (repo: TestRepo, path: string) => unknown, reason: string]>([
  ["has a new file", (_, path) => writeFileSync(join(path, "x"), ""), "it has uncommitted changes"],
  ["has a newer commit", (repo, path) => plainCommit(repo, path, "two"), "it has newer commits"],
  ["is locked", (repo, path) => repo.git("worktree", "lock", path), "it is locked"],
  [
    "is leased",
    (repo) =>
      run(repo.dir, async (engine) =>
        acquireLease(engine, (await findRecord(engine, "task/x")).id, { holder: "an agent" }),
      ),
    "it is in use by an agent",
  ],
  [
    "has another branch checked out",
    (repo, path) => repo.gitIn(path, "switch", "--quiet", "--create", "aside"),
    "aside is checked out there",
  ],
  [
    "is in the middle of a bisect",
    (repo, path) => repo.gitIn(path, "bisect", "start"),
    "a bisect is in progress there",
  ],
  [
    "stays by the config",
    (repo) => repo.git("config", "coppice.cleanup.onPull", "false"),
    "cleanup.onPull is off",
  ],
])(
  "a merge that the upstream has, and the worktree %s: kept, and told why",
  async (_what, disturb, reason) => {
    const repo = createRepo();
    createBareRemote(repo);
    const path = plainWorktree(repo, "task/x");
    plainCommit(repo, path, "one");
    await deliver(repo);
    repo.git("branch", "merged", "task/x");
    await disturb(repo, path);
    plainMerge(repo, "--no-ff", "--no-edit", "merged");
    repo.git("push", "--quiet", "origin", "main");
    await deliver(repo);
    expect(existsSync(path)).toBe(true);
    expect(await journalOf(repo, "task/x")).not.toContain("REMOVE");
    expect(await problems(repo)).toContain(reason);
  },
);

test("a process works in the worktree: it is kept until that has ended", async () => {
  const { repo, path } = publishedMerge();
  const before = process.cwd();
  process.chdir(path);
  try {
    await deliver(repo);
    expect(existsSync(path)).toBe(true);
  } finally {
    process.chdir(before);
  }
  expect(await journalOf(repo, "task/x")).not.toContain("REMOVE");
  await deliver(repo, sweepLanded);
  expect(existsSync(path)).toBe(false);
});

test("kept as asked in a merge: it stays, and is no problem", async () => {
  const repo = createRepo();
  createBareRemote(repo);
  const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/x" }));
  plainCommit(repo, path, "one");
  await deliver(repo);
  await run(repo.dir, (engine) => merge(engine, ["task/x"], { keep: true }));
  repo.git("push", "--quiet", "origin", "main");
  repo.git("branch", "other", "main~1");
  plainMerge(repo, "other");
  await deliver(repo);
  expect(existsSync(path)).toBe(true);
  expect(await problems(repo)).toEqual([]);
});

test("L3, cleaning up while another worktree's directory is out of sight: that one stays registered", async () => {
  const { repo, path } = publishedMerge();
  const away = plainWorktree(repo, "task/away");
  renameSync(away, `${away}.unmounted`);
  await deliver(repo);
  expect(existsSync(path)).toBe(false);
  renameSync(`${away}.unmounted`, away);
  expect(repo.git("worktree", "list")).toContain(away);
  expect(repo.gitIn(away, "status", "--porcelain")).toBe("");
});

test("journals that came with a pull say that it was squashed elsewhere: cleaned up, its commits archived", async () => {
  const repo = createRepo();
  const bare = createBareRemote(repo);
  const path = plainWorktree(repo, "task/x");
  const tip = oidSchema.parse(plainCommit(repo, path, "one"));
  await deliver(repo, async (engine) => {
    await pushJournals(engine, "origin");
  });
  const other = join(dirname(repo.dir), "other");
  repo.gitIn(dirname(repo.dir), "clone", "--quiet", bare, other);
  const squashed = oidSchema.parse(openRepo(other).commit("All of x", { "one.txt": "one\n" }));
  await run(other, async (engine) => {
    await fetchJournals(engine, "origin");
    await joinFetched(engine, "origin");
    const { id } = await findRecord(engine, "task/x");
    const landed = { target: "main", headOid: tip, mergeOid: squashed, evidence: "patch-id" as const };
    await engine.journal.append(id, { type: "LANDED", ...landed }, engine.actor);
    await pushJournals(engine, "origin");
  });
  repo.gitIn(other, "push", "--quiet", "origin", "main");
  repo.git("fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/remotes/origin/coppice");
  repo.git("pull", "--quiet");
  leaveObservation(repo, { hook: "post-merge", args: ["0"] });
  await deliver(repo);
  expect(existsSync(path)).toBe(false);
  expect((await recordIn(repo.dir, "task/x")).status).toBe("removed");
  expect(repo.git("for-each-ref", "--format=%(objectname)", "refs/coppice/archive/task/x/")).toBe(tip);
});

test.each([
  [
    "a commit of base that has nothing of it",
    "main",
    "nothing in main's upstream shows that it has the work",
  ],
  ["a branch that is not its base", "theirs", "landed in theirs, kept: theirs is not its base"],
] as const)(
  "journals that came with a pull claim that unmerged work landed in %s: it is kept",
  async (_what, target, reason) => {
    const repo = createRepo();
    createBareRemote(repo);
    const path = plainWorktree(repo, "task/x");
    const tip = oidSchema.parse(plainCommit(repo, path, "one"));
    await deliver(repo);
    const mergeOid = oidSchema.parse(repo.git("rev-parse", "main"));
    // Whoever may push there can put anything on a branch of any other name.
    repo.git("push", "--quiet", "--no-verify", "origin", "task/x:theirs");
    repo.git("branch", "--quiet", "--track", "theirs", "origin/theirs");
    repo.git("push", "--quiet", "origin", "main");
    await run(repo.dir, async (engine) => {
      const { id } = await findRecord(engine, "task/x");
      const landed = { target: branchNameSchema.parse(target), headOid: tip, mergeOid };
      await engine.journal.append(id, { type: "LANDED", ...landed, evidence: "patch-id" }, engine.actor);
    });
    leaveObservation(repo, { hook: "post-merge", args: ["0"] });
    await deliver(repo);
    expect(existsSync(path)).toBe(true);
    expect(repo.git("rev-parse", "task/x")).toBe(tip);
    expect(await problems(repo)).toContain(reason);
  },
);

test("ignored files alone do not keep a worktree", async () => {
  const { repo, path } = publishedMerge();
  writeFileSync(join(repo.dir, ".git/info/exclude"), "*.log\n");
  writeFileSync(join(path, "build.log"), "log\n");
  await deliver(repo);
  expect(existsSync(path)).toBe(false);
});

/** task/x, merged in the main worktree and pushed, before anything was delivered. */
function publishedMerge(): { readonly repo: TestRepo; readonly path: string } {
  const repo = createRepo();
  createBareRemote(repo);
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  plainMerge(repo, "--no-ff", "--no-edit", "task/x");
  repo.git("push", "--quiet", "origin", "main");
  return { repo, path };
}

const problems = async (repo: TestRepo): Promise<readonly string[]> =>
  (await run(repo.dir, (engine) => show(engine, "task/x"))).observed.problems.map((problem) =>
    problem.replace(/^landed in main, kept: /, ""),
  );
