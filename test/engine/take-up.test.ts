import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import { sync } from "../../src/engine/exchange.js";
import { remove } from "../../src/engine/remove.js";
import { retry } from "../../src/engine/retry.js";
import { newOp } from "../../src/engine/session.js";
import { setup } from "../../src/engine/setup.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { branchNameSchema, cloneIdSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { Memory } from "../support/remembered.js";
import { createBareRemote, createRepo, openRepo, type TestRepo } from "../support/repo.js";
import { failure, notes, recordIn, run } from "./support.js";

const branch = branchNameSchema.parse("task/x");

interface Scene {
  readonly repo: TestRepo;
  readonly bare: string;
  readonly path: string;
  readonly tip: string;
}

const scenes = new Memory<string>();

/** A branch that is only over there, and a record of it that no clone holds, as the Action makes it. */
async function scene(...more: readonly LifecycleEventInput[]): Promise<Scene> {
  const repo = createRepo();
  const tip = await scenes.take(repo, JSON.stringify(more), async () => {
    const bare = createBareRemote(repo);
    repo.git("switch", "--quiet", "--create", branch);
    const made = repo.commit("Work", { "work.txt": "work\n" });
    repo.git("push", "--quiet", bare, branch);
    repo.git("switch", "--quiet", "main");
    repo.git("branch", "--quiet", "-D", branch);
    await run(repo.dir, (engine) => adoptAsAction(engine, made, more));
    repo.git("push", "--quiet", bare, "refs/notes/coppice");
    return made;
  });
  const bare = `${repo.dir}-origin.git`;
  return { repo, bare, path: join(repo.dir, ".worktrees", "task-x"), tip };
}

async function adoptAsAction(
  { journal, actor }: Engine,
  tip: string,
  more: readonly LifecycleEventInput[],
): Promise<void> {
  const by = { ...actor, door: "action", clone: cloneIdSchema.parse("1234567890abcdef") } as const;
  const op = newOp();
  const sha = oidSchema.parse(tip);
  const { id } = await journal.create(
    { type: "CREATE", op, branch, base: "main", baseOid: null, clone: null, adopted: true },
    by,
  );
  for (const event of [
    { type: "INIT_COMPLETE", op, sha } as const,
    { type: "INIT_COMPLETE", op, sha } as const,
    ...more,
  ])
    await journal.append(id, event, by);
}

const take = (repo: TestRepo, report = notes()) =>
  run(repo.dir, (engine) => create(engine, { branch }), { report });

/** The worktrees and branches that there are. */
const made = (repo: TestRepo): string =>
  `${repo.git("worktree", "list", "--porcelain").match(/^worktree /gm)?.length} ${repo.git("branch", "--format=%(refname:short)")}`;

const conflict = (tip: string): LifecycleEventInput[] => {
  const op = newOp();
  const headOid = oidSchema.parse(tip);
  return [
    { type: "MERGE", op, target: "main", strategy: "merge", headOid },
    {
      type: "ERROR",
      op,
      code: "MERGE_CONFLICT",
      message: "It conflicts.",
      details: {},
      operation: "merge",
      recoverable: true,
    },
  ];
};

describe("create on a record that no clone holds", () => {
  test("the branch is only over there: fetched, followed, set up, and others are told at once", async () => {
    const { repo, bare, path, tip } = await scene();
    repo.git("config", "coppice.setup.initScript", "touch ran.txt");
    const taken = await run(repo.dir, (engine) => create(engine, { branch, task: "T-1", title: "Do it" }));
    expect(taken).toMatchObject({ path, takenUp: true });
    expect(taken.record).toMatchObject({ status: "active", headOid: tip, base: "main", task: { id: "T-1" } });
    expect(existsSync(join(path, "ran.txt"))).toBe(true);
    expect(repo.gitIn(path, "rev-parse", "HEAD", "@{upstream}").split("\n")).toEqual([tip, tip]);

    const other = createRepo();
    other.git("remote", "add", "origin", bare);
    other.git("fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/remotes/origin/coppice");
    expect(await failure(take(other))).toMatchObject({
      code: "WORKTREE_EXISTS",
      message: "task/x has a worktree in another clone: it is active.",
    });
    expect(made(other)).toBe("1 main");
  });

  test("another clone takes it up at the same moment and tells first: that one has it, here nothing is left", async () => {
    const { repo, bare } = await scene();
    const rival = createRepo();
    rival.git("remote", "add", "origin", bare);
    rival.git("config", "remote.origin.pushurl", join(bare, "nowhere"));
    rival.git("fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/coppice");
    const report = notes();
    const { record } = await take(rival, report);
    expect(report.warnings.join()).toContain("coppice sync tells others, who may take it up until then.");
    const told = notes();
    const step = (text: string): void => {
      if (text.startsWith("git worktree add")) rival.git("push", "--quiet", bare, "refs/notes/coppice");
    };
    expect(await failure(take(repo, { ...told, step }))).toMatchObject({
      code: "WORKTREE_EXISTS",
      message: "task/x has a worktree in another clone: it is active.",
    });
    expect(made(repo)).toBe("1 main");
    expect((await recordIn(repo.dir, branch)).owner).toBe(record.owner);
    await run(rival.dir, (engine) => sync(engine).catch(() => {}));
    expect((await recordIn(rival.dir, branch)).owner).toBe(record.owner);
  });

  test("in conflict: it stays so, and the setup waits until it is asked for", async () => {
    const { repo, path, tip } = await scene();
    await run(repo.dir, async (engine) => {
      const { id } = await recordIn(repo.dir, branch);
      for (const event of conflict(tip)) await engine.journal.append(id, event, engine.actor);
    });
    repo.git("config", "coppice.setup.initScript", "touch ran.txt; test ! -e fails.txt");
    const report = notes();
    expect((await take(repo, report)).record).toMatchObject({
      status: "conflict",
      merge: { target: "main" },
    });
    expect(report.warnings).toEqual([
      "task/x is in conflict and was not set up: coppice setup task/x does it.",
    ]);
    expect(existsSync(join(path, "ran.txt"))).toBe(false);
    expect((await run(repo.dir, (engine) => setup(engine, branch))).status).toBe("conflict");
    expect(existsSync(join(path, "ran.txt"))).toBe(true);
    writeFileSync(join(path, "fails.txt"), "");
    const failed = await failure(run(repo.dir, (engine) => setup(engine, branch)));
    expect(failed.code).toBe("INIT_SCRIPT_FAILED");
    expect(await recordIn(repo.dir, branch)).toMatchObject({
      status: "conflict",
      initScriptStatus: "failed",
    });
  });

  test("the branch is here and behind: brought forward; checked out in the main worktree: refused, and nothing changes", async () => {
    const { repo, path, tip } = await scene();
    repo.git("switch", "--quiet", "--create", branch);
    const old = repo.git("rev-parse", "HEAD");
    const refused = await failure(take(repo));
    expect(refused.code).toBe("BRANCH_CHECKED_OUT");
    expect([made(repo), repo.git("rev-parse", branch)]).toEqual([`1 main\n${branch}`, old]);
    expect(await recordIn(repo.dir, branch)).toMatchObject({ owner: null, status: "active" });
    repo.git("switch", "--quiet", "main");
    expect((await take(repo)).record).toMatchObject({ status: "active", headOid: tip });
    expect(repo.gitIn(path, "rev-parse", "HEAD")).toBe(tip);
  });

  test("plain git has made a worktree of it: taken as it is, with its commits, and without a setup", async () => {
    const { repo, tip } = await scene();
    repo.git("config", "coppice.setup.initScript", "touch ran.txt");
    const path = join(repo.dir, "..", "plain");
    repo.git("fetch", "--quiet", "origin", `${branch}:${branch}`);
    repo.git("worktree", "add", "--quiet", path, branch);
    const work = openRepo(path);
    const mine = work.commit("Mine", { "mine.txt": "mine\n" });
    const { record } = await take(repo);
    expect(record).toMatchObject({ status: "active", headOid: mine });
    expect(mine).not.toBe(tip);
    expect(existsSync(join(path, "ran.txt"))).toBe(false);
  });

  test("its worktree cannot be made: the record is nobody's as before, and nothing is left", async () => {
    const { repo, bare } = await scene();
    repo.git("config", "filter.broken.smudge", "false");
    repo.git("config", "filter.broken.required", "true");
    repo.write(".git/info/attributes", "work.txt filter=broken\n");
    expect((await failure(take(repo))).code).toBe("WORKTREE_CREATION_FAILED");
    expect(made(repo)).toBe("1 main");
    expect((await recordIn(repo.dir, branch)).owner).toBeNull();

    repo.git("--git-dir", bare, "update-ref", "-d", `refs/heads/${branch}`);
    repo.git("update-ref", "-d", `refs/remotes/origin/${branch}`);
    expect(await failure(take(repo))).toMatchObject({
      code: "BRANCH_CREATION_FAILED",
      message: "task/x is recorded, but the branch is neither here nor at origin.",
    });
    await run(repo.dir, (engine) => remove(engine, branch));
    expect((await take(repo)).takenUp).toBeUndefined();
  });

  test("its setup fails: in error, as after any creation, and a retry goes on", async () => {
    const { repo } = await scene();
    repo.git("config", "coppice.setup.initScript", "exit 3");
    expect((await failure(take(repo))).code).toBe("INIT_SCRIPT_FAILED");
    expect(await recordIn(repo.dir, branch)).toMatchObject({
      status: "error",
      lastError: { operation: "init", code: "INIT_SCRIPT_FAILED" },
    });
    repo.git("config", "coppice.setup.initScript", "exit 0");
    expect((await run(repo.dir, (engine) => retry(engine, branch))).status).toBe("active");
  });

  test("an operation of the Action is not over: refused with what it is", async () => {
    const op = newOp();
    const { repo } = await scene({ type: "PRUNE", op, reason: "manual" });
    expect(await failure(take(repo))).toMatchObject({
      code: "INVALID_STATE",
      message: "task/x is removing: no clone holds it, and it is worked on.",
    });
    expect(made(repo)).toBe("1 main");
  });

  test("the worktree was made before its clone heard of the record: it holds that one from the next sync on", async () => {
    const { repo, bare } = await scene();
    const late = createRepo();
    late.git("remote", "add", "origin", bare);
    late.git("fetch", "--quiet", "origin", branch);
    late.git("branch", "--quiet", branch, "FETCH_HEAD");
    const own = await run(late.dir, (engine) => create(engine, { branch, adopt: true }));
    await run(late.dir, (engine) => sync(engine));
    const { id } = await recordIn(repo.dir, branch);
    const record = await recordIn(late.dir, branch);
    expect(record).toMatchObject({ id, owner: own.record.owner, status: "active" });
    expect((await run(late.dir, (engine) => remove(engine, branch))).status).toBe("removed");
    expect(existsSync(own.path)).toBe(false);
  });

  test("somebody wrote an older record of its branch in this clone's name: the worktree goes on under it", async () => {
    const repo = createRepo();
    const bare = createBareRemote(repo);
    const other = createRepo();
    const own = await run(repo.dir, (engine) => create(engine, { branch }));
    const { owner } = own.record;
    const id = await run(
      other.dir,
      async ({ journal, actor }) => {
        const op = newOp();
        const by = { ...actor, clone: cloneIdSchema.parse(owner) };
        const created = { type: "CREATE", op, branch, base: "main", baseOid: null, clone: by.clone } as const;
        const forged = await journal.create(created, by);
        for (const _ of ["made", "set up"])
          await journal.append(forged.id, { type: "INIT_COMPLETE", op }, by);
        return forged.id;
      },
      { now: () => Date.parse(own.record.createdAt) - 60_000 },
    );
    other.git("push", "--quiet", bare, "refs/notes/coppice");
    await run(repo.dir, (engine) => sync(engine));
    expect(await recordIn(repo.dir, branch)).toMatchObject({ id, owner });
    expect((await run(repo.dir, (engine) => remove(engine, branch))).status).toBe("removed");
    expect(existsSync(own.path)).toBe(false);
  });
});
