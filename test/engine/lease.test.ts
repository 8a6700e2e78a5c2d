import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { create } from "../../src/engine/create.js";
import { acquireLease, liveLease } from "../../src/engine/lease.js";
import { list } from "../../src/engine/list.js";
import { lock, unlock } from "../../src/engine/lock.js";
import { remove } from "../../src/engine/remove.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { engineIn, failure, lifeOf, recordIn, run } from "./support.js";

const make = (repo: TestRepo, branch = "task/a") => run(repo.dir, (engine) => create(engine, { branch }));
const locked = (repo: TestRepo): boolean =>
  repo
    .git("worktree", "list", "--porcelain")
    .split("\n")
    .some((line) => line.startsWith("locked"));

const leaseOf = (repo: TestRepo, id: string): string =>
  join(repo.dir, ".git", "coppice", "local", id, "lease.json");

/** Makes the lease's process another one: dead here, or of another machine. */
function rewriteOwner(file: string, owner: Record<string, unknown>): void {
  const lease = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...lease, owner: { ...lease.owner, ...owner } }));
}

describe("leases", () => {
  it("while it lives: git's lock is held, and removal is refused until force is said twice", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const engine = await engineIn(repo.dir);
    const lease = await acquireLease(engine, record.id, { holder: "agent 7" });
    expect(locked(repo)).toBe(true);
    const [row] = await run(repo.dir, (other) => list(other));
    expect(row).toMatchObject({ lease: { holder: "agent 7", until: lease.until }, lock: null });
    for (const force of [0, 1] as const) {
      const refused = await failure(run(repo.dir, (other) => remove(other, "task/a", { force })));
      expect(refused).toMatchObject({ code: "WORKTREE_IN_USE", details: { lease: { holder: "agent 7" } } });
    }
    const removed = await run(repo.dir, (other) => remove(other, "task/a", { force: 2 }));
    expect([removed.status, removed.lease?.until]).toEqual(["removed", lease.until]);
    expect(liveLease(engine, removed)).toBeNull();
  });

  it("released: git's lock is gone, the journal says LEASE and RELEASE, and it can be removed", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    await run(repo.dir, async (engine) => {
      const lease = await acquireLease(engine, record.id, { holder: "agent" });
      await lease.release();
      await lease.release();
    });
    expect(locked(repo)).toBe(false);
    expect((await lifeOf(repo.dir, "task/a")).slice(-2)).toEqual(["LEASE>active", "RELEASE>active"]);
    expect((await run(repo.dir, (engine) => remove(engine, "task/a"))).status).toBe("removed");
  });

  it("a second lease: refused with the holder's name", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const engine = await engineIn(repo.dir);
    await acquireLease(engine, record.id, { holder: "first" });
    const refused = await failure(acquireLease(engine, record.id, { holder: "second" }));
    expect(refused.code).toBe("WORKTREE_IN_USE");
    expect(refused.message).toContain("first");
  });

  it("its process is dead: the lease is over at once, what it locked counts no more", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const engine = await engineIn(repo.dir);
    await acquireLease(engine, record.id, { holder: "agent" });
    rewriteOwner(leaseOf(repo, record.id), { pid: 2 ** 22 + 1 });
    expect(liveLease(engine, await recordIn(repo.dir, "task/a"))).toBeNull();
    await acquireLease(engine, record.id, { holder: "next" });
    rewriteOwner(leaseOf(repo, record.id), { pid: 2 ** 22 + 1 });
    expect((await run(repo.dir, (other) => remove(other, "task/a"))).status).toBe("removed");
  });

  it.each(["host", "bootId", "pidNamespace"])(
    "its process is of another %s: only the term counts",
    async (field) => {
      const repo = createRepo();
      const { record } = await make(repo);
      let now = Date.now();
      const engine = await engineIn(repo.dir, { now: () => now });
      await acquireLease(engine, record.id, { holder: "agent", ttlMs: 60_000 });
      rewriteOwner(leaseOf(repo, record.id), { pid: 2 ** 22 + 1, [field]: "other" });
      const leased = await recordIn(repo.dir, "task/a");
      expect(liveLease(engine, leased)).toMatchObject({ holder: "agent" });
      now += 60_001;
      expect(liveLease(engine, leased)).toBeNull();
    },
  );

  it("heartbeats: the term moves on, and the journal hears of it only now and then", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    let now = Date.now();
    const engine = await engineIn(repo.dir, { now: () => now });
    const lease = await acquireLease(engine, record.id, { holder: "agent", ttlMs: 60_000 });
    for (let beat = 0; beat < 4; beat += 1) {
      now += 10_000;
      await lease.heartbeat();
    }
    expect(Date.parse(lease.until)).toBe(now + 60_000);
    const leases = async () => (await lifeOf(repo.dir, "task/a")).filter((step) => step.startsWith("LEASE"));
    expect(await leases()).toHaveLength(2);
    // The clock was put right.
    now -= 3_600_000;
    await lease.heartbeat();
    expect(await leases()).toHaveLength(3);
    await lease.release();
  });

  it("what it journals cannot be written: not taken at all; given back all the same, for it is dead with its process", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const engine = await engineIn(repo.dir);
    const full = new CoppiceError("NO_SPACE_LEFT", "There is no space left.");
    const append = vi.spyOn(engine.journal, "append").mockRejectedValue(full);
    await expect(acquireLease(engine, record.id, { holder: "agent" })).rejects.toMatchObject({
      code: "NO_SPACE_LEFT",
    });
    expect([locked(repo), existsSync(leaseOf(repo, record.id))]).toEqual([false, false]);
    append.mockRestore();
    const lease = await acquireLease(engine, record.id, { holder: "agent" });
    vi.spyOn(engine.journal, "append").mockRejectedValueOnce(full);
    await expect(lease.release()).rejects.toBe(full);
    rewriteOwner(leaseOf(repo, record.id), { pid: 2 ** 22 + 1 });
    expect((await run(repo.dir, (other) => remove(other, "task/a"))).status).toBe("removed");
  });

  it("its process has ended, and the command that it started runs on: it lives as long as that, known by its start", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const engine = await engineIn(repo.dir);
    const lease = await acquireLease(engine, record.id, { holder: "agent" });
    lease.worksAs(process.pid);
    const file = leaseOf(repo, record.id);
    rewriteOwner(file, { pid: 2 ** 22 + 1 });
    expect((await failure(run(repo.dir, (other) => remove(other, "task/a")))).code).toBe("WORKTREE_IN_USE");
    const { work, ...rest } = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...rest, work: { ...work, startTime: "1" } }));
    expect((await run(repo.dir, (other) => remove(other, "task/a"))).status).toBe("removed");
  });

  it("a worktree that a person has locked: leased all the same, and their lock stays", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    await run(repo.dir, (engine) => lock(engine, "task/a", "mine"));
    await run(repo.dir, async (engine) => {
      const lease = await acquireLease(engine, record.id, { holder: "agent" });
      await lease.release();
    });
    expect(repo.git("worktree", "list", "--porcelain")).toContain("locked mine");
  });

  it("a person locks it, and unlocks it, while it is leased: git's lock is the lease's until that ends, then theirs", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const gitLocks = () => repo.git("worktree", "list", "--porcelain").match(/^locked.*$/gm);
    await run(repo.dir, async (engine) => {
      const lease = await acquireLease(engine, record.id, { holder: "agent" });
      await run(repo.dir, (other) => lock(other, "task/a", "mine"));
      expect(gitLocks()).toEqual(["locked coppice lease: agent"]);
      await lease.release();
    });
    expect(gitLocks()).toEqual(["locked mine"]);
    await run(repo.dir, async (engine) => {
      const lease = await acquireLease(engine, record.id, { holder: "agent" });
      expect((await run(repo.dir, (other) => unlock(other, "task/a"))).lock).toBeNull();
      expect(gitLocks()).toEqual(["locked coppice lease: agent"]);
      await lease.release();
    });
    expect(gitLocks()).toBeNull();
  });
});

describe("lock and unlock", () => {
  it("lock: git's own lock and LOCK; unlock takes both away", async () => {
    const repo = createRepo();
    await make(repo);
    const record = await run(repo.dir, (engine) => lock(engine, "task/a", "in review"));
    expect(record.lock?.reason).toBe("in review");
    expect(repo.git("worktree", "list", "--porcelain")).toContain("locked in review");
    const again = await failure(run(repo.dir, (engine) => lock(engine, "task/a")));
    expect(again).toMatchObject({ code: "WORKTREE_LOCKED", exitCode: 3 });
    expect((await run(repo.dir, (engine) => unlock(engine, "task/a"))).lock).toBeNull();
    expect(locked(repo)).toBe(false);
    expect((await failure(run(repo.dir, (engine) => unlock(engine, "task/a")))).code).toBe("INVALID_STATE");
    expect((await lifeOf(repo.dir, "task/a")).slice(-2)).toEqual(["LOCK>active", "UNLOCK>active"]);
  });

  it("locked with plain git: shown, and unlocked", async () => {
    const repo = createRepo();
    const { path } = await make(repo);
    repo.git("worktree", "lock", path);
    const [row] = await run(repo.dir, (engine) => list(engine));
    expect(row?.lock).toEqual({ reason: null });
    await run(repo.dir, (engine) => unlock(engine, path));
    expect(locked(repo)).toBe(false);
    expect(existsSync(path)).toBe(true);
  });
});
