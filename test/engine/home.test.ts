import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clean } from "../../src/engine/clean.js";
import { doctor } from "../../src/engine/doctor/doctor.js";
import { findRecord } from "../../src/engine/find.js";
import { trackHome } from "../../src/engine/home.js";
import { list } from "../../src/engine/list.js";
import { merge } from "../../src/engine/merge.js";
import { prune } from "../../src/engine/prune.js";
import { remove } from "../../src/engine/remove.js";
import { newOp, RecordSession } from "../../src/engine/session.js";
import { show, workspaceOf } from "../../src/engine/show.js";
import { submit } from "../../src/engine/submit.js";
import { homeName } from "../../src/lifecycle/ids.js";
import { coppice, done } from "../cli/support.js";
import { createRepo, createTempDir, openRepo, snapshot } from "../support/repo.js";
import { failure, lifeOf, run } from "./support.js";

test("the home workspace: tracked once, ended as often, and nothing of the main worktree goes", async () => {
  const repo = createRepo();
  repo.git("branch", homeName);
  writeFileSync(join(repo.dir, "new.txt"), "not committed\n");
  const before = [snapshot(repo.dir), repo.git("for-each-ref", "refs/heads")];
  const first = await run(repo.dir, (engine) => trackHome(engine));
  expect(first).toMatchObject({
    made: true,
    record: { type: "home", branch: homeName, base: null, status: "active" },
  });
  expect(await run(repo.dir, (engine) => trackHome(engine))).toEqual({ record: first.record, made: false });
  expect(await lifeOf(repo.dir, homeName)).toEqual([
    "CREATE>creating",
    "INIT_COMPLETE>initializing",
    "INIT_COMPLETE>active",
  ]);
  await run(repo.dir, async (engine) => {
    const shown = await show(engine, homeName);
    expect(shown).toMatchObject({ path: null, observed: { status: "active", problems: [] } });
    expect(workspaceOf(engine, shown)).toMatchObject({
      type: "home",
      parent_repo: repo.dir,
      worktree_path: null,
    });
    expect((await list(engine)).map(({ record }) => record.id)).toEqual([first.record.id]);
    // Nothing but `remove` takes it for anything of its own.
    expect((await clean(engine, { all: true, force: 2 })).rows).toEqual([]);
    expect((await prune(engine, { filter: "all", force: true })).worktrees).toEqual([]);
    expect(await merge(engine, [homeName])).toMatchObject([{ status: "refused" }]);
    expect((await failure(submit(engine, homeName))).code).toBe("INVALID_STATE");
    expect((await doctor(engine, { fix: true })).findings).toEqual([]);
  });
  expect(
    await run(repo.dir, (engine) => remove(engine, homeName, { force: 2, discard: true })),
  ).toMatchObject({ id: first.record.id, status: "removed" });
  expect([snapshot(repo.dir), repo.git("for-each-ref", "refs/heads")]).toEqual(before);
  const again = await run(repo.dir, (engine) => trackHome(engine));
  expect(again).toMatchObject({ made: true, record: { status: "active" } });
  expect(again.record.id).not.toBe(first.record.id);
});

test("two clones: each has its own, and ends no other", async () => {
  const repo = createRepo();
  const { record } = await run(repo.dir, (engine) => trackHome(engine));
  const clone = join(createTempDir(), "clone");
  repo.git("clone", "--quiet", repo.dir, clone);
  openRepo(clone).git("fetch", "--quiet", "origin", "refs/notes/coppice:refs/notes/coppice");
  await run(clone, async (engine) => {
    const shown = await show(engine, homeName);
    expect(shown.record.id).toBe(record.id);
    expect(workspaceOf(engine, shown)).toMatchObject({
      repo_name: null,
      parent_repo: null,
      worktree_path: null,
    });
    expect(await failure(remove(engine, homeName))).toMatchObject({ code: "INVALID_STATE" });
    const own = await trackHome(engine);
    expect(own.made).toBe(true);
    expect((await findRecord(engine, homeName)).id).toBe(own.record.id);
    expect((await list(engine)).length).toBe(2);
    await remove(engine, homeName);
    // Its own is named as long as no other is meant by it.
    expect((await findRecord(engine, homeName)).id).toBe(record.id);
  });
});

test("killed while it was begun, or ended: the next run finishes it", async () => {
  const repo = createRepo();
  const made = await run(repo.dir, async (engine) => {
    const { id } = await engine.journal.create(
      {
        type: "CREATE",
        op: newOp(),
        branch: homeName,
        base: null,
        baseOid: null,
        clone: engine.clone,
        kind: "home",
      },
      engine.actor,
    );
    const finished = await trackHome(engine);
    expect(finished).toMatchObject({ made: false, record: { id, status: "active" } });
    const session = await RecordSession.start(engine, id);
    await session.open({ type: "REMOVE", op: newOp() }, { owner: true });
    expect(await failure(trackHome({ ...engine, signal: AbortSignal.abort() }))).toMatchObject({
      code: "INTERRUPTED",
    });
    return id;
  });
  const again = await run(repo.dir, (engine) => trackHome(engine));
  expect(again).toMatchObject({ made: true, record: { status: "active" } });
  expect(again.record.id).not.toBe(made);
});

test("a branch of that name: never a worktree's", async () => {
  const repo = createRepo({ files: { "coppice.config.json": '{ "taskBranches": ["**"] }' } });
  for (const more of [[], ["--adopt"]]) {
    expect(await coppice(repo.dir, ["create", homeName, ...more])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is what Coppice calls the home workspace"),
    });
  }
  const path = join(createTempDir(), "made");
  repo.git("worktree", "add", "--quiet", "-b", homeName, path);
  await done(repo.dir, "doctor", "--fix");
  const { record } = await run(repo.dir, (engine) => trackHome(engine));
  expect(await run(repo.dir, (engine) => list(engine))).toMatchObject([{ record: { id: record.id } }]);
});

test("coppice init --home: says what it did; where there is no main worktree, or no commit, nothing is written", async () => {
  const repo = createRepo();
  expect((await done(repo.dir, "init", "--home")).stdout).toContain(
    "made  the main worktree has a record: __home__\n",
  );
  expect((await done(repo.dir, "init", "--home", "--json")).json()).toMatchObject({
    changed: false,
    steps: expect.arrayContaining([{ name: "home", outcome: "kept", detail: homeName }]),
  });
  expect((await done(repo.dir, "__complete", "remove", "")).stdout).toBe("__home__\tactive\n");
  expect((await coppice(repo.dir, ["__complete", "merge", ""])).stdout).toBe("");
  expect((await coppice(repo.dir, ["path", homeName])).stderr).toContain("it has no directory of its own");
  expect((await done(repo.dir, "remove", homeName)).stdout).toBe(
    "ended the record __home__; the main worktree stays as it is\n",
  );
  expect((await coppice(repo.dir, ["restore", homeName])).stderr).toContain("error[NO_WORKTREE]");

  const bare = join(createTempDir(), "bare.git");
  repo.git("clone", "--quiet", "--bare", repo.dir, bare);
  expect((await coppice(bare, ["init", "--home"])).stderr).toContain(
    "A bare repository has no main worktree",
  );
  const empty = createRepo({ empty: true });
  expect((await coppice(empty.dir, ["init", "--home"])).stderr).toContain("has no commit yet");
  expect(snapshot(empty.dir).files).toEqual({});
});
