import { existsSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noteMove, settleMove } from "../../src/engine/base-move.js";
import { withBaseLock } from "../../src/engine/record-lock.js";
import { type Oid, oidSchema } from "../../src/lifecycle/ids.js";
import type { TestRepo } from "../support/repo.js";
import { diagnose, repair, repairedIn, standing } from "./doctor/support.js";
import { edit, mergeOne, project, task } from "./merge-support.js";
import { notes, run } from "./support.js";

const ref = "refs/heads/main";
const large = "task\n".repeat(2000);

/** As after kill -9 of a merge of task/a and of its git, which had written a part of the files. */
async function killed(): Promise<{ readonly repo: TestRepo; readonly from: Oid; readonly to: Oid }> {
  const repo = project({ files: { "kept.txt": "old\n", "gone.txt": "old\n" } });
  const { tree } = await task(repo, "task/a", { "a/new.txt": "new\n", "kept.txt": large, "z.txt": "z\n" });
  tree.git("rm", "--quiet", "gone.txt");
  tree.commit("Take it away", {});
  const from = oidSchema.parse(repo.git("rev-parse", "main"));
  const made = repo.git("commit-tree", "task/a^{tree}", "-p", "main", "-p", "task/a", "-m", "Merge");
  const to = oidSchema.parse(made);
  const gitDir = join(repo.dir, ".git");
  await run(repo.dir, async (engine) => {
    noteMove(engine, { ref, from, to, gitDir });
  });
  edit(repo.dir, "a/new.txt", "new\n");
  edit(repo.dir, "kept.txt", large.slice(0, 4096));
  edit(repo.dir, "mine.txt", "mine\n");
  repo.git("rm", "--quiet", "--cached", "gone.txt");
  repo.git("clean", "--quiet", "--force", "gone.txt");
  repo.git("reset", "--quiet", "--", "gone.txt");
  return { repo, from, to };
}

test("git was killed while it moved base, and another branch is merged first: what it wrote is taken back, and both merges go through", async () => {
  const { repo } = await killed();
  await task(repo, "task/b", { "b.txt": "b\n" });
  const report = notes();
  expect(await mergeOne(repo.dir, "task/b", {}, { report })).toMatchObject({ status: "merged" });
  expect(report.warnings.join()).toMatch(
    /stopped while it moved main in .*: 3 files of the merge are taken back/,
  );
  expect(repo.git("status", "--porcelain")).toBe("?? mine.txt");
  expect(existsSync(join(repo.dir, "a/new.txt"))).toBe(false);
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({ status: "merged" });
  expect(repo.read("kept.txt")).toBe(large);
  expect(repo.git("status", "--porcelain")).toBe("?? mine.txt");
});

test("doctor tells of it, whatever the journals say, and takes it back; base that has the merge since is let alone", async () => {
  const { repo, from, to } = await killed();
  expect(standing(await diagnose(repo.dir))).toContain("base-move-left main");
  expect(repairedIn(await repair(repo.dir))).toContain("base-move-left main");
  expect(repo.git("status", "--porcelain")).toBe("?? mine.txt");
  const again = (): Promise<void> =>
    run(repo.dir, async (engine) => {
      noteMove(engine, { ref, from, to, gitDir: join(repo.dir, ".git") });
    });
  // git went on alone and brought it to its end; then somebody has emptied a file.
  await again();
  repo.git("merge", "--quiet", "--ff-only", to);
  edit(repo.dir, "kept.txt", "");
  expect(standing(await diagnose(repo.dir))).toEqual([]);
  const settle = (): Promise<number> =>
    run(repo.dir, (engine) => withBaseLock(engine, () => settleMove(engine, ref)));
  expect(await settle()).toBe(0);
  expect(repo.read("kept.txt")).toBe("");
});

test("an old file cannot be written again, as on a full disk: that is said, and whoever comes next takes the rest back", async () => {
  const { repo } = await killed();
  edit(repo.dir, ".git/info/attributes", "gone.txt filter=broken\n");
  repo.git("config", "filter.broken.smudge", "false");
  repo.git("config", "filter.broken.required", "true");
  const settle = (): Promise<number> =>
    run(repo.dir, (engine) => withBaseLock(engine, () => settleMove(engine, ref)));
  await expect(settle()).rejects.toMatchObject({ code: "GIT_FAILED" });
  repo.git("config", "--remove-section", "filter.broken");
  await settle();
  expect(repo.git("status", "--porcelain")).toBe("?? mine.txt");
});

test("git's lock lies where base is checked out, and a file there was touched: the lock is named, and no file called edited", async () => {
  const repo = project();
  await task(repo, "task/a", { "README.md": "changed\n" });
  edit(repo.dir, ".git/index.lock", "");
  utimesSync(join(repo.dir, "README.md"), 1, 1);
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({ error: { code: "MERGE_FAILED" } });
  expect(JSON.stringify(outcome)).toContain("index.lock");
  rmSync(join(repo.dir, ".git/index.lock"));
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({ status: "merged" });
});
