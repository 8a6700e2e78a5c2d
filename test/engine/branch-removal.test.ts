import { expect, test } from "vitest";
import { clean } from "../../src/engine/clean.js";
import type { Engine } from "../../src/engine/context.js";
import { findRecord } from "../../src/engine/find.js";
import { withRecord } from "../../src/engine/protocol.js";
import { prune } from "../../src/engine/prune.js";
import { removalRunners } from "../../src/engine/removal.js";
import { removalFacts } from "../../src/engine/removal-facts.js";
import { remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { newOp } from "../../src/engine/session.js";
import { createBareRemote, createRepo, type TestRepo } from "../support/repo.js";
import { diagnose } from "./doctor/support.js";
import { createdIn, notes, run } from "./support.js";

/** Two worktrees whose branches hold a commit that nothing else holds. */
async function twins(repo: TestRepo, ...names: [string, string]): Promise<string> {
  const paths: string[] = [];
  for (const branch of names) paths.push((await createdIn(repo, { branch, session: "one" })).path);
  const [first = "", second = ""] = paths;
  repo.gitIn(first, "commit", "--quiet", "--allow-empty", "-m", `Work of ${names[0]}`);
  const tip = repo.gitIn(first, "rev-parse", "HEAD");
  repo.gitIn(second, "reset", "--quiet", "--hard", tip);
  return tip;
}

/** Decides that a branch can go, lets another command do its work, and goes on. */
async function removeAround(engine: Engine, name: string, work: () => Promise<unknown>): Promise<void> {
  const { id } = await findRecord(engine, name);
  await withRecord(engine, id, "remove", async (session) => {
    const { facts } = await removalFacts(engine, session.record, 0);
    expect(facts.reachableElsewhere).toBe(true);
    const effects = await session.open(
      { type: "REMOVE", op: newOp(), force: false, pruneBranch: true },
      facts,
    );
    await work();
    await session.run(effects, removalRunners(session, { force: 0, expected: facts.headOid }));
  });
}

const holders = (repo: TestRepo, oid: string): string[] =>
  repo.git("for-each-ref", `--contains=${oid}`, "--format=%(refname)", "refs/").split("\n");

test("two branches hold the same commit, and both are found to be held elsewhere: the one that goes last is archived", async () => {
  const repo = createRepo();
  const others: [string, (engine: Engine) => Promise<unknown>][] = [
    ["remove", (engine) => remove(engine, "b-remove")],
    ["prune", (engine) => prune(engine, { filter: "all", force: true })],
    ["clean", (engine) => clean(engine, { session: "one" })],
  ];
  for (const [name, other] of others) {
    const branch = `a-${name}`;
    const tip = await twins(repo, branch, `b-${name}`);
    const at = { now: () => Date.now() + (name === "prune" ? 9 * 86_400_000 : 0) };
    await run(repo.dir, (engine) => removeAround(engine, branch, () => run(repo.dir, other, at)));
    expect(repo.git("branch", "--list", branch, `b-${name}`)).toBe("");
    expect(holders(repo, tip), name).toEqual([expect.stringContaining(`refs/coppice/archive/${branch}/`)]);
    const { record } = await run(repo.dir, (engine) => restore(engine, branch));
    expect(record.headOid).toBe(tip);
    await run(repo.dir, (engine) => remove(engine, branch, { force: 1, discard: true }));
  }
});

test("a base that a journal calls a removed worktree's branch: doctor leaves it, and a removal keeps it", async () => {
  const repo = createRepo();
  createBareRemote(repo);
  repo.git("switch", "--quiet", "--create", "mine");
  repo.git("branch", "side");
  await createdIn(repo, { branch: "task/a", base: "side" });
  for (const branch of ["main", "side"]) {
    await createdIn(repo, { branch, base: "mine", adopt: true });
    // Nothing tells that main is the remote's default branch.
    await run(repo.dir, (engine) => remove(engine, branch));
    repo.git("branch", "--force", branch, "mine");
  }
  expect((await diagnose(repo.dir)).findings.map(({ code, subject }) => [code, subject?.branch])).toEqual([
    ["removed-branch-remains", "main"],
  ]);
  repo.git("remote", "set-head", "origin", "main");
  expect((await diagnose(repo.dir)).findings).toEqual([]);
  await createdIn(repo, { branch: "main", base: "mine", adopt: true });
  const report = notes();
  await run(repo.dir, (engine) => remove(engine, "main"), { report });
  expect(report.warnings).toEqual(["The branch main stays: worktrees fork from it."]);
  expect(repo.git("branch", "--list", "main")).toContain("main");
});
