import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { acquireLease } from "../../src/engine/lease.js";
import { remove } from "../../src/engine/remove.js";
import { run as runIn } from "../../src/engine/run.js";
import { mergeRun } from "../../src/engine/run-merge.js";
import { cloneIdSchema } from "../../src/lifecycle/ids.js";
import { createRepo, openRepo } from "../support/repo.js";
import { createdIn, engineIn, failure, lifeOf, notes, recordIn, run } from "./support.js";

const make = async (repo: ReturnType<typeof createRepo>) =>
  (await createdIn(repo, { branch: "task/a" })).path;

/** What a command waits for: a line in a file of the worktree's git directory. */
const until = (words: string, file: string): string => `until grep -qs ${words} ${file}; do sleep 0.01; done`;

test("while it works: the lease is renewed, and what it does is journaled", async () => {
  const repo = createRepo();
  const path = await make(repo);
  const state = join(repo.dir, ".git", "worktrees", "task-a", "coppice", "state");
  let now = Date.now();
  const clock = (): number => {
    now += 1_000;
    return now;
  };
  const script = `echo x >new.txt; ${until("dirty", state)}; rm new.txt; ${until("active", state)}`;
  const outcome = await run(
    repo.dir,
    (engine) => runIn(engine, "task/a", { command: ["sh", "-c", script], ttlMs: 10_000, heartbeatMs: 20 }),
    { now: clock },
  );
  expect(outcome).toMatchObject({ code: 0, path, notFound: false, record: { status: "active" } });
  const life = (await lifeOf(repo.dir, "task/a")).filter((step) => !step.startsWith("LEASE"));
  expect(life.slice(-3)).toEqual(["MODIFY>dirty", "DISCARD>active", "RELEASE>active"]);
});

test("the lease is taken away and the worktree removed meanwhile: the command ends by itself, which is told", async () => {
  const repo = createRepo();
  const path = await make(repo);
  const report = notes();
  const gone = join(path, "..", "gone");
  const script = `${until("yes", gone)}; exit 3`;
  const outcome = await run(
    repo.dir,
    async (engine) => {
      const running = runIn(engine, "task/a", { command: ["sh", "-c", script] });
      await expect.poll(() => engine.local.ids().length).toBe(1);
      await expect.poll(async () => (await recordIn(repo.dir, "task/a")).lease).not.toBeNull();
      // Until the lease is told, its holder works on the record.
      await expect
        .poll(
          async () => (await failure(run(repo.dir, (other) => remove(other, "task/a", { force: 1 })))).code,
        )
        .toBe("WORKTREE_IN_USE");
      await run(repo.dir, (other) => remove(other, "task/a", { force: 2 }));
      repo.write(".worktrees/gone", "yes\n");
      return running;
    },
    { report },
  );
  expect(outcome).toMatchObject({ code: 3, record: { status: "removed" } });
  const unmerged = await failure(run(repo.dir, (engine) => mergeRun(engine, outcome.record.id)));
  expect([unmerged.code, unmerged.message]).toEqual([
    "WORKTREE_NOT_FOUND",
    "task/a was removed while the command worked there: nothing is merged.",
  ]);
});

test("the engine is told to stop: the command gets SIGTERM, and the lease is given back", async () => {
  const repo = createRepo();
  const path = await make(repo);
  const stop = new AbortController();
  const running = run(
    repo.dir,
    (engine) => runIn(engine, "task/a", { command: ["sh", "-c", "echo on >begun; exec sleep 60"] }),
    { signal: stop.signal },
  );
  await expect.poll(() => readFileSync(join(path, "begun"), { flag: "a+", encoding: "utf8" })).toBe("on\n");
  stop.abort();
  expect(await running).toMatchObject({ code: undefined, signal: "SIGTERM" });
  expect((await recordIn(repo.dir, "task/a")).lease).toBeNull();
});

test("the engine is told to stop before the command begins: it does not begin, and nothing stays leased", async () => {
  const repo = createRepo();
  const path = await make(repo);
  const stop = new AbortController();
  const interrupted = run(
    repo.dir,
    (engine) => {
      vi.spyOn(engine.journal, "flush").mockImplementationOnce(async () => stop.abort());
      return runIn(engine, "task/a", { command: ["touch", "begun"] });
    },
    { signal: stop.signal },
  );
  expect((await failure(interrupted)).code).toBe("INTERRUPTED");
  expect(existsSync(join(path, "begun"))).toBe(false);
  expect((await recordIn(repo.dir, "task/a")).lease).toBeNull();
});

test("another clone has leased it, as its journal tells: refused until the term is over", async () => {
  const repo = createRepo();
  const path = await make(repo);
  openRepo(path).commit("Work", { "a.txt": "a\n" });
  const engine = await engineIn(repo.dir);
  const { id } = await recordIn(repo.dir, "task/a");
  const until = new Date(Date.now() + 60_000).toISOString();
  const other = { name: "Somebody", door: "cli" as const, clone: cloneIdSchema.parse("0123456789abcdef") };
  await engine.journal.append(id, { type: "LEASE", until }, other);
  expect(await failure(acquireLease(engine, id, { holder: "agent" }))).toMatchObject({
    code: "WORKTREE_IN_USE",
    details: { lease: { until, holder: "Somebody" } },
  });
});
