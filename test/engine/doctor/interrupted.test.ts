import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { abort } from "../../../src/engine/abort.js";
import { commit, openCommit } from "../../../src/engine/commit.js";
import type { Engine } from "../../../src/engine/context.js";
import { create } from "../../../src/engine/create.js";
import { doctor } from "../../../src/engine/doctor/doctor.js";
import { worktreeFacts } from "../../../src/engine/facts.js";
import { list } from "../../../src/engine/list.js";
import { merge } from "../../../src/engine/merge.js";
import { withRecord } from "../../../src/engine/protocol.js";
import { remove } from "../../../src/engine/remove.js";
import { resolve } from "../../../src/engine/resolve.js";
import { retry } from "../../../src/engine/retry.js";
import { newOp } from "../../../src/engine/session.js";
import { branchNameSchema, oidSchema, type RecordId } from "../../../src/lifecycle/ids.js";
import { createBareRemote, createRepo } from "../../support/repo.js";
import { createdIn, recordIn, run } from "../support.js";
import { diagnose, killedAt, repair, standing } from "./support.js";

const none = { copyEnv: false, installDeps: false, runInitScript: false };
const scripted = { ...none, runInitScript: true };

test("operations killed in every transient state: finished where their result is there, undone where nothing is lost by it, else an error that retry goes on from", async () => {
  const repo = createRepo();
  const at = (name: string): string => join(repo.dir, ".worktrees", `task-${name}`);
  const edit = (name: string, text: string, file = `${name}.txt`): void =>
    writeFileSync(join(at(name), file), text);
  repo.git("config", "coppice.setup.initScript", "true");
  const working = [
    "commit-add",
    "commit-made",
    "merge-begun",
    "merge-moved",
    "merge-told",
    "resolved",
    "aborted",
    "removed",
  ];
  await run(repo.dir, async (engine) => {
    for (const name of working) {
      await create(engine, { branch: `task/${name}`, setup: none });
      if (name === "resolved" || name === "aborted") edit(name, `${name}\n`, "README.md");
      else edit(name, "work\n");
      if (!name.startsWith("commit")) await commit(engine, `task/${name}`, { message: `Work on ${name}` });
    }
  });
  repo.commit("Ours", { "README.md": "ours\n" });
  await run(repo.dir, async (engine) => {
    await merge(engine, ["task/resolved", "task/aborted"]);
    await resolve(engine, "task/aborted", { resolution: "manual" });
  });
  const tip = repo.git("rev-parse", "task/removed");

  const make = (name: string, setup: typeof none) => (engine: Engine) =>
    create(engine, { branch: `task/${name}`, setup });
  const kills: readonly (readonly [name: string, at: string, work: (engine: Engine) => Promise<unknown>])[] =
    [
      ["half", "git worktree", make("half", none)],
      ["made", "INIT_COMPLETE", make("made", none)],
      ["made-script", "INIT_COMPLETE", make("made-script", scripted)],
      ["script", "INIT_SCRIPT done", make("script", scripted)],
      ["commit-add", "git commit", (engine) => commit(engine, "task/commit-add", { message: "Never" })],
      ["commit-made", "git commit done", (engine) => commit(engine, "task/commit-made", { message: "Made" })],
      ["merge-begun", "MERGE done", (engine) => merge(engine, ["task/merge-begun"])],
      [
        "merge-moved",
        "INIT_COMPLETE",
        (engine) => merge(engine, ["task/merge-moved"], { strategy: "squash" }),
      ],
      ["merge-told", "INIT_COMPLETE done", (engine) => merge(engine, ["task/merge-told"])],
      [
        "resolved",
        "RESOLVE_CONFLICT done",
        (engine) => resolve(engine, "task/resolved", { resolution: "ours" }),
      ],
      ["aborted", "ABORT_MERGE done", (engine) => abort(engine, "task/aborted")],
      ["removed", "REMOVE done", (engine) => remove(engine, "task/removed", { force: 1 })],
    ];
  for (const [, step, work] of kills) await killedAt(repo.dir, step, work);

  const names = kills.map(([name]) => `interrupted task/${name}`).sort();
  const found = await diagnose(repo.dir);
  expect(standing(found).filter((one) => one.startsWith("interrupted"))).toEqual(names);

  const fixed = await repair(repo.dir);
  expect(standing(fixed)).toEqual([]);
  expect(standing(await diagnose(repo.dir))).toEqual([]);
  const states = await run(repo.dir, async (engine) =>
    Object.fromEntries(
      (await list(engine, { removed: true })).map(({ record }) => [record.branch.slice(5), record.status]),
    ),
  );
  expect(states).toEqual({
    half: "error",
    made: "active",
    "made-script": "error",
    script: "error",
    "commit-add": "dirty",
    "commit-made": "active",
    "merge-begun": "active",
    "merge-moved": "removed",
    "merge-told": "removed",
    resolved: "conflict",
    aborted: "active",
    removed: "removed",
  });
  // Of what was undone nothing is left, and what was there before is there.
  expect(repo.git("branch", "--list", "task/half")).toBe("");
  expect(existsSync(at("half"))).toBe(false);
  expect(repo.gitIn(at("commit-add"), "status", "--porcelain")).toBe("?? commit-add.txt");
  expect(repo.gitIn(at("aborted"), "status", "--porcelain")).toBe("");
  expect(repo.git("log", "-1", "--format=%s", "task/commit-made")).toBe("Made");
  expect(repo.git("show", "main:merge-moved.txt", "main:merge-told.txt")).toBe("work\nwork");
  expect(repo.git("for-each-ref", "--contains", tip, "--format=%(refname)")).toContain("refs/");

  // The user can go on everywhere.
  await run(repo.dir, async (engine) => {
    for (const name of ["half", "made-script", "script"])
      expect((await retry(engine, `task/${name}`)).status).toBe("active");
    await commit(engine, "task/commit-add", { message: "Now" });
    const outcomes = await merge(engine, ["task/commit-add", "task/merge-begun"]);
    expect(outcomes.map(({ status }) => status)).toEqual(["merged", "merged"]);
    expect((await resolve(engine, "task/resolved", { resolution: "ours" })).status).toBe("merged");
  });
});

test("an operation that lives: neither told nor touched, and what it does is right afterwards", async () => {
  const repo = createRepo();
  const { path, record } = await createdIn(repo, { branch: "task/a" });
  writeFileSync(join(path, "work.txt"), "work\n");
  await run(repo.dir, async (engine) => {
    await withRecord(engine, record.id, "commit", async (session) => {
      await session.observed({ type: "MODIFY", filesChanged: ["work.txt"], total: 1 });
      const seen = await worktreeFacts(engine, session.record);
      const { effects } = await openCommit(session, seen, { message: "Work" });
      const beside = await run(repo.dir, (other) => doctor(other, { fix: true }));
      expect([beside.findings, beside.repaired]).toEqual([[], []]);
      const end = await session.run(effects, { commitChanges: async () => ({}) });
      expect(end.status).toBe("active");
    });
  });
});

test("a record that is half taken up, one that was given to this clone and not set up, and a clone that lost its id: put right", async () => {
  const repo = createRepo();
  createBareRemote(repo);
  const { path, record } = await createdIn(repo, { branch: "task/own" });
  const [half, set] = await run(repo.dir, async (engine) => {
    const ids: RecordId[] = [];
    for (const name of ["half", "set"]) {
      repo.git("branch", `task/${name}`);
      const event = {
        type: "CREATE",
        op: newOp(),
        branch: branchNameSchema.parse(`task/${name}`),
        base: branchNameSchema.parse("main"),
        baseOid: oidSchema.parse(repo.git("rev-parse", "main")),
        clone: null,
        adopted: true,
        setup: none,
      } as const;
      const { id } = await engine.journal.create(event, { ...engine.actor, door: "action" });
      await engine.journal.append(id, { type: "INIT_COMPLETE", op: event.op }, engine.actor);
      await engine.journal.append(id, { type: "INIT_COMPLETE", op: event.op }, engine.actor);
      ids.push(id);
    }
    return ids;
  });
  if (half === undefined || set === undefined) throw new Error("no records");
  const take = (name: string) => (engine: Engine) =>
    create(engine, { branch: `task/${name}`, setup: scripted });
  repo.git("config", "coppice.setup.initScript", "true");
  await killedAt(repo.dir, "OWN", take("half"));
  await killedAt(repo.dir, "INIT_SCRIPT done", take("set"));
  expect(standing(await diagnose(repo.dir))).toEqual([
    "interrupted task/half",
    "interrupted task/set",
    // These records were written past the engine.
    "marks-differ",
  ]);
  const fixed = await repair(repo.dir);
  expect(standing(fixed)).toEqual([]);
  expect(existsSync(join(repo.dir, ".worktrees", "task-half"))).toBe(false);
  expect(await recordIn(repo.dir, "task/half")).toMatchObject({ status: "active", owner: null });
  expect(await recordIn(repo.dir, "task/set")).toMatchObject({
    status: "error",
    lastError: { operation: "init" },
  });

  writeFileSync(join(path, "work.txt"), "work\n");
  await killedAt(repo.dir, "git commit", (engine) => commit(engine, "task/own", { message: "Never" }));
  rmSync(join(repo.dir, ".git", "coppice", "clone"));
  expect(standing(await diagnose(repo.dir))).toEqual(["owner-lost task/own", "owner-lost task/set"]);
  expect(standing(await repair(repo.dir))).toEqual([]);
  await run(repo.dir, (engine) => commit(engine, "task/own", { message: "Go on" }));
  expect((await recordIn(repo.dir, "task/own")).id).toBe(record.id);
});

test("all that is kept beside the journals was deleted, one worktree amid a commit: they are this clone's again", async () => {
  const repo = createRepo();
  const { path, record } = await createdIn(repo, { branch: "task/own" });
  const other = await createdIn(repo, { branch: "task/other" });
  writeFileSync(join(path, "work.txt"), "work\n");
  await killedAt(repo.dir, "git commit", (engine) => commit(engine, "task/own", { message: "Never" }));
  rmSync(join(repo.dir, ".git", "coppice"), { recursive: true });
  expect(standing(await diagnose(repo.dir))).toEqual(
    expect.arrayContaining(["owner-lost task/other", "owner-lost task/own"]),
  );
  expect(standing(await repair(repo.dir))).toEqual([]);
  await run(repo.dir, (engine) => commit(engine, "task/own", { message: "Go on" }));
  expect((await recordIn(repo.dir, "task/own")).id).toBe(record.id);
  await run(repo.dir, (engine) => remove(engine, "task/other"));
  expect(existsSync(other.path)).toBe(false);
});

test("git was killed while it moved base where that is checked out: the merge's files are put back, an edit of the owner's stays, and the merge can be made", async () => {
  const repo = createRepo({ files: { "gone.txt": "gone\n", "mine.txt": "mine\n" } });
  const { path } = await createdIn(repo, { branch: "task/a" });
  rmSync(join(path, "gone.txt"));
  for (const name of ["new.txt", "later.txt", "README.md"]) writeFileSync(join(path, name), "task\n");
  await run(repo.dir, (engine) => commit(engine, "task/a", { message: "Work" }));
  repo.write("mine.txt", "my edit\n");
  await killedAt(repo.dir, "git merge", (engine) => merge(engine, ["task/a"], { strategy: "squash" }));
  repo.git("update-ref", "ORIG_HEAD", "HEAD");
  repo.write("new.txt", "task\n");
  repo.write("README.md", "task\n");
  rmSync(join(repo.dir, "gone.txt"));

  expect(standing(await repair(repo.dir))).toEqual([]);
  expect(repo.git("status", "--porcelain")).toBe("M mine.txt");
  // Everything but the ref.
  await killedAt(repo.dir, "git merge", (engine) => merge(engine, ["task/a"], { strategy: "squash" }));
  repo.git("read-tree", "-m", "-u", "HEAD", "task/a");
  expect(standing(await repair(repo.dir))).toEqual([]);
  expect(repo.git("status", "--porcelain")).toBe("M mine.txt");
  const [outcome] = await run(repo.dir, (engine) => merge(engine, ["task/a"], { strategy: "squash" }));
  expect(outcome?.status).toBe("merged");
  expect(repo.git("status", "--porcelain")).toBe("M mine.txt");
  expect(repo.read("mine.txt")).toBe("my edit\n");
});

test("a commit was killed before git made it: what was staged before is staged again, and what was staged since stays", async () => {
  const repo = createRepo({ files: { "a.txt": "old\n", "b.txt": "old\n" } });
  const { path } = await createdIn(repo, { branch: "task/a" });
  const partly = (): void => {
    writeFileSync(join(path, "a.txt"), "staged\n");
    repo.gitIn(path, "add", "a.txt");
    writeFileSync(join(path, "a.txt"), "edited on\n");
    writeFileSync(join(path, "new.txt"), "new\n");
  };
  const killed = () =>
    killedAt(repo.dir, "git commit", (engine) => commit(engine, "task/a", { message: "Never" }));
  partly();
  const before = repo.gitIn(path, "status", "--porcelain");
  await killed();
  expect(standing(await repair(repo.dir))).toEqual([]);
  expect(repo.gitIn(path, "status", "--porcelain")).toBe(before);
  expect(repo.gitIn(path, "show", ":a.txt")).toBe("staged");

  await killed();
  writeFileSync(join(path, "b.txt"), "staged since\n");
  repo.gitIn(path, "add", "b.txt");
  writeFileSync(join(path, "b.txt"), "edited since\n");
  expect(standing(await repair(repo.dir))).toEqual([]);
  expect(repo.gitIn(path, "show", ":b.txt")).toBe("staged since");
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "dirty" });
});
