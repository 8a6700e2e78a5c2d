import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import { findRecord } from "../../src/engine/find.js";
import { merge } from "../../src/engine/merge.js";
import { tryRecordLock } from "../../src/engine/record-lock.js";
import { newOp } from "../../src/engine/session.js";
import type { Actor } from "../../src/lifecycle/entry.js";
import { oidSchema } from "../../src/lifecycle/ids.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import {
  adopted,
  committed,
  deliver,
  journalOf,
  leaveFile,
  leaveObservation,
  plainCommit,
  plainWorktree,
  waitingIn,
  zeros,
} from "./observation-support.js";
import { recordIn, run } from "./support.js";

test("commits before anything was journaled: each is told by itself, with its message", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  const oids = ["one", "two", "three"].map((message) => plainCommit(repo, path, message));
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, ...committed, ...committed]);
  await run(repo.dir, async (engine) => {
    const { id } = await findRecord(engine, "task/x");
    const events = ((await engine.journal.read(id))?.entries ?? []).map(({ entry }) => entry.event);
    expect(events.flatMap((event) => (event.type === "COMMIT" ? [event.message.trim()] : []))).toEqual([
      "one",
      "two",
      "three",
    ]);
    expect(
      events.flatMap((event) => (event.type === "INIT_COMPLETE" && event.sha ? [event.sha] : [])).slice(-3),
    ).toEqual(oids);
  });
});

test("an observation that is delivered twice tells nothing twice", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  const file = leaveObservation(repo, { hook: "post-commit", at: path });
  const content = readFileSync(file, "utf8");
  plainCommit(repo, path, "two");
  await deliver(repo);
  writeFileSync(file, content);
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, ...committed]);
});

test("something is still dirty after the commit: MODIFY again", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  writeFileSync(join(path, "left.txt"), "left\n");
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, "MODIFY"]);
  expect((await recordIn(repo.dir, "task/x")).status).toBe("dirty");
});

test("an amend is HEAD only, told before or after the commit it replaces was journaled", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  const amend = (message: string): string => {
    const oid = plainCommit(repo, path, message, "--amend");
    leaveObservation(repo, { hook: "post-rewrite", at: path, args: ["amend"] });
    return oid;
  };
  amend("two");
  await deliver(repo);
  const oid = amend("three");
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, "HEAD task/x", "HEAD task/x"]);
  expect((await recordIn(repo.dir, "task/x")).headOid).toBe(oid);
});

test("a rebase is HEAD once it is over; nothing is told in the middle of it", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  await deliver(repo);
  repo.commit("Change the same", { "one.txt": "other\n" });
  expect(() => repo.gitIn(path, "rebase", "--quiet", "main")).toThrow();
  leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, zeros, "1"] });
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed]);
  writeFileSync(join(path, "one.txt"), "both\n");
  repo.gitIn(path, "add", "one.txt");
  repo.gitIn(path, "-c", "core.editor=true", "rebase", "--continue");
  leaveObservation(repo, { hook: "post-rewrite", at: path, args: ["rebase"] });
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, "HEAD task/x"]);
});

test("base is merged into the task branch: HEAD only, base's commits are not the task's", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  repo.commit("Go on", { "more.txt": "more\n" });
  repo.gitIn(path, "merge", "--quiet", "main");
  leaveObservation(repo, { hook: "post-merge", at: path, args: ["0"] });
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, "HEAD task/x"]);
});

test("L20, another branch is switched to inside: told, and the record keeps its own", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  plainCommit(repo, path, "one");
  await deliver(repo);
  const switchTo = (...args: string[]): void => {
    repo.gitIn(path, "switch", "--quiet", ...args);
    leaveObservation(repo, { hook: "post-checkout", at: path, args: [zeros, zeros, "1"] });
  };
  switchTo("--create", "aside");
  plainCommit(repo, path, "two");
  await deliver(repo);
  switchTo("task/x");
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed, "HEAD aside", "HEAD task/x"]);
  const record = await recordIn(repo.dir, "task/x");
  expect([record.branch, record.headOid]).toEqual(["task/x", repo.git("rev-parse", "task/x")]);
});

test("L20, the branch is renamed: the record follows", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  await deliver(repo);
  repo.gitIn(path, "branch", "--move", "task/y");
  plainCommit(repo, path, "one");
  await deliver(repo);
  expect((await journalOf(repo, "task/y")).slice(3)).toEqual([
    "HEAD task/y",
    "MODIFY",
    "COMMIT",
    "INIT_COMPLETE",
  ]);
  expect(existsSync(join(repo.dir, ".git/coppice/managed/task/x"))).toBe(false);
  expect(existsSync(join(repo.dir, ".git/coppice/managed/task/y"))).toBe(true);
});

test("in a conflict a commit is HEAD only: nothing is resolved by itself", async () => {
  const repo = createRepo();
  const { path } = await run(repo.dir, (engine) => create(engine, { branch: "task/x" }));
  plainCommit(repo, path, "one");
  repo.commit("Change the same", { "one.txt": "other\n" });
  await deliver(repo);
  await run(repo.dir, (engine) => merge(engine, ["task/x"]));
  plainCommit(repo, path, "two");
  await deliver(repo);
  expect((await journalOf(repo, "task/x")).at(-1)).toBe("HEAD task/x");
  expect((await recordIn(repo.dir, "task/x")).status).toBe("conflict");
});

test("somebody works on the record: what was seen waits until the lock is free", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  await deliver(repo);
  plainCommit(repo, path, "one");
  await run(repo.dir, async (engine) => {
    const { id } = await findRecord(engine, "task/x");
    const lock = tryRecordLock(engine, id, "test");
    await deliver(repo);
    expect(waitingIn(repo)).toHaveLength(1);
    if (!("heldBy" in lock)) lock.release();
  });
  await deliver(repo);
  expect(waitingIn(repo)).toEqual([]);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed]);
});

const byHook = (engine: Engine): Actor => ({ ...engine.actor, door: "hook" });

test("killed between a commit's entry and its completion: the next delivery completes it", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  await deliver(repo);
  const oid = plainCommit(repo, path, "one");
  await run(repo.dir, async (engine) => {
    const { id } = await findRecord(engine, "task/x");
    const by = byHook(engine);
    await engine.journal.append(id, { type: "MODIFY", filesChanged: ["one.txt"], total: 1 }, by);
    await engine.journal.append(id, { type: "COMMIT", op: newOp(), message: "one" }, by);
  });
  await deliver(repo);
  expect(await journalOf(repo, "task/x")).toEqual([...adopted, ...committed]);
  expect(await recordIn(repo.dir, "task/x")).toMatchObject({ status: "active", headOid: oid });
});

test("killed in the middle of an adoption: the next delivery goes on with it, and the worktree stays", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  const gitDir = repo.gitIn(path, "rev-parse", "--absolute-git-dir");
  await run(repo.dir, async (engine) => {
    const base = oidSchema.parse(repo.git("rev-parse", "main"));
    const { clone, journal, local } = engine;
    const setup = { copyEnv: false, installDeps: false, runInitScript: false };
    const { id } = await journal.create(
      {
        type: "CREATE",
        op: newOp(),
        branch: "task/x",
        base: "main",
        baseOid: base,
        clone,
        adopted: true,
        setup,
      },
      byHook(engine),
    );
    local.setPlace(id, { v: 1, path, identity: null, gitDir, found: true, branch: null });
  });
  await deliver(repo);
  expect((await recordIn(repo.dir, "task/x")).status).toBe("active");
  expect(existsSync(path)).toBe(true);
});

test("L23, the adoption cannot write: the worktree stays as git made it, and it is adopted later", async () => {
  const repo = createRepo();
  const path = plainWorktree(repo, "task/x");
  const gitDir = repo.gitIn(path, "rev-parse", "--absolute-git-dir");
  // Where a folder was to be made stands a file.
  writeFileSync(join(gitDir, "coppice"), "");
  await deliver(repo);
  expect(existsSync(join(path, "README.md"))).toBe(true);
  expect(repo.gitIn(path, "status", "--porcelain")).toBe("");
  expect(waitingIn(repo)).toHaveLength(1);
  rmSync(join(gitDir, "coppice"));
  await deliver(repo);
  expect((await recordIn(repo.dir, "task/x")).status).toBe("active");
  expect(waitingIn(repo)).toEqual([]);
});

const fields = (repo: TestRepo, ...end: string[]): string =>
  ["coppice-observation", "1", "post-commit", repo.dir, join(repo.dir, ".git"), "", "", ...end].join("\0");

test.each<readonly [what: string, content: (repo: TestRepo) => string]>([
  ["another hook's name", (repo) => fields(repo, "0", "end", "").replace("post-commit", "update")],
  ["fewer arguments than it says", (repo) => fields(repo, "2", "one", "end", "")],
  ["something that is no oid", (repo) => fields(repo, "0", "end", "").replace("\0\0\0", "\0\0nonsense\0")],
  ["no number of arguments", (repo) => fields(repo, "-1", "end", "")],
  ["another version", (repo) => fields(repo, "0", "end", "").replace("\x001\0", "\x002\0")],
  ["more than is ever written", (repo) => fields(repo, "1", "x".repeat(70_000), "end", "")],
  [
    "the git directory of another repository",
    (repo) => fields(repo, "0", "end", "").replace(repo.dir, createTempDir()),
  ],
  ["a relative git directory", (repo) => fields(repo, "0", "end", "").replaceAll(repo.dir, "..")],
  ["nothing but NUL", () => "\0".repeat(100)],
])("an observation with %s: forgotten, and nothing is journaled", async (_what, content) => {
  const repo = createRepo();
  const path = leaveFile(repo, "post-commit.1.1.obs", content(repo));
  writeFileSync(path, content(repo));
  const made = leaveFile(repo, "post-commit.1.2.obs", `${content(repo)}\0end\0`);
  await deliver(repo);
  expect(existsSync(made)).toBe(false);
  expect(await run(repo.dir, async ({ journal }) => (await journal.records()).size)).toBe(0);
});

test("an observation that is not complete yet stays; after a day its writer is dead", async () => {
  const repo = createRepo();
  const path = leaveFile(repo, "post-commit.1.1.obs", fields(repo, "1", "half"));
  await deliver(repo);
  expect(existsSync(path)).toBe(true);
  const old = Date.now() / 1000 - 25 * 60 * 60;
  utimesSync(path, old, old);
  await deliver(repo);
  expect(existsSync(path)).toBe(false);
});
