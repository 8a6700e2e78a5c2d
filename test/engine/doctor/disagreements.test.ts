import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { create } from "../../../src/engine/create.js";
import { findRecord } from "../../../src/engine/find.js";
import { acquireLease } from "../../../src/engine/lease.js";
import { lock } from "../../../src/engine/lock.js";
import { remove } from "../../../src/engine/remove.js";
import { createBareRemote, createRepo, type TestRepo } from "../../support/repo.js";
import { recordIn, run } from "../support.js";
import { diagnose, repair, repairedIn, standing } from "./support.js";

const setup = { copyEnv: false, installDeps: false, runInitScript: false };
/** A process number that no system gives out. */
const nobody = 2 ** 22 + 1;

const places = (repo: TestRepo) => {
  const root = join(repo.dir, ".worktrees");
  const at = (name: string): string => join(root, `task-${name}`);
  const own = join(repo.dir, ".git", "coppice");
  return { root, at, own };
};

async function idOf(repo: TestRepo, branch: string): Promise<string> {
  return (await recordIn(repo.dir, branch)).id;
}

test("journals that disagree with git in every way: found, nothing written; repaired; what only a person can mend stays", async () => {
  const repo = createRepo();
  createBareRemote(repo);
  const { root, at, own } = places(repo);
  repo.git("branch", "side");
  await run(repo.dir, async (engine) => {
    for (const name of [
      "gone",
      "orphan",
      "nobranch",
      "old",
      "away",
      "loose",
      "busy",
      "squashed",
      "left",
      "ghost",
      "kept",
    ])
      await create(engine, { branch: `task/${name}`, setup });
    await create(engine, { branch: "task/based", base: "side", setup });
    await lock(engine, "task/busy", "mine");
    await acquireLease(engine, (await findRecord(engine, "task/based")).id, { holder: "an agent" });
    for (const name of ["left", "ghost", "kept"]) await remove(engine, `task/${name}`);
  });
  const ids = { busy: await idOf(repo, "task/busy"), based: await idOf(repo, "task/based") };

  rmSync(at("gone"), { recursive: true });
  rmSync(at("orphan"), { recursive: true });
  rmSync(join(repo.dir, ".git", "refs", "heads", "task", "orphan"));
  rmSync(join(repo.dir, ".git", "refs", "heads", "task", "nobranch"));
  repo.git("worktree", "add", "--quiet", "-b", "task/plain", at("plain"));
  repo.gitIn(at("old"), "branch", "-m", "task/new");
  repo.gitIn(at("away"), "switch", "--quiet", "--create", "elsewhere");
  repo.gitIn(at("loose"), "switch", "--quiet", "--detach");
  writeFileSync(join(at("busy"), "one.txt"), "one\n");
  repo.gitIn(at("busy"), "add", "one.txt");
  repo.gitIn(at("busy"), "commit", "--quiet", "-m", "One");
  writeFileSync(join(at("busy"), "two.txt"), "two\n");
  rmSync(join(repo.dir, ".git", "worktrees", "task-busy", "locked"));
  writeFileSync(join(repo.dir, ".git", "worktrees", "task-busy", "coppice", "state"), "merging\n");
  rmSync(join(own, "managed", "task", "busy"));
  for (const message of ["First", "Second"]) {
    writeFileSync(join(at("squashed"), `${message}.txt`), `${message}\n`);
    repo.gitIn(at("squashed"), "add", ".");
    repo.gitIn(at("squashed"), "commit", "--quiet", "-m", message);
  }
  repo.git("merge", "--quiet", "--squash", "task/squashed");
  repo.commit("Both");
  repo.git("push", "--quiet", "origin", "main");
  repo.git("branch", "task/left", "main~1");
  for (const name of ["ghost", "kept"]) {
    repo.git("worktree", "add", "--quiet", "-b", `task/${name}`, at(name), "main~1");
    const mark = join(repo.dir, ".git", "worktrees", `task-${name}`, "coppice", "id");
    mkdirSync(dirname(mark));
    writeFileSync(mark, `${await idOf(repo, `task/${name}`)}\n`);
  }
  writeFileSync(join(at("kept"), "precious.txt"), "mine\n");
  repo.git("branch", "-D", "side");
  const lease = join(own, "local", ids.based, "lease.json");
  const held = JSON.parse(readFileSync(lease, "utf8"));
  writeFileSync(lease, JSON.stringify({ ...held, owner: { ...held.owner, pid: nobody } }));
  mkdirSync(join(own, "local", "0".repeat(40)));
  repo.git("worktree", "add", "--quiet", "--detach", join(root, `.verify-${ids.busy.slice(0, 16)}-0000`));

  const byHand = ["base-missing side", "branch-switched task/away", "head-detached task/loose"];
  const mendable = [
    "branch-missing task/nobranch",
    "branch-renamed task/old",
    "head-differs task/busy",
    "landed task/squashed",
    "lease-left task/based",
    "lock-lost task/busy",
    "marks-differ",
    "notes-left",
    "removed-branch-remains task/left",
    "removed-directory-remains task/ghost",
    "removed-directory-remains task/kept",
    "state-not-told task/busy",
    "status-differs task/busy",
    "unrecorded-worktree task/plain",
    "verify-left task/busy",
    "worktree-missing task/gone",
    "worktree-orphaned task/orphan",
  ];
  const found = await diagnose(repo.dir);
  expect(standing(found)).toEqual([...byHand, ...mendable, "head-differs task/squashed"].sort());
  expect(found.healthy).toBe(false);

  const fixed = await repair(repo.dir);
  expect(fixed.findings.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
  expect(standing(fixed)).toEqual(byHand);
  expect(repairedIn(fixed)).toEqual(
    expect.arrayContaining(mendable.filter((one) => !/differ|told/.test(one))),
  );
  const states = Object.fromEntries(
    await Promise.all(
      ["gone", "orphan", "nobranch", "plain", "new", "busy", "squashed", "kept"].map(
        async (name) => [name, (await recordIn(repo.dir, `task/${name}`)).status] as const,
      ),
    ),
  );
  expect(states).toEqual({
    gone: "error",
    orphan: "removed",
    nobranch: "error",
    plain: "active",
    new: "active",
    busy: "dirty",
    squashed: "removed",
    kept: "dirty",
  });
  expect((await recordIn(repo.dir, "task/gone")).lastError?.code).toBe("WORKTREE_NOT_FOUND");
  expect(readFileSync(join(at("kept"), "precious.txt"), "utf8")).toBe("mine\n");
  expect(repo.git("branch", "--list", "task/left", "task/ghost", "task/squashed")).toBe("");

  repo.git("branch", "side", "main");
  repo.gitIn(at("away"), "switch", "--quiet", "task/away");
  repo.gitIn(at("loose"), "switch", "--quiet", "task/loose");
  repo.git("branch", "task/nobranch", "main~1");
  const again = await diagnose(repo.dir);
  expect(standing(again)).toEqual(["worktree-back task/nobranch"]);
  const last = await repair(repo.dir);
  expect(last.healthy).toBe(true);
  expect((await recordIn(repo.dir, "task/nobranch")).status).toBe("active");
  expect((await diagnose(repo.dir)).healthy).toBe(true);
});
