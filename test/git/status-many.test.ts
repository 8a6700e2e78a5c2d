import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Repository } from "../../src/git/repository.js";
import { status } from "../../src/git/status.js";
import { type StatusTarget, statusEach } from "../../src/git/status-many.js";
import { gitDirOf } from "../../src/git/worktree-links.js";
import { CoppiceError } from "../../src/lifecycle/errors.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { codeOf, open } from "./support.js";

/** Worktrees inside the main one, where git would find the main repository if a link were broken. */
function worktrees(main: TestRepo, count: number): StatusTarget[] {
  return Array.from({ length: count }, (_, index) => {
    const path = join(main.dir, ".worktrees", `w ${index}`);
    main.git("worktree", "add", "--quiet", "-b", `branch-${index}`, path);
    const gitDir = gitDirOf(path);
    if (gitDir === undefined) throw new Error("no worktree was made");
    return { path, gitDir };
  });
}

const at = (targets: readonly StatusTarget[], index: number): StatusTarget => {
  const target = targets[index];
  if (target === undefined) throw new Error(`there is no worktree ${index}`);
  return target;
};

const oneByOne = (repo: Repository, targets: readonly StatusTarget[]) =>
  Promise.all(targets.map(({ path, gitDir }) => status(repo, path, { gitDir })));

const statusMany = (...given: Parameters<typeof statusEach>) => Promise.all(statusEach(...given));

test("worktrees in every condition: the answers that each gives alone, with few processes of ours", async () => {
  const main = createRepo();
  const targets = worktrees(main, 12);
  const write = (index: number, name: string, text: string): void => {
    const file = join(at(targets, index).path, name);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
  };
  write(1, "src/a.txt", "changed\n");
  write(2, "# branch.oid 1", "a name like the head of an answer\n");
  write(3, "folder/# branch.oid 1\n# branch.head x", "");
  write(4, "staged", "");
  main.gitIn(at(targets, 4).path, "add", "staged");
  main.gitIn(at(targets, 5).path, "checkout", "--quiet", "--detach");
  main.gitIn(at(targets, 6).path, "checkout", "--quiet", "--orphan", "unborn");
  main.git("config", "status.showUntrackedFiles", "no");
  const repo = await open(main.dir);
  const alone = await oneByOne(repo, targets);
  const before = repo.git.count;
  expect(await statusMany(repo, targets)).toEqual(alone);
  expect(repo.git.count - before).toBeLessThan(12);
});

test("a worktree that lost its link or its registration: an error in its place, the others as they are", async () => {
  const main = createRepo();
  const targets = worktrees(main, 9);
  rmSync(join(at(targets, 3).path, ".git"));
  rmSync(at(targets, 5).path, { recursive: true });
  rmSync(at(targets, 7).gitDir, { recursive: true });
  const repo = await open(main.dir);
  const found = await statusMany(repo, targets);
  const failed = found.flatMap((one, index) => (one instanceof CoppiceError ? [index] : []));
  // The registration of the first is whole, so its directory can still be looked at through it.
  expect(failed).toEqual([5, 7]);
  expect(found[3]).toEqual(await status(repo, at(targets, 3).path, { gitDir: at(targets, 3).gitDir }));
  const whole = targets.filter((_, index) => ![3, 5, 7].includes(index));
  expect(found.filter((_, index) => ![3, 5, 7].includes(index))).toEqual(await oneByOne(repo, whole));
});

test("the configuration names repositories under the same key: they are left out", async () => {
  const main = createRepo();
  const targets = worktrees(main, 6);
  main.git("config", "coppice-status.worktree", main.dir);
  const repo = await open(main.dir);
  expect(await statusMany(repo, targets)).toEqual(await oneByOne(repo, targets));
});

test("an interruption: INTERRUPTED", async () => {
  const main = createRepo();
  const targets = worktrees(main, 5);
  const repo = await open(main.dir);
  expect(await codeOf(statusMany(repo, targets, { signal: AbortSignal.abort() }))).toBe("INTERRUPTED");
});

test("hundreds of changes in each, told in pieces: every answer is whole", async () => {
  const main = createRepo();
  const targets = worktrees(main, 8);
  for (const { path } of targets) {
    for (let file = 0; file < 300; file += 1) {
      writeFileSync(join(path, `${file} ${"ä".repeat(100)}`), "");
    }
  }
  const repo = await open(main.dir);
  const alone = await oneByOne(repo, targets);
  expect(await Promise.all(statusEach(repo, targets))).toEqual(alone);
});
