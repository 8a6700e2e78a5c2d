import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withGuard } from "../../src/engine/guard.js";
import type { Subject } from "../../src/guard/context.js";
import { judgeWrites } from "../../src/guard/files.js";
import { judgeText } from "../../src/guard/judge.js";
import type { Verdict } from "../../src/guard/verdict.js";
import { type Status, stateProperties, statuses } from "../../src/lifecycle/states.js";
import { type GuardedRepo, guardedRepo } from "./support.js";

let repo: GuardedRepo;
beforeAll(async () => {
  repo = await guardedRepo();
});
afterAll(() => repo.remove());

type Told = Partial<Pick<Subject, "status" | "failedOperation" | "policy" | "pushFacts" | "why">>;

/** Judges as if the record said something else than it does. */
const judge = (text: string, told: Told, cwd = repo.a): Promise<Verdict> =>
  withGuard({ cwd, env: process.env }, (context) =>
    judgeText(text, {
      ...context,
      subject: async (place) => {
        const subject = await context.subject(place);
        return subject === undefined ? undefined : { ...subject, ...told };
      },
    }),
  );

const passes = async (text: string, told: Told): Promise<boolean> => (await judge(text, told)).allowed;

const samples = {
  read: "git status && git log -1",
  local: "git switch -c task/new",
  commit: "git commit -m x",
  resolve: "git add a && git rm b && git checkout --ours c && git merge --continue",
  blocked: "git push",
};

describe("each state allows its classes of commands and no others", () => {
  const live = statuses.filter((status) => status !== "removed");
  test.each(live)("%s", async (status: Status) => {
    const { commandClasses } = stateProperties(status);
    const may = (...classes: readonly string[]): boolean =>
      commandClasses.some((one) => classes.includes(one));
    expect({
      read: await passes(samples.read, { status }),
      local: await passes(samples.local, { status }),
      commit: await passes(samples.commit, { status }),
      resolve: await passes(samples.resolve, { status }),
      blocked: await passes(samples.blocked, { status }),
    }).toEqual({
      read: may("read"),
      local: may("local"),
      // A commit is local work, the end of a resolution, and what a commit is made with.
      commit: may("local", "commit", "resolve"),
      // What resolves a conflict is local work elsewhere.
      resolve: may("local", "resolve"),
      blocked: false,
    });
  });

  test("error after a failed commit or merge: the agent may mend it", async () => {
    for (const failedOperation of ["commit", "merge"]) {
      expect(await passes(samples.local, { status: "error", failedOperation })).toBe(true);
    }
    expect(await passes(samples.local, { status: "error", failedOperation: "init" })).toBe(false);
    expect(await passes(samples.read, { status: "error", failedOperation: "init" })).toBe(true);
  });

  test("in a conflict: git restore --theirs and merge --abort pass, a switch does not", async () => {
    expect(await passes("git restore --theirs a && git merge --abort", { status: "conflict" })).toBe(true);
    expect(await passes("git switch main", { status: "conflict" })).toBe(false);
    expect(await passes("git cherry-pick x", { status: "conflict" })).toBe(false);
  });

  test("the refusal names the state, what may run, and the way out", async () => {
    const { commands } = await judge("git rebase main", { status: "conflict" });
    expect(commands[0]).toMatchObject({
      allowed: false,
      class: "local",
      branch: "task/a",
      state: "conflict",
      reason:
        "task/a is conflict (the merge needs a decision): only read and resolve commands may run there now",
      instead: "coppice resolve task/a, or coppice abort task/a",
    });
    const failed = await judge("git add a", {
      status: "error",
      failedOperation: "init",
      why: "npm ci failed",
    });
    expect(failed.commands[0]?.reason).toContain("npm ci failed");
    expect(failed.commands[0]?.instead).toContain("coppice retry task/a");
  });
});

describe("where an agent may write files", () => {
  const writes = (status: Status, cwd: string): Promise<Verdict> =>
    withGuard({ cwd, env: process.env }, (context) =>
      judgeWrites([join(repo.a, "x.txt")], {
        ...context,
        subject: async (place) => {
          const subject = await context.subject(place);
          return subject === undefined ? undefined : { ...subject, status };
        },
      }),
    );

  test.each(statuses.filter((status) => status !== "removed"))(
    "%s: as the state allows access",
    async (status) => {
      const { allowsAgentAccess } = stateProperties(status);
      expect((await writes(status, repo.a)).allowed).toBe(allowsAgentAccess);
      expect((await writes(status, repo.main)).allowed).toBe(allowsAgentAccess);
    },
  );
});

describe("policy state: a raw push of the own branch", () => {
  beforeAll(() => repo.git(repo.main, "config", "coppice.guard.push", "state"));
  afterAll(() => repo.git(repo.main, "config", "--unset", "coppice.guard.push"));
  const own = [
    "git push",
    "git push origin",
    "git push -u origin HEAD",
    "git push --set-upstream origin task/a",
    "git push origin task/a:task/a",
    "git push -q origin HEAD:refs/heads/task/a",
    "git push origin HEAD --tags",
    "git push origin tag v1",
    "git push origin refs/tags/v1",
    "git push --dry-run origin task/a",
  ];
  const other = [
    "git push --force",
    "git push -f origin task/a",
    "git push --force-with-lease",
    "git push origin +task/a",
    "git push origin main",
    "git push origin task/a:main",
    "git push origin HEAD:main",
    "git push origin HEAD main",
    "git push origin :task/a",
    "git push --delete origin task/a",
    "git push -d origin task/a",
    "git push --all",
    "git push --mirror",
    "git push --prune origin",
    "git push --no-verify origin HEAD",
    "git push origin $X",
    'git push "$X"',
    "git push $X",
    "git push --receive-pack=x origin HEAD",
    "git push origin 'refs/heads/*'",
    "git push origin task/b",
    "git pull",
  ];

  test("active and clean: passes, and nothing else does", async () => {
    for (const text of own) expect([text, await passes(text, {})]).toEqual([text, true]);
    for (const text of other) expect([text, await passes(text, {})]).toEqual([text, false]);
  });

  test("strict: nothing passes", async () => {
    for (const text of own) expect([text, await passes(text, { policy: "strict" })]).toEqual([text, false]);
  });

  test("without a refspec, where the configuration pushes something else: refused", async () => {
    const facts = { branch: "task/a", pushDefault: undefined, hasPushRefspec: false };
    for (const pushFacts of [
      { ...facts, pushDefault: "matching" },
      { ...facts, pushDefault: "upstream" },
      { ...facts, hasPushRefspec: true },
    ]) {
      expect(await passes("git push", { pushFacts })).toBe(false);
      expect(await passes("git push origin HEAD", { pushFacts })).toBe(true);
    }
  });

  test("from another worktree: the refs are not the own branch's", async () => {
    const { allowed } = await judge(`git -C ${repo.main} push origin HEAD`, {});
    expect(allowed).toBe(false);
  });

  test("uncommitted changes: refused, with what to do first", async () => {
    writeFileSync(join(repo.b, "new.txt"), "x\n");
    const { allowed, commands } = await judge("git push -u origin HEAD", {}, repo.b);
    expect(allowed).toBe(false);
    expect(commands[0]).toMatchObject({ state: "dirty", class: "blocked" });
    expect(commands[0]?.instead).toContain("coppice commit task/b");
  });
});
