import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import { findRecord } from "../../src/engine/find.js";
import { acquireLease } from "../../src/engine/lease.js";
import { unlock } from "../../src/engine/lock.js";
import { type Pruned, type PruneOptions, prune } from "../../src/engine/prune.js";
import { pruneDaily, pruneInBackground } from "../../src/engine/prune-auto.js";
import type { LifecycleEventInput } from "../../src/lifecycle/events.js";
import { branchNameSchema, oidSchema, timestampSchema } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { lifeOf, recordIn, run } from "./support.js";

const dayMs = 86_400_000;
const later = (days: number) => ({ now: () => Date.now() + days * dayMs });

const pruneAfter = (repo: TestRepo, days: number, options: PruneOptions = {}): Promise<Pruned> =>
  run(repo.dir, (engine) => prune(engine, options), later(days));

/** `branch: verdict reason (evidence)`, as the table tells. */
const told = ({ worktrees }: Pruned): Record<string, string> =>
  Object.fromEntries(
    worktrees.map(({ branch, verdict, reason, evidence }) => [
      branch.replace("task/", ""),
      `${verdict} ${reason}${evidence === null ? "" : ` ${evidence}`}`,
    ]),
  );

/** A worktree with a commit of its own; with a fixed date, so that only the worktree tells when it was made. */
async function make(engine: Engine, repo: TestRepo, name: string): Promise<string> {
  const { path } = await create(engine, { branch: `task/${name}` });
  writeFileSync(join(path, `${name}.txt`), `${name}\n`);
  repo.gitIn(path, "add", "--all");
  repo.gitIn(path, "commit", "--quiet", "-m", name);
  return path;
}

const mergeAll = (repo: TestRepo, ...names: string[]): void => {
  for (const name of names) repo.git("merge", "--quiet", "--no-ff", "-m", `Merge ${name}`, `task/${name}`);
};

test("worktrees in every condition: what is done with goes, the rest stays and says why", async () => {
  const repo = createRepo();
  const paths = await run(repo.dir, async (engine) => {
    const made = new Map<string, string>();
    const add = async (name: string) => made.set(name, await make(engine, repo, name));
    // Base is fast-forwarded to it: its commit stands on base's own line, and is its own all the same.
    await add("forwarded");
    repo.git("merge", "--quiet", "--ff-only", "task/forwarded");
    for (const name of ["merged", "squashed", "broken", "deleted"]) await add(name);
    mergeAll(repo, "merged", "broken");
    repo.git("merge", "--quiet", "--squash", "task/squashed");
    repo.git("commit", "--quiet", "-m", "All of squashed");
    repo.commit("Change the same lines", { "squashed.txt": "other\n" });
    await create(engine, { branch: "task/fresh" });
    await add("stale");
    writeFileSync(join(repo.dir, ".git/worktrees/task-broken/index"), "no index");
    const { id, branch } = await findRecord(engine, "task/deleted");
    const oid = oidSchema.parse(repo.git("rev-parse", branch));
    await engine.journal.append(id, { type: "HEAD", oid, branch }, engine.actor);
    repo.git("worktree", "remove", made.get("deleted") ?? "");
    return made;
  });
  const tips = new Map([...paths.keys()].map((name) => [name, repo.git("rev-parse", `task/${name}`)]));
  repo.git("branch", "-D", "task/deleted");
  const archived = (name: string) =>
    repo.git("for-each-ref", "--format=%(objectname)", `refs/coppice/archive/task/${name}/`);

  const expected = {
    forwarded: "removed task_completed ancestor",
    merged: "removed task_completed ancestor",
    squashed: "removed task_completed patch-id",
    broken: "skipped unknown ancestor",
    deleted: "removed branch_deleted",
    fresh: "skipped new",
    stale: "skipped worked-on",
  };
  const refs = repo.git("for-each-ref");
  const foreseen = await pruneAfter(repo, 2, { dryRun: true });
  expect(told(foreseen)).toEqual(expected);
  expect(repo.git("for-each-ref")).toBe(refs);
  const done = await pruneAfter(repo, 2);
  expect(told(done)).toEqual(expected);
  for (const name of ["forwarded", "merged", "squashed"]) {
    expect(existsSync(paths.get(name) ?? "")).toBe(false);
    expect(repo.git("branch", "--list", `task/${name}`)).toBe("");
  }
  // Of what base contains nothing can get lost; a squash leaves its commits to nobody.
  expect(["forwarded", "merged", "squashed", "deleted"].map(archived)).toEqual([
    "",
    "",
    tips.get("squashed"),
    tips.get("deleted"),
  ]);
  expect((await lifeOf(repo.dir, "task/squashed")).slice(-4)).toEqual([
    "INIT_COMPLETE>active",
    "LANDED>active",
    "PRUNE>removing",
    "INIT_COMPLETE>removed",
  ]);

  // Short of room, it would not wait for the grace.
  const short = await pruneAfter(repo, 8, { dryRun: true, maxDisk: 1 });
  expect(told(short)).toMatchObject({ stale: "removed stale", fresh: "skipped new" });
  expect(short.worktrees.at(-1)?.diskBytes).toBeGreaterThan(0);
  expect(told(await pruneAfter(repo, 8))).toMatchObject({ stale: "skipped marked" });
  expect((await recordIn(repo.dir, "task/stale")).stale).not.toBeNull();
  expect(told(await pruneAfter(repo, 8.5))).toMatchObject({ stale: "skipped grace" });
  const last = await pruneAfter(repo, 9.1);
  expect(told(last)).toMatchObject({
    stale: "removed stale",
    fresh: "skipped new",
  });
  expect(archived("stale")).toBe(tips.get("stale"));
  expect(last.worktrees.find(({ branch }) => branch === "task/stale")).toMatchObject({
    archive: expect.stringMatching(/^refs\/coppice\/archive\/task\/stale\/\d{8}T\d{6}Z$/),
    daysSinceActivity: 9,
  });
});

test("a merged worktree that something protects: never pruned, with the reason, and pruned when that is gone", async () => {
  const repo = createRepo();
  await run(repo.dir, async (engine) => {
    const path = await make(engine, repo, "x");
    const away = `${path}.away`;
    mergeAll(repo, "x");
    const record = await findRecord(engine, "task/x");
    const head = oidSchema.parse(repo.git("rev-parse", "task/x"));
    const note = (event: LifecycleEventInput) => engine.journal.append(record.id, event, engine.actor);
    const pull = { number: 1, url: "https://example.org/1", title: "x" };
    const createdAt = timestampSchema.parse("2026-01-01T00:00:00.000Z");
    const at = { ...engine, now: later(2).now };
    const exempt = { ...at, config: { ...at.config, prune: { ...at.config.prune, exempt: ["task/*"] } } };
    const why = async (in_: Engine = at) => told(await prune(in_, { dryRun: true })).x;

    expect(await why({ ...engine, now: later(0.5).now })).toBe("skipped delay ancestor");
    expect(await why(exempt)).toBe("skipped exempt ancestor");
    expect(await why({ ...at, cwd: path })).toBe("skipped inside ancestor");

    await note({ type: "TASK", id: "7", status: "in_progress" });
    expect(await why()).toBe("skipped in-progress ancestor");
    await note({ type: "TASK", id: "7", status: "done" });

    await note({ type: "PR", ...pull, state: "open", createdAt });
    expect(await why()).toBe("skipped pull-request ancestor");
    await note({ type: "PR", ...pull, state: "closed", createdAt });

    const lease = await acquireLease(engine, record.id, { holder: "an agent" });
    expect(await why()).toBe("skipped leased ancestor");
    await lease.release();

    repo.git("worktree", "lock", path);
    expect(await why()).toBe("skipped locked ancestor");
    await unlock(engine, "task/x");

    writeFileSync(join(path, "new.txt"), "");
    expect(await why()).toBe("skipped uncommitted ancestor");
    rmSync(join(path, "new.txt"));

    repo.gitIn(path, "bisect", "start");
    expect(await why()).toBe("skipped operation ancestor");
    repo.gitIn(path, "bisect", "reset");
    repo.gitIn(path, "switch", "--quiet", "--detach");
    expect(await why()).toBe("skipped switched ancestor");
    repo.gitIn(path, "switch", "--quiet", "task/x");

    renameSync(path, away);
    expect(await why()).toBe("skipped missing ancestor");
    renameSync(away, path);
    repo.git("branch", "--move", "main", "trunk");
    expect(await why({ ...engine, now: later(9).now })).toBe("skipped unknown");
    repo.git("branch", "--move", "trunk", "main");

    // A branch whose commit is missing has not been deleted.
    const ref = join(repo.dir, ".git/refs/heads/task/x");
    writeFileSync(ref, `${"1".repeat(40)}\n`);
    expect(await why()).toBe("skipped unknown");
    writeFileSync(ref, `${head}\n`);

    expect(await why()).toBe("removed task_completed ancestor");
    // Newer work is not completed, and a submitted branch waits to be merged.
    writeFileSync(join(path, "more.txt"), "");
    repo.gitIn(path, "add", "--all");
    repo.gitIn(path, "commit", "--quiet", "-m", "More");
    expect(await why()).toBe("skipped worked-on");
    expect(await why({ ...engine, now: later(9).now })).toBe("skipped marked");
    await note({
      type: "REQUEST",
      target: branchNameSchema.parse("main"),
      strategy: "merge",
      headOid: head,
      keep: false,
    });
    expect(await why({ ...engine, now: later(9).now })).toBe("skipped submitted");
  });
});

test("once a day: a second run finds nothing to do, and a command starts the next in the background", async () => {
  const repo = createRepo();
  const trace = join(repo.dir, "trace.json");
  const script = join(repo.dir, "program.mjs");
  writeFileSync(
    script,
    `import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(trace)}, JSON.stringify(process.argv.slice(2)));`,
  );
  await run(repo.dir, async (engine) => {
    const wanted = { ...engine, config: { ...engine.config, prune: { ...engine.config.prune, auto: true } } };
    const program = [process.execPath, script] as const;
    expect(await pruneDaily(engine, { dryRun: true })).toBeDefined();
    expect(await pruneDaily(engine)).toEqual({ dryRun: false, worktrees: [] });
    expect(await pruneDaily(engine)).toBeUndefined();
    pruneInBackground(wanted, program);
    pruneInBackground({ ...engine, now: later(2).now }, program);
    expect(existsSync(trace)).toBe(false);
    pruneInBackground({ ...wanted, now: later(2).now }, program);
    await vi.waitFor(() => expect(existsSync(trace)).toBe(true), { timeout: 10_000 });
    await vi.waitFor(() =>
      expect(JSON.parse(readFileSync(trace, "utf8"))).toEqual(["-C", repo.dir, "prune", "--auto", "--quiet"]),
    );
  });
});

test("short of room, and two stale ones share what is large: it comes back with the last of them, so both go", async () => {
  const repo = createRepo({ files: { ".gitignore": "large\n" } });
  await run(repo.dir, async (engine) => {
    const [one, two] = [await make(engine, repo, "one"), await make(engine, repo, "two")];
    writeFileSync(join(one, "large"), Buffer.alloc(4_000_000, 1));
    linkSync(join(one, "large"), join(two, "large"));
  });
  const wanted = { dryRun: true, filter: "stale" } as const;
  const both = await pruneAfter(repo, 9, { ...wanted, maxDisk: 3_000_000 });
  expect(told(both)).toEqual({ one: "removed stale", two: "removed stale" });
  const sizes = both.worktrees.map(({ diskBytes }) => Number(diskBytes));
  expect(sizes.filter((bytes) => bytes > 4_000_000)).toHaveLength(1);
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  expect(told(await pruneAfter(repo, 9, { ...wanted, maxDisk: total - 1 }))).toEqual({
    one: "removed stale",
    two: "skipped marked",
  });
});
