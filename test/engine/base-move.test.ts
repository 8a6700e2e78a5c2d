import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noteMove, settleMove } from "../../src/engine/base-move.js";
import { withBaseLock } from "../../src/engine/record-lock.js";
import { GitRunner } from "../../src/git/run.js";
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

/** base is about to be moved to a commit of task/a, with what is to lie in its checkout when git has been killed. */
async function stopped(
  repo: TestRepo,
  change: (at: TestRepo) => void,
  left: (to: Oid) => void,
): Promise<() => Promise<number>> {
  const { tree } = await task(repo, "task/a");
  change(tree);
  tree.git("add", "--all");
  tree.git("commit", "--quiet", "--message=Work");
  const [from, to] = ["main", "task/a"].map((name) => oidSchema.parse(repo.git("rev-parse", name)));
  if (from === undefined || to === undefined) throw new Error("no commits");
  await run(repo.dir, async (engine) => {
    noteMove(engine, { ref, from, to, gitDir: join(repo.dir, ".git") });
  });
  left(to);
  return () => run(repo.dir, (engine) => withBaseLock(engine, () => settleMove(engine, ref)));
}

test("a file gave way to a folder, a link and a mode changed, and a name is no UTF-8: all is as before", async () => {
  const repo = project({ files: { way: "a file\n", "run.sh": "run\n" } });
  const latin = (at: TestRepo): Buffer => Buffer.from(join(at.dir, "l\u00e4tin"), "latin1");
  const change = (at: TestRepo): void => {
    rmSync(join(at.dir, "way"));
    edit(at.dir, "way/in.txt", "in the folder\n");
    chmodSync(join(at.dir, "run.sh"), 0o755);
    rmSync(join(at.dir, "link"));
    symlinkSync("there", join(at.dir, "link"));
    writeFileSync(latin(at), large);
  };
  symlinkSync("here", join(repo.dir, "link"));
  writeFileSync(latin(repo), "old\n");
  repo.git("add", "--all");
  repo.commit("Names", {});
  const settle = await stopped(repo, change, () => {
    change(repo);
    writeFileSync(latin(repo), large.slice(0, 100));
  });
  expect(await settle()).toBe(5);
  expect(repo.git("status", "--porcelain")).toBe("");
  expect([repo.read("way"), readFileSync(latin(repo), "utf8")]).toEqual(["a file\n", "old\n"]);
});

test("an edit that is the beginning of the merge's version, of what was staged as the merge has it: git wrote nothing there, it stays", async () => {
  const repo = project({ files: { "kept.txt": "old\n" } });
  const change = (at: TestRepo): void => {
    edit(at.dir, "kept.txt", large);
    edit(at.dir, "mine.txt", large);
  };
  edit(repo.dir, "mine.txt", large);
  repo.git("add", "mine.txt");
  edit(repo.dir, "mine.txt", large.slice(0, 100));
  const settle = await stopped(repo, change, () => edit(repo.dir, "kept.txt", large.slice(0, 100)));
  expect(await settle()).toBe(1);
  expect(repo.git("status", "--porcelain")).toBe("AM mine.txt");
  expect([repo.read("kept.txt"), repo.read("mine.txt")]).toEqual(["old\n", large.slice(0, 100)]);
});

test("only the ref was left to write, and something else had been staged: that alone stays staged", async () => {
  const repo = project({ files: { "kept.txt": "old\n" } });
  const settle = await stopped(
    repo,
    (at) => edit(at.dir, "kept.txt", large),
    (to) => {
      edit(repo.dir, "staged.txt", "staged\n");
      repo.git("add", "staged.txt");
      repo.git("update-index", "--refresh");
      repo.git("read-tree", "-m", "-u", "main", to);
    },
  );
  expect(await settle()).toBe(1);
  expect(repo.git("status", "--porcelain")).toBe("A  staged.txt");
  expect(repo.read("kept.txt")).toBe("old\n");
});

test("many files with line ends of their own: taken back with few gits", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `many/${at}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, "old\n"]));
  const repo = project({ files: { ".gitattributes": "*.txt eol=crlf\n", ...files } });
  const settle = await stopped(
    repo,
    (at) => {
      for (const name of names) edit(at.dir, name, large);
    },
    () => {
      for (const name of names) edit(repo.dir, name, large.replaceAll("\n", "\r\n").slice(0, 100));
    },
  );
  const git = new GitRunner();
  const count = await run(repo.dir, (engine) => withBaseLock(engine, () => settleMove(engine, ref)), { git });
  expect([count, await settle()]).toEqual([40, 0]);
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(git.count).toBeLessThan(30);
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
