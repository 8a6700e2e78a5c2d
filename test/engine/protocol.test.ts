import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { create } from "../../src/engine/create.js";
import { findRecord } from "../../src/engine/find.js";
import { takeOver, withRecord } from "../../src/engine/protocol.js";
import { recordLockHolder, tryRecordLock } from "../../src/engine/record-lock.js";
import { remove } from "../../src/engine/remove.js";
import { newOp } from "../../src/engine/session.js";
import { show } from "../../src/engine/show.js";
import { stopHolder } from "../../src/engine/stop.js";
import type { Facts } from "../../src/lifecycle/facts.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { engineIn, failure, lifeOf, notes, recordIn, run } from "./support.js";

const make = (repo: TestRepo, branch = "task/a") => run(repo.dir, (engine) => create(engine, { branch }));

/** Facts under which a merge may begin. */
const mergeable: Facts = {
  uncommitted: { files: [], total: 0 },
  unmerged: [],
  operationHere: null,
  operationAtBase: null,
  baseCheckouts: 0,
  baseDiverged: false,
  ahead: 1,
};

/** A promise, and what settles it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("the operation protocol", () => {
  it("two start an operation on one record at once: one runs, the other is refused with the state it sees", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const [running, go] = [gate(), gate()];
    let effects = 0;
    const first = run(repo.dir, (engine) =>
      withRecord(engine, record.id, "remove", async (session) => {
        const facts = {
          owner: true,
          insideDirectory: false,
          liveLease: null,
          gitLock: null,
          uncommitted: { files: [], total: 0 },
          reachableElsewhere: true,
          branchExists: true,
          directoryExists: true,
        };
        const event = { type: "REMOVE", op: newOp() } as const;
        await session.open(event, facts);
        running.open();
        await go.opened;
        return session.run([{ type: "removeWorktree", force: false }], {
          removeWorktree: async () => {
            effects += 1;
          },
        });
      }),
    );
    await running.opened;
    const refused = await failure(run(repo.dir, (engine) => remove(engine, "task/a")));
    expect(refused).toMatchObject({
      code: "INVALID_STATE",
      details: { state: "removing", operation: "remove", branch: "task/a" },
    });
    expect(refused.message).toContain("removal of task/a is running");
    go.open();
    expect((await first).status).toBe("removed");
    expect(effects).toBe(1);
    expect(await lifeOf(repo.dir, record.id)).toEqual([
      "CREATE>creating",
      "INIT_COMPLETE>initializing",
      "INIT_COMPLETE>active",
      "REMOVE>removing",
      "INIT_COMPLETE>removed",
    ]);
  });

  it("ten processes' worth of removals at once: one works, and every other is refused", async () => {
    const repo = createRepo();
    await make(repo);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => run(repo.dir, (engine) => remove(engine, "task/a"))),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason.code).toMatch(/^(INVALID_STATE|NO_WORKTREE)$/);
    }
    const life = await lifeOf(repo.dir, "task/a");
    expect(life.filter((step) => step.startsWith("REMOVE"))).toHaveLength(1);
  });

  it("an effect fails: ERROR with the effect's code, without paths, and the record can be removed", async () => {
    const repo = createRepo();
    const { record, path } = await make(repo);
    const thrown = await failure(
      run(repo.dir, (engine) =>
        withRecord(engine, record.id, "test", async (session) => {
          const event = {
            type: "MERGE",
            op: newOp(),
            target: record.branch,
            headOid: record.headOid ?? "",
          } as const;
          const effects = await session.open(event, mergeable);
          return session.run(effects, {
            mergeBranch: async () => {
              throw new Error(`something is wrong with ${path}/file`);
            },
          });
        }),
      ),
    );
    expect(thrown.code).toBe("MERGE_FAILED");
    const after = await recordIn(repo.dir, "task/a");
    expect(after).toMatchObject({
      status: "error",
      lastError: { code: "MERGE_FAILED", operation: "merge", recoverable: true, from: "merging" },
    });
    expect(after.lastError?.message).not.toContain(repo.dir);
    expect((await run(repo.dir, (engine) => remove(engine, "task/a"))).status).toBe("removed");
  });

  it("Ctrl-C during an effect: ERROR INTERRUPTED, recoverable", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const abort = new AbortController();
    const thrown = await failure(
      run(
        repo.dir,
        (engine) =>
          withRecord(engine, record.id, "test", async (session) => {
            const event = { type: "REMOVE", op: newOp(), force: true, discard: true } as const;
            const effects = await session.open(event, {
              owner: true,
              insideDirectory: false,
              liveLease: null,
              gitLock: null,
            });
            return session.run(effects, {
              removeWorktree: async () => {
                abort.abort();
                await engine.repo.git.run(repo.dir, ["version"], { signal: session.engine.signal });
              },
            });
          }),
        { signal: abort.signal },
      ),
    );
    expect(thrown).toMatchObject({ code: "INTERRUPTED", exitCode: 130 });
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({
      status: "error",
      lastError: { code: "INTERRUPTED", operation: "remove", recoverable: true },
    });
  });

  it("the running operation is dead: the next writer journals that first and says how to go on", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    // The opening entry without anything after it: what a killed process leaves.
    await run(repo.dir, (engine) =>
      withRecord(engine, record.id, "test", async (session) => {
        await session.note({ type: "REMOVE", op: newOp() });
      }),
    );
    expect((await recordIn(repo.dir, "task/a")).status).toBe("removing");
    const shown = await run(repo.dir, (engine) => show(engine, "task/a"));
    expect(shown.observed.interrupted).toBe(true);
    expect(shown.wayOn).toContain("coppice retry task/a");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("removing");

    const report = notes();
    const refused = await failure(
      run(repo.dir, (engine) => create(engine, { branch: "task/a" }), { report }),
    );
    expect(refused).toMatchObject({ code: "WORKTREE_EXISTS" });
    expect(refused.message).toContain("The removal of task/a was interrupted");
    expect(refused.suggestedAction).toContain("coppice remove task/a");
    expect(report.warnings.join()).toContain("The removal of task/a was interrupted");
    expect(await recordIn(repo.dir, "task/a")).toMatchObject({
      status: "error",
      lastError: { code: "INTERRUPTED", operation: "remove", recoverable: true },
    });
    expect((await run(repo.dir, (engine) => remove(engine, "task/a"))).status).toBe("removed");
  });

  it("the running operation is another clone's: it is not called dead here", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    await run(repo.dir, (engine) =>
      withRecord(engine, record.id, "test", async (session) => {
        await session.note({ type: "REMOVE", op: newOp() });
      }),
    );
    writeFileSync(join(repo.dir, ".git", "coppice", "clone"), "00000000000000aa\n");
    const refused = await failure(run(repo.dir, (engine) => remove(engine, "task/a")));
    expect(refused.code).toBe("INVALID_STATE");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("removing");
  });

  it("remove during the setup: the setup is stopped, and what it journals no longer counts", async () => {
    const repo = createRepo();
    // The init script waits for ever; the test goes on when it has begun.
    const started = join(repo.dir, ".git", "started");
    repo.git("config", "coppice.setup.initScript", `touch '${started}'; while :; do sleep 0.05; done`);
    const report = notes();
    const creating = failure(run(repo.dir, (engine) => create(engine, { branch: "task/a" }), { report }));
    await expect.poll(() => existsSync(started), { timeout: 20_000, interval: 10 }).toBe(true);
    const removed = await run(repo.dir, (engine) => remove(engine, "task/a"));
    expect(removed.status).toBe("removed");
    expect((await creating).code).toBe("INVALID_STATE");
    expect(existsSync(join(repo.dir, ".worktrees", "task-a"))).toBe(false);
    expect(repo.git("for-each-ref", "refs/heads/task")).toBe("");
    const life = (await lifeOf(repo.dir, "task/a")).filter((step) => !step.startsWith("INIT_SCRIPT"));
    expect(life.slice(-2)).toEqual(["REMOVE>removing", "INIT_COMPLETE>removed"]);
    expect(life).not.toContain("ERROR>error");
  });

  it("ABORT_MERGE from outside: the merge is stopped, its end no longer counts, and the abort's effects run", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const merging = gate();
    let aborted = 0;
    const first = failure(
      run(repo.dir, (engine) =>
        withRecord(engine, record.id, "merge", async (session) => {
          const { branch, headOid } = record;
          const event = { type: "MERGE", op: newOp(), target: branch, headOid: headOid ?? "" } as const;
          const effects = await session.open(event, mergeable);
          return session.run(effects, {
            mergeBranch: () =>
              new Promise((_resolve, reject) => {
                session.engine.signal.addEventListener("abort", () => reject(new Error("stopped")));
                merging.open();
              }),
          });
        }),
      ),
    );
    await merging.opened;
    const after = await run(repo.dir, (engine) =>
      takeOver(engine, record.id, {
        purpose: "abort",
        open: async () => ({ event: { type: "ABORT_MERGE" }, facts: {} }),
        stop: () => stopHolder(engine, record.id),
        runners: () => ({
          abortMerge: async () => {
            aborted += 1;
          },
        }),
      }),
    );
    expect(after.status).toBe("active");
    expect(aborted).toBe(1);
    expect((await first).code).toBe("INVALID_STATE");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
    expect((await lifeOf(repo.dir, "task/a")).at(-1)).toBe("ABORT_MERGE>active");
  });

  it("another entry comes between decision and opening: no effect runs", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    let effects = 0;
    const refused = await failure(
      run(repo.dir, (engine) =>
        withRecord(engine, record.id, "test", async (session) => {
          const append = engine.journal.append.bind(engine.journal);
          session.engine.journal.append = async (id, event, by, after) => {
            if (event.type === "REMOVE") {
              await append(id, { type: "MODIFY", filesChanged: ["late.txt"], total: 1 }, by, after);
            }
            return append(id, event, by, after);
          };
          const event = { type: "REMOVE", op: newOp(), force: true, discard: true } as const;
          const opened = await session.open(event, {
            owner: true,
            insideDirectory: false,
            liveLease: null,
            gitLock: null,
          });
          effects = opened.length;
        }),
      ),
    );
    expect(refused).toMatchObject({ code: "INVALID_STATE", recoverable: true });
    expect(effects).toBe(0);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("error");
  });

  it("the lock of a process that has died is taken over", async () => {
    const repo = createRepo();
    const { record } = await make(repo);
    const engine = await engineIn(repo.dir);
    const path = join(repo.dir, ".git", "coppice", "locks", `${record.id}.lock`);
    const lock = tryRecordLock(engine, record.id, "test");
    expect("heldBy" in lock).toBe(false);
    const holder = recordLockHolder(engine, record.id);
    writeFileSync(path, JSON.stringify({ ...holder, pid: 2 ** 22 + 1 }));
    expect(recordLockHolder(engine, record.id)).toBeUndefined();
    expect((await run(repo.dir, (other) => remove(other, "task/a"))).status).toBe("removed");
  });

  it("the state file of the hooks follows every state", async () => {
    const repo = createRepo();
    const { record, path } = await make(repo);
    const file = join(repo.gitIn(path, "rev-parse", "--absolute-git-dir"), "coppice", "state");
    await run(repo.dir, (engine) =>
      withRecord(engine, record.id, "test", async (session) => {
        await session.note({ type: "MODIFY", filesChanged: ["a"], total: 1 });
      }),
    );
    expect(readFileSync(file, "utf8")).toBe("dirty\n");
    expect((await run(repo.dir, (engine) => findRecord(engine, "task/a"))).status).toBe("dirty");
  });
});
