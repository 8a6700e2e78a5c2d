import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { newOp } from "../../src/engine/session.js";
import { cloneIdSchema, oidSchema } from "../../src/lifecycle/ids.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { createBareRemote, createRepo, openRepo, type TestRepo } from "../support/repo.js";
import {
  deliver,
  leaveObservation,
  plainCommit,
  plainMerge,
  plainWorktree,
  zeros,
} from "./observation-support.js";
import { recordIn, run } from "./support.js";

const landed = async (repo: TestRepo, branch: string): Promise<WorktreeRecord["landed"]> =>
  (await recordIn(repo.dir, branch)).landed;

/** main gets a commit, so that a merge is none by fast-forward. */
const goOn = (repo: TestRepo): string => repo.commit("Go on", { "more.txt": "more\n" });

test("a merge by hand: landed, with the merge commit and the tip; kept, as nobody else has it", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  const tip = plainCommit(repo, path, "one");
  goOn(repo);
  plainMerge(repo, "--no-edit", "task/x");
  const mergeOid = repo.git("rev-parse", "main");
  goOn(repo);
  await deliver(repo);
  expect(await landed(repo, "task/x")).toMatchObject({
    target: "main",
    headOid: tip,
    mergeOid,
    evidence: "ancestor",
  });
  expect(existsSync(path)).toBe(true);
});

test("a fast-forward by hand: the tip is the commit that carries the work", async () => {
  const repo = createRepo();
  const tip = plainCommit(repo, plainWorktree(repo, "task/x"), "one");
  plainMerge(repo, "task/x");
  await deliver(repo);
  expect(await landed(repo, "task/x")).toMatchObject({ headOid: tip, mergeOid: tip });
});

test("several merges before the flush: each branch has its own merge commit", async () => {
  const repo = createRepo();
  const merges = ["task/a", "task/b"].map((branch) => {
    plainCommit(repo, plainWorktree(repo, branch), branch.slice(-1));
    return branch;
  });
  const oids = merges.map((branch) => {
    plainMerge(repo, "--no-ff", "--no-edit", branch);
    return repo.git("rev-parse", "main");
  });
  await deliver(repo);
  expect([(await landed(repo, "task/a"))?.mergeOid, (await landed(repo, "task/b"))?.mergeOid]).toEqual(oids);
});

test.each<readonly [what: string, prepare: (repo: TestRepo) => void]>([
  [
    "a fresh branch at base's tip",
    (repo) => {
      plainWorktree(repo, "task/x");
      repo.git("branch", "other");
    },
  ],
  [
    "a branch that was moved to base's newer tip",
    (repo) => {
      const path = plainWorktree(repo, "task/x");
      goOn(repo);
      repo.gitIn(path, "reset", "--quiet", "--hard", "main");
      repo.git("branch", "other");
    },
  ],
  [
    "a branch whose own commit was given up for base's tip",
    (repo) => {
      const path = plainWorktree(repo, "task/x");
      plainCommit(repo, path, "one");
      goOn(repo);
      repo.gitIn(path, "reset", "--quiet", "--hard", "main");
    },
  ],
  [
    "a branch made at a commit that base was merely behind of",
    (repo) => {
      const bare = createBareRemote(repo);
      const other = openOther(repo, bare);
      goOn(other);
      other.git("push", "--quiet", "origin", "main");
      repo.git("fetch", "--quiet");
      plainWorktree(repo, "task/x", "--no-track", "origin/main");
    },
  ],
  [
    "a branch with work of its own that was not merged",
    (repo) => {
      plainCommit(repo, plainWorktree(repo, "task/x"), "one");
    },
  ],
])("%s: not landed by a merge of something else", async (_what, prepare) => {
  const repo = createRepo();
  prepare(repo);
  await deliver(repo);
  if (repo.git("branch", "--list", "--remotes", "origin/main") !== "")
    repo.git("merge", "--quiet", "origin/main");
  repo.git("switch", "--quiet", "--create", "feature");
  repo.commit("A feature", { "feature.txt": "feature\n" });
  repo.git("switch", "--quiet", "main");
  plainMerge(repo, "--no-ff", "--no-edit", "feature");
  await deliver(repo);
  expect(await landed(repo, "task/x")).toBeNull();
});

test("a pull by fast-forward to where the branch was made: not landed", async () => {
  const repo = createRepo();
  const other = openOther(repo, createBareRemote(repo));
  goOn(other);
  other.git("push", "--quiet", "origin", "main");
  repo.git("fetch", "--quiet");
  const path = plainWorktree(repo, "task/x", "--no-track", "origin/main");
  await deliver(repo);
  repo.git("pull", "--quiet");
  leaveObservation(repo, { hook: "post-merge", args: ["0"] });
  await deliver(repo);
  expect(await landed(repo, "task/x")).toBeNull();
  expect(existsSync(path)).toBe(true);
});

test.each([
  ["reset", "--hard", "--quiet", "origin/main"],
  ["rebase", "--quiet", "origin/main"],
])(
  "a branch that was only brought up to date (git %s), and looked at: it has not landed with the next pull",
  async (...args) => {
    const repo = createRepo();
    const other = openOther(repo, createBareRemote(repo));
    const path = plainWorktree(repo, "task/x");
    await deliver(repo);
    goOn(other);
    other.git("push", "--quiet", "origin", "main");
    repo.git("fetch", "--quiet");
    repo.gitIn(path, ...args);
    const head = repo.gitIn(path, "rev-parse", "HEAD");
    leaveObservation(repo, { hook: "post-checkout", at: path, args: [head, head, "1"] });
    await deliver(repo);
    repo.git("pull", "--quiet");
    leaveObservation(repo, { hook: "post-merge", args: ["0"] });
    await deliver(repo);
    expect(await landed(repo, "task/x")).toBeNull();
    expect(existsSync(path)).toBe(true);
  },
);

test("a branch that was just made on another task's branch: it has not landed when that one has", async () => {
  const repo = createRepo();
  plainCommit(repo, plainWorktree(repo, "task/x"), "one");
  const path = plainWorktree(repo, "task/y", "task/x");
  await deliver(repo);
  plainMerge(repo, "--no-ff", "--no-edit", "task/x");
  await deliver(repo);
  expect(await landed(repo, "task/x")).not.toBeNull();
  expect(await landed(repo, "task/y")).toBeNull();
  plainCommit(repo, path, "two");
  plainMerge(repo, "--no-ff", "--no-edit", "task/y");
  await deliver(repo);
  expect(await landed(repo, "task/y")).not.toBeNull();
});

test("a branch of the remote that a worktree was made of as it is: landed with its merge", async () => {
  const repo = createRepo();
  const other = openOther(repo, createBareRemote(repo));
  other.git("switch", "--quiet", "--create", "task/x");
  const tip = goOn(other);
  other.git("push", "--quiet", "origin", "task/x");
  repo.git("fetch", "--quiet");
  const path = join(dirname(repo.dir), "x");
  repo.git("worktree", "add", "--quiet", path, "task/x");
  leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, tip, "1"] });
  await deliver(repo);
  plainMerge(repo, "--no-ff", "--no-edit", "origin/task/x");
  await deliver(repo);
  expect(await landed(repo, "task/x")).toMatchObject({ headOid: tip });
});

test("a squash merge: git's hook says so, and nothing has landed by it yet", async () => {
  const repo = createRepo();
  plainCommit(repo, plainWorktree(repo, "task/x"), "one");
  repo.git("merge", "--quiet", "--squash", "task/x");
  leaveObservation(repo, { hook: "post-merge", args: ["1"] });
  await deliver(repo);
  expect(await landed(repo, "task/x")).toBeNull();
});

test("a branch of another clone that came in: landed by the commit that its journal names", async () => {
  const repo = createRepo();
  const base = oidSchema.parse(repo.git("rev-parse", "main"));
  repo.git("switch", "--quiet", "--create", "theirs");
  const tip = oidSchema.parse(goOn(repo));
  repo.git("switch", "--quiet", "main");
  await run(repo.dir, async ({ journal, actor }) => {
    const op = newOp();
    const clone = cloneIdSchema.parse("1234567890abcdef");
    const by = { ...actor, clone };
    const event = { type: "CREATE" as const, op, branch: "task/x", base: "main", baseOid: base, clone };
    const { id } = await journal.create(event, by);
    await journal.append(id, { type: "INIT_COMPLETE", op, sha: base }, by);
    await journal.append(id, { type: "INIT_COMPLETE", op }, by);
    await journal.append(id, { type: "HEAD", oid: tip, branch: "task/x" }, by);
  });
  plainMerge(repo, "--no-ff", "--no-edit", "theirs");
  await deliver(repo);
  expect(await landed(repo, "task/x")).toMatchObject({ headOid: tip, evidence: "ancestor" });
});

function openOther(repo: TestRepo, bare: string): TestRepo {
  const other = join(dirname(repo.dir), "other");
  repo.gitIn(dirname(repo.dir), "clone", "--quiet", bare, other);
  return openRepo(other);
}
