import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { remove } from "../../src/engine/remove.js";
import { newOp } from "../../src/engine/session.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { cloneIdSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { createBareRemote, createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import {
  adopted,
  committed,
  deliver,
  journalOf,
  leaveObservation,
  plainCommit,
  plainWorktree,
  waitingIn,
  zeros,
} from "./observation-support.js";
import { recordIn, run } from "./support.js";

const records = (repo: TestRepo): Promise<readonly string[]> =>
  run(repo.dir, async ({ journal }) =>
    [...(await journal.records()).values()].map(({ branch, status }) => `${branch} ${status}`).sort(),
  );

test("a new worktree of plain git on a task branch: adopted without a setup, and marked", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  await deliver(repo);
  const record = await recordIn(repo.dir, "task/x");
  expect(record).toMatchObject({ status: "active", adopted: true, base: "main", envCopied: false });
  expect(record.baseOid).toBe(repo.git("rev-parse", "main"));
  expect(await journalOf(repo, "task/x")).toEqual(adopted);
  expect(waitingIn(repo)).toEqual([]);
  const gitDir = repo.gitIn(path, "rev-parse", "--absolute-git-dir");
  expect(existsSync(join(gitDir, "coppice/id"))).toBe(true);
  expect(existsSync(join(repo.dir, ".git/coppice/managed/task/x"))).toBe(true);
});

test("a directory that is named like an observation: it stays, and hinders nothing", async () => {
  const repo = createRepo();
  const odd = join(repo.dir, ".git/coppice/spool/post-commit.1.1.obs");
  mkdirSync(odd, { recursive: true });
  plainWorktree(repo, "task/x");
  await deliver(repo);
  expect(await records(repo)).toEqual(["task/x active"]);
  expect(existsSync(odd)).toBe(true);
});

test("L24, the zero oid of SHA-256: a new worktree all the same", async () => {
  const repo = createRepo();
  const path = join(dirname(repo.dir), "x");
  repo.git("worktree", "add", "--quiet", "-b", "task/x", path);
  const head = repo.gitIn(path, "rev-parse", "HEAD");
  leaveObservation(repo, { hook: "post-checkout", at: path, args: ["0".repeat(64), head, "1"] });
  await deliver(repo);
  expect(await records(repo)).toEqual(["task/x active"]);
});

test.each<readonly [what: string, leave: (repo: TestRepo) => void]>([
  ["a branch that is no task's", (repo) => plainWorktree(repo, "feature/x")],
  [
    "the base branch of the config",
    (repo) => {
      repo.git("config", "coppice.base", "task/base");
      plainWorktree(repo, "task/base");
    },
  ],
  [
    "the remote's default branch",
    (repo) => {
      createBareRemote(repo);
      repo.git("config", "coppice.taskBranches", "**");
      repo.git("config", "coppice.base", "dev");
      repo.git("remote", "set-head", "origin", "main");
      repo.git("switch", "--quiet", "--create", "dev");
      const path = join(dirname(repo.dir), "main");
      repo.git("worktree", "add", "--quiet", path, "main");
      leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, zeros, "1"] });
    },
  ],
  [
    "the main worktree",
    (repo) => {
      repo.git("switch", "--quiet", "--create", "task/x");
      leaveObservation(repo, { hook: "post-checkout", args: [zeros, zeros, "1"] });
    },
  ],
  [
    "a detached HEAD",
    (repo) => {
      const path = join(dirname(repo.dir), "x");
      repo.git("worktree", "add", "--quiet", "--detach", path);
      leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, zeros, "1"] });
    },
  ],
  [
    "a branch that another worktree has as well",
    (repo) => {
      repo.git("worktree", "add", "--quiet", "-b", "task/x", join(dirname(repo.dir), "one"));
      const path = join(dirname(repo.dir), "two");
      repo.git("worktree", "add", "--quiet", "--force", path, "task/x");
      leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, zeros, "1"] });
    },
  ],
])("%s: not adopted, and the observation is forgotten", async (_what, leave) => {
  const repo = createRepo();
  leave(repo);
  await deliver(repo);
  expect(await records(repo)).toEqual([]);
  expect(waitingIn(repo)).toEqual([]);
});

test("a branch whose record another worktree has: nothing is done", async () => {
  const repo = createRepo();
  await run(repo.dir, (engine) => create(engine, { branch: "task/x" }));
  const path = join(dirname(repo.dir), "two");
  repo.git("worktree", "add", "--quiet", "--force", path, "task/x");
  leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, zeros, "1"] });
  await deliver(repo);
  expect(await records(repo)).toEqual(["task/x active"]);
  expect(await journalOf(repo, "task/x")).toEqual(adopted);
});

test("the branch of a removed record gets a worktree again: a new record", async () => {
  const repo = createRepo();
  await run(repo.dir, async (engine) => {
    await create(engine, { branch: "task/x" });
    await remove(engine, "task/x", { keepBranch: true });
  });
  const path = join(dirname(repo.dir), "x");
  repo.git("worktree", "add", "--quiet", path, "task/x");
  leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, zeros, "1"] });
  await deliver(repo);
  expect(await records(repo)).toEqual(["task/x active", "task/x removed"]);
});

test("plain git removed the worktree and adds it elsewhere: the same record goes on there", async () => {
  const repo = createRepo();
  repo.git("worktree", "remove", plainWorktree(repo, "task/x"));
  await deliver(repo);
  expect(await records(repo)).toEqual([]);
  const one = join(dirname(repo.dir), "one");
  repo.git("worktree", "add", "--quiet", one, "task/x");
  leaveObservation(repo, { hook: "post-checkout", at: one, args: [zeros, zeros, "1"] });
  await deliver(repo);
  repo.git("worktree", "remove", one);
  const two = join(dirname(repo.dir), "two");
  repo.git("worktree", "add", "--quiet", two, "task/x");
  leaveObservation(repo, { hook: "post-checkout", at: two, args: [zeros, zeros, "1"] });
  plainCommit(repo, two, "more");
  await deliver(repo);
  expect(await records(repo)).toEqual(["task/x active"]);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed]);
});

test("a record that no clone owns: this clone takes it; one of another clone stays that clone's", async () => {
  const repo = createRepo();
  const base = oidSchema.parse(repo.git("rev-parse", "main"));
  await run(repo.dir, async ({ journal, actor }) => {
    for (const [branch, clone] of [
      ["task/ci", null],
      ["task/theirs", cloneIdSchema.parse("1234567890abcdef")],
    ] as const) {
      const op = newOp();
      const event = {
        type: "CREATE" as const,
        op,
        branch,
        base: "main",
        baseOid: base,
        clone,
        adopted: true,
      };
      const { id } = await journal.create(event, actor);
      const done: LifecycleEventInput = { type: "INIT_COMPLETE", op, sha: base };
      await journal.append(id, done, actor);
      await journal.append(id, done, actor);
    }
  });
  plainCommit(repo, plainWorktree(repo, "task/ci"), "work");
  plainCommit(repo, plainWorktree(repo, "task/theirs"), "work");
  await deliver(repo);
  expect(await journalOf(repo, "task/ci")).toEqual([...adopted, "OWN", ...committed]);
  expect(await journalOf(repo, "task/theirs")).toEqual(adopted);
});

test("L19, a bare repository with linked worktrees: adopted, told and landed in the worktree of base", async () => {
  const source = createRepo();
  const bare = join(dirname(source.dir), "bare.git");
  source.git("clone", "--quiet", "--bare", source.dir, bare);
  const repo = openRepo(bare);
  repo.git("config", "--unset", "remote.origin.url");
  const base = join(dirname(bare), "main");
  repo.git("worktree", "add", "--quiet", base, "main");
  plainCommit(repo, plainWorktree(repo, "task/x"), "one");
  repo.gitIn(base, "merge", "--quiet", "task/x");
  leaveObservation(repo, { hook: "post-merge", at: base, args: ["0"] });
  await deliver(repo);
  expect(await records(repo)).toEqual(["task/x active"]);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, "LANDED"]);
});

test("a repository of SHA-256: adopted and told", async () => {
  const dir = join(createTempDir(), "repo");
  mkdirSync(dir);
  const repo = openRepo(dir);
  repo.git("init", "--quiet", "--object-format=sha256", "-b", "main");
  repo.commit("Start", { "a.txt": "a\n" });
  plainCommit(repo, plainWorktree(repo, "task/x"), "one");
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed]);
});
