import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { remove } from "../../src/engine/remove.js";
import { restore } from "../../src/engine/restore.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { type Site, siteOf } from "./archive-kinds.js";
import { look } from "./look.js";
import { createdIn, failure, notes, run } from "./support.js";

/** Runs git where it ends with a conflict. */
function stops({ path }: Site, ...args: string[]): void {
  expect(() => execFileSync("git", args, { cwd: path, stdio: "ignore" })).toThrow();
}

/** How an operation is begun, and what of it an archive holds beside files and index. */
const operations: Readonly<Record<string, (site: Site) => string | undefined>> = {
  merge: (site) => {
    stops(site, "merge", "--quiet", "main");
    return site.git("rev-parse", "MERGE_HEAD");
  },
  rebase: (site) => {
    site.write("edit.txt", "put aside\n");
    site.git("add", "edit.txt");
    stops(site, "rebase", "--quiet", "--autostash", "main");
    // What was not committed is in no file of the worktree now.
    return readFileSync(site.git("rev-parse", "--git-path", "rebase-merge/autostash"), "utf8").trim();
  },
  "cherry-pick": (site) => {
    stops(site, "cherry-pick", "main");
    return site.git("rev-parse", "CHERRY_PICK_HEAD");
  },
  revert: (site) => {
    site.write("a.txt", "task, once more\n");
    site.git("commit", "--quiet", "-am", "Once more");
    stops(site, "revert", "--no-edit", "HEAD~1");
    return site.git("rev-parse", "REVERT_HEAD");
  },
  am: (site) => {
    const patch = site.git("format-patch", "--stdout", "-1", "main");
    writeFileSync(site.at("../patch"), `${patch}\n`);
    stops(site, "am", "--quiet", "--3way", "../patch");
    return undefined;
  },
  bisect: (site) => {
    site.git("bisect", "start", "HEAD", "HEAD~2");
    site.write("a.txt", "tried out\n");
    return undefined;
  },
};

test.each(Object.keys(operations))(
  "%s in progress: twice forced and told before; files, index and HEAD are back, it is not",
  async (operation) => {
    const repo: TestRepo = createRepo({ files: { "a.txt": "base\n", "b.txt": "b\n" } });
    const { path } = await createdIn(repo, { branch: "task/a" });
    const site = siteOf(path);
    site.write("a.txt", "task\n");
    site.git("commit", "--quiet", "-am", "Task");
    repo.commit("Main", { "a.txt": "main\n", "c.txt": "from main\n" });
    const held = operations[operation]?.(site);
    const before = await look(path);

    const refused = await failure(run(repo.dir, (engine) => remove(engine, "task/a", { force: 1 })));
    expect(refused.code).toBe("WORKTREE_DIRTY");
    const report = notes();
    await run(repo.dir, (engine) => remove(engine, "task/a", { force: 2 }), { report });
    expect(report.warnings.join()).toContain(
      `of the ${operation} in progress, index and files are archived; that it was in progress is not`,
    );
    repo.git("gc", "--quiet", "--prune=now");
    const archive = repo.git("for-each-ref", "--format=%(refname)", "refs/coppice/archive/");
    if (held !== undefined) expect(repo.git("rev-list", "--parents", "-1", archive)).toContain(held);
    if (operation === "am")
      expect(repo.git("show", `${archive}:operation/rebase-apply/0001`)).toContain("Subject: [PATCH] Main");

    await run(repo.dir, (engine) => restore(engine, "task/a"));
    expect(await look(path)).toEqual(before);
    repo.git("fsck", "--no-dangling", "--no-progress");
  },
);

test.each([0, 1] as const)(
  "edits that a rebase has put aside, and nothing else is changed: archived with force %i",
  async (force) => {
    const repo = createRepo({ files: { "a.txt": "base\n" } });
    const { path } = await createdIn(repo, { branch: "task/a" });
    const site = siteOf(path);
    site.write("a.txt", "nowhere else\n");
    site.git(
      "-c",
      "sequence.editor=echo break >",
      "rebase",
      "--quiet",
      "--interactive",
      "--autostash",
      "HEAD",
    );
    const held = readFileSync(site.git("rev-parse", "--git-path", "rebase-merge/autostash"), "utf8").trim();
    expect(site.git("status", "--porcelain")).toBe("");
    await run(repo.dir, (engine) => remove(engine, "task/a", { force }));
    repo.git("gc", "--quiet", "--prune=now");
    expect(repo.git("rev-list", "--all", "--glob=refs/coppice/archive").split("\n")).toContain(held);
    await run(repo.dir, (engine) => restore(engine, "task/a"));
  },
);
