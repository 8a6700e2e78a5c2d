import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { create } from "../../src/engine/create.js";
import { creationFacts, creationRunners } from "../../src/engine/creation.js";
import { list } from "../../src/engine/list.js";
import { withRecord } from "../../src/engine/protocol.js";
import { remove } from "../../src/engine/remove.js";
import { newOp } from "../../src/engine/session.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { killedAt } from "./frozen.js";
import { createdIn, failure, notes, recordIn, run } from "./support.js";

const branches = (repo: TestRepo): string =>
  repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads");
const registered = (repo: TestRepo): number => repo.git("worktree", "list").split("\n").length - 1;

/** More steps than any of these operations has. */
const mostSteps = 60;

/** Kills `work` at its first step, its second, ... until it gets through. */
async function everywhere(
  prepare: () => Promise<TestRepo> | TestRepo,
  work: (repo: TestRepo, step: number) => Promise<"killed" | "finished">,
  check: (repo: TestRepo, step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; step < mostSteps; step += 1) {
    const repo = await prepare();
    if ((await work(repo, step)) === "finished") return step - 1;
    await check(repo, step);
  }
  throw new Error("it never got through");
}

function commit(repo: TestRepo, path: string): string {
  writeFileSync(join(path, "work.txt"), "work\n");
  repo.gitIn(path, "add", "work.txt");
  repo.gitIn(path, "commit", "--quiet", "-m", "Work");
  return repo.gitIn(path, "rev-parse", "HEAD");
}

describe("killed at any step", () => {
  it("of create: the next commands say so, and remove leaves nothing behind", async () => {
    const steps = await everywhere(
      createRepo,
      (repo, step) => killedAt(repo.dir, step, (engine) => create(engine, { branch: "task/a" })),
      async (repo, step) => {
        const rows = await run(repo.dir, (engine) => list(engine));
        if (rows.length === 0) {
          expect(branches(repo), `step ${step}`).toBe("main");
          expect((await run(repo.dir, (engine) => create(engine, { branch: "task/a" }))).record.status).toBe(
            "active",
          );
          return;
        }
        const [row] = rows;
        if (row?.record.status !== "active") {
          expect(row?.observed.interrupted, `step ${step}`).toBe(true);
          const report = notes();
          const again = run(repo.dir, (engine) => create(engine, { branch: "task/a" }), { report });
          expect((await failure(again)).message).toContain("was interrupted");
          expect(report.warnings.join()).toContain("coppice retry task/a");
        }
        expect((await run(repo.dir, (engine) => remove(engine, "task/a"))).status).toBe("removed");
        expect(branches(repo), `step ${step}`).toBe("main");
        expect(registered(repo)).toBe(0);
        expect(existsSync(join(repo.dir, ".worktrees", "task-a"))).toBe(false);
      },
    );
    expect(steps).toBeGreaterThan(8);
  });

  it("of create: a retry goes on to active", async () => {
    await everywhere(
      createRepo,
      (repo, step) => killedAt(repo.dir, step, (engine) => create(engine, { branch: "task/a" })),
      async (repo, step) => {
        const [row] = await run(repo.dir, (engine) => list(engine));
        if (row === undefined || row.record.status === "active") return;
        const record = await run(repo.dir, (engine) =>
          withRecord(engine, row.record.id, "retry", async (session) => {
            const operation = session.record.lastError?.operation ?? "create";
            const effects = await session.open({ type: "RETRY", op: newOp(), operation }, {});
            return session.run(effects, creationRunners(session), { facts: creationFacts });
          }),
        );
        expect(record.status, `step ${step}`).toBe("active");
        expect(branches(repo)).toBe("main\ntask/a");
        expect(registered(repo)).toBe(1);
        const path = join(repo.dir, ".worktrees", "task-a");
        expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
        expect(readFileSync(join(path, "README.md"), "utf8")).toBe(repo.read("README.md"));
      },
    );
  });

  it("of remove: an edit made since stays, then the next remove finishes it", async () => {
    const tips = new Map<TestRepo, string>();
    const steps = await everywhere(
      async () => {
        const repo = createRepo();
        const { path } = await createdIn(repo, { branch: "task/a" }, true);
        const tip = commit(repo, path);
        // As after a push: the commit is on the remote, so the branch may go.
        repo.git("update-ref", "refs/remotes/origin/task/a", tip);
        tips.set(repo, tip);
        return repo;
      },
      (repo, step) => killedAt(repo.dir, step, (engine) => remove(engine, "task/a")),
      async (repo, step) => {
        const { status } = await recordIn(repo.dir, "task/a");
        if (status !== "removed") {
          const report = notes();
          const path = join(repo.dir, ".worktrees", "task-a");
          if (existsSync(join(path, ".git"))) {
            writeFileSync(join(path, "edit.txt"), "mine\n");
            const refused = await failure(run(repo.dir, (engine) => remove(engine, "task/a"), { report }));
            expect(refused.code, `step ${step}`).toBe("WORKTREE_DIRTY");
            expect(readFileSync(join(path, "edit.txt"), "utf8")).toBe("mine\n");
            rmSync(join(path, "edit.txt"));
          }
          const record = await run(repo.dir, (engine) => remove(engine, "task/a"), { report });
          expect(record.status, `step ${step}`).toBe("removed");
          if (status === "removing") {
            expect(report.warnings.join()).toContain("The removal of task/a was interrupted");
          }
        }
        expect(branches(repo), `step ${step}`).toBe("main");
        expect(registered(repo)).toBe(0);
        expect(repo.git("rev-parse", "refs/remotes/origin/task/a")).toBe(tips.get(repo));
      },
    );
    expect(steps).toBeGreaterThan(8);
  });

  it("of a removal that keeps the branch: its commit is never lost", async () => {
    const tips = new Map<TestRepo, string>();
    await everywhere(
      async () => {
        const repo = createRepo();
        const { path } = await createdIn(repo, { branch: "task/a" }, true);
        tips.set(repo, commit(repo, path));
        return repo;
      },
      (repo, step) => killedAt(repo.dir, step, (engine) => remove(engine, "task/a", { keepBranch: true })),
      async (repo) => expect(repo.git("rev-parse", "task/a")).toBe(tips.get(repo)),
    );
  });
});
