import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Cleaned, clean } from "../../src/engine/clean.js";
import type { Engine } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import { restore } from "../../src/engine/restore.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { recordIn, run } from "./support.js";

const config = JSON.stringify({
  directory: "{session}/{branch}",
  roles: { dev: { branch: "swarm/{role}-{session}" }, qa: { branch: "swarm/{role}-{session}" } },
  sets: { pair: { roles: ["lead", "ops"], branch: "pair/{session}/{role}" } },
});
const without = { copyEnv: false, installDeps: false, runInitScript: false };

const add = async (engine: Engine, branch: string, names: { session?: string; run?: string } = {}) =>
  (await create(engine, { branch, setup: without, ...names })).path;

function commit(repo: TestRepo, path: string, file: string): void {
  writeFileSync(join(path, file), `${file}\n`);
  repo.gitIn(path, "add", "--all");
  repo.gitIn(path, "commit", "--quiet", "-m", `Add ${file}`);
}

/** `removed`, or `failed CODE`, by branch; `-` marks one that no worktree is of. */
const told = ({ rows }: Cleaned): Record<string, string> =>
  Object.fromEntries(
    rows.map(({ branch, id, outcome, error }) => [
      `${id === null ? "- " : ""}${branch}`,
      error === null ? outcome : `${outcome} ${error.code}`,
    ]),
  );

test("a session: its worktrees, its branches without one and its empty directories go, and nothing else does", async () => {
  const repo = createRepo({ files: { "coppice.config.json": config } });
  const root = join(repo.dir, ".worktrees");
  await run(repo.dir, async (engine) => {
    // Seconds old, at base's tip: a named set goes all the same.
    await add(engine, "swarm/dev-one", { session: "one" });
    commit(repo, await add(engine, "swarm/qa-one", { session: "one" }), "qa.txt");
    writeFileSync(join(await add(engine, "task/dirty", { session: "one" }), "new.txt"), "new\n");
    commit(repo, await add(engine, "task/squashed", { session: "one", run: "r" }), "squashed.txt");
    await add(engine, "task/left", { session: "one" });
    await add(engine, "swarm/dev-two", { session: "two" });
    await add(engine, "task/plain");
  });
  repo.git("merge", "--quiet", "--squash", "task/squashed");
  repo.git("commit", "--quiet", "-m", "All of squashed");
  // Their names tell that they belong to it, or to others.
  repo.git("branch", "pair/one/lead");
  repo.git("branch", "pair/two/lead");
  repo.git("branch", "swarm/other-one");
  const own = repo.git("commit-tree", "-p", "main", "-m", "Own", "main^{tree}");
  repo.git("branch", "pair/one/ops", own);
  mkdirSync(join(root, "one", "old", "deep"), { recursive: true });
  const refs = repo.git("for-each-ref", "refs/heads", "refs/coppice");

  const named = { session: "one" };
  const expected = {
    "swarm/dev-one": "removed",
    "swarm/qa-one": "failed WORKTREE_DIRTY",
    "task/dirty": "failed WORKTREE_DIRTY",
    "task/squashed": "removed",
    "task/left": "removed",
    "- pair/one/lead": "removed",
    "- pair/one/ops": "failed WORKTREE_DIRTY",
  };
  const directories = ["deep", "old"].map((name) => join(root, "one", name === "deep" ? "old/deep" : name));
  const foreseen = await run(repo.dir, (engine) => clean(engine, { ...named, dryRun: true }));
  expect(told(foreseen)).toEqual(expected);
  expect(foreseen.directories).toEqual(directories);
  expect(repo.git("for-each-ref", "refs/heads", "refs/coppice")).toBe(refs);

  const done = await run(repo.dir, (engine) => clean(engine, named));
  expect(told(done)).toEqual(expected);
  expect(done.directories).toEqual(directories);
  expect(existsSync(join(root, "one", "task-dirty", "new.txt"))).toBe(true);
  // Both the run and the session have to be its own.
  const both = await run(repo.dir, (engine) => clean(engine, { session: "two", run: "r", force: 1 }));
  expect(both).toEqual({ dryRun: false, rows: [], directories: [] });

  const forced = await run(repo.dir, (engine) => clean(engine, { ...named, force: 1 }));
  expect(told(forced)).toEqual({
    "swarm/qa-one": "removed",
    "task/dirty": "removed",
    "- pair/one/ops": "removed",
  });
  expect(forced.rows.map(({ archive }) => archive?.replace(/\/[^/]*$/, ""))).toEqual([
    "refs/coppice/archive/swarm/qa-one",
    "refs/coppice/archive/task/dirty",
    "refs/coppice/archive/pair/one/ops",
  ]);
  expect(existsSync(join(root, "one"))).toBe(false);
  expect(forced.directories).toEqual([join(root, "one")]);
  expect((await recordIn(repo.dir, "swarm/qa-one")).status).toBe("removed");
  await run(repo.dir, (engine) => restore(engine, "pair/one/ops"));
  expect(repo.git("rev-parse", "pair/one/ops")).toBe(own);

  const [wanted, all] = await run(repo.dir, async (engine) => [
    await clean(engine, { all: true, dryRun: true }),
    await clean(engine, { all: true }),
  ]);
  expect(all.directories).toEqual([join(root, "two")]);
  expect([wanted.rows, wanted.directories]).toEqual([all.rows, all.directories]);
  expect(told(all)).toEqual({ "swarm/dev-two": "removed", "- pair/two/lead": "removed" });
  expect(repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n")).toEqual([
    "main",
    "pair/one/ops",
    "swarm/other-one",
    "task/plain",
  ]);
});
