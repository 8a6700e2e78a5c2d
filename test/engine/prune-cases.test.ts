import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { create } from "../../src/engine/create.js";
import { type PruneOptions, prune } from "../../src/engine/prune.js";
import { createRepo } from "../support/repo.js";
import { siteOf } from "./archive-kinds.js";
import { notes, run } from "./support.js";

test("L1 to L7 and L10, pruned with force: archived where something would be lost, else kept with the reason", async () => {
  const repo = createRepo();
  const paths = new Map<string, string>();
  const names = ["commits", "away", "twice", "deleted", "emptied", "inside", "untracked", "module", "fresh"];
  await run(repo.dir, async (engine) => {
    for (const name of names) {
      const { path } = await create(engine, { branch: `task/${name}` });
      paths.set(name, path);
      if (name !== "fresh") siteOf(path).git("commit", "--quiet", "--allow-empty", "-m", name);
    }
  });
  const at = (name: string): string => paths.get(name) ?? "";
  const tip = repo.git("rev-parse", "task/commits");
  renameSync(at("away"), `${at("away")}.unmounted`);
  const second = join(dirname(repo.dir), "second");
  repo.git("worktree", "add", "--quiet", "--force", second, "task/twice");
  for (const name of ["deleted", "emptied"]) rmSync(at(name), { recursive: true });
  mkdirSync(at("emptied"));
  writeFileSync(join(at("untracked"), "new.txt"), "new\n");
  const module = siteOf(join(at("module"), "lib"));
  mkdirSync(module.path);
  module.git("init", "--quiet");
  module.git("commit", "--quiet", "--allow-empty", "-m", "Only here");
  siteOf(at("module")).git("-c", "advice.addEmbeddedRepo=false", "add", "lib");
  siteOf(at("module")).git("commit", "--quiet", "-m", "Add the library");

  const report = notes();
  const told = (options: PruneOptions): Promise<Record<string, string>> =>
    run(
      repo.dir,
      async (engine) => {
        const { worktrees } = await prune({ ...engine, cwd: at("inside") }, { filter: "all", ...options });
        return Object.fromEntries(
          worktrees.map(({ branch, verdict, reason }) => [
            branch.slice("task/".length),
            `${verdict} ${reason}`,
          ]),
        );
      },
      { report },
    );
  expect(await told({ dryRun: true })).toMatchObject({
    untracked: "skipped uncommitted",
    module: "skipped uncommitted",
  });
  expect(await told({ force: true })).toEqual({
    commits: "removed stale",
    away: "skipped missing",
    twice: "removed stale",
    deleted: "skipped missing",
    // It cannot be looked at, so nothing is known of it.
    emptied: "skipped unknown",
    inside: "skipped inside",
    untracked: "removed stale",
    module: "removed stale",
    fresh: "skipped new",
  });
  const refs = repo.git("for-each-ref", "--format=%(refname)").split("\n");
  const archived = (name: string) =>
    refs.filter((ref) => ref.startsWith(`refs/coppice/archive/task/${name}/`));
  expect(repo.git("rev-parse", archived("commits")[0] ?? "")).toBe(tip);
  expect(repo.git("show", `${archived("untracked")[0]}:untracked/new.txt`)).toBe("new");
  expect(repo.git("ls-tree", "--name-only", `${archived("module")[0]}:modules/0`)).toContain("bundle");
  // Its second worktree has it still.
  expect(repo.gitIn(second, "rev-parse", "--abbrev-ref", "HEAD")).toBe("task/twice");
  expect(repo.gitIn(second, "status", "--porcelain")).toBe("");
  expect(report.warnings.join()).toContain("task/twice stays: it is checked out");
  expect(existsSync(at("twice"))).toBe(false);
  renameSync(`${at("away")}.unmounted`, at("away"));
  expect(repo.gitIn(at("away"), "status", "--porcelain")).toBe("");
  expect(["deleted", "fresh", "inside"].every((name) => refs.includes(`refs/heads/task/${name}`))).toBe(true);
});
