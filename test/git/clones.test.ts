import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isShallow } from "../../src/git/history.js";
import { identity } from "../../src/git/identity.js";
import { openMergeSession } from "../../src/git/merge-session.js";
import { mergeTree } from "../../src/git/merge-tree.js";
import { objectWriter } from "../../src/git/object-writer.js";
import { updateRef } from "../../src/git/refs.js";
import { addWorktree } from "../../src/git/worktree-add.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";
import { branch, commitOn, oidOf, open } from "./support.js";

function withBranches(main: TestRepo): TestRepo {
  commitOn(main, "ours", "main", (write) => write("src/a.txt", "ours\nbeta\n"));
  commitOn(main, "theirs", "main", (write) => write("src/b.txt", "theirs\n"));
  return main;
}

const request = (repo: TestRepo, ours: string, theirs: string, base: string) => ({
  ours: oidOf(repo, ours),
  theirs: oidOf(repo, theirs),
  attributes: oidOf(repo, base),
});

describe("clones of other kinds", () => {
  test("without blobs: what a merge needs is fetched", async () => {
    const source = withBranches(createRepo());
    source.git("checkout", "--quiet", "theirs");
    source.commit("Same file", { "src/a.txt": "alpha\nbeta\ngamma\ndelta\nepsilon\ntheirs\n" });
    source.git("checkout", "--quiet", "main");
    source.git("config", "uploadpack.allowFilter", "true");
    const dir = join(createTempDir(), "partial");
    source.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", `file://${source.dir}`, dir);
    const clone = openRepo(dir);
    const result = await mergeTree(
      await open(dir),
      request(clone, "origin/ours", "origin/theirs", "origin/main"),
    );
    expect(result.outcome).toBe("conflict");
  });

  test("shallow: a base that was not fetched reads as unrelated, and it is known why", async () => {
    const source = withBranches(createRepo());
    const dir = join(createTempDir(), "shallow");
    source.git("clone", "--quiet", "--depth=1", "--no-single-branch", `file://${source.dir}`, dir);
    const clone = openRepo(dir);
    const repo = await open(dir);
    const wanted = request(clone, "origin/ours", "origin/theirs", "origin/main");
    expect(await mergeTree(repo, wanted)).toEqual({ outcome: "unrelated" });
    expect(isShallow(repo)).toBe(true);
    clone.git("fetch", "--quiet", "--deepen=1");
    expect((await mergeTree(repo, wanted)).outcome).toBe("clean");
  });

  test("objects borrowed from another repository: merged", async () => {
    const source = withBranches(createRepo({ name: 'so:ur"ce' }));
    const dir = join(createTempDir(), 'shared "clone"');
    source.git("clone", "--quiet", "--shared", source.dir, dir);
    const clone = openRepo(dir);
    const repo = await open(dir);
    const wanted = request(clone, "origin/ours", "origin/theirs", "origin/main");
    expect((await mergeTree(repo, wanted)).outcome).toBe("clean");
    const forecast = openMergeSession(repo, { attributes: "ours", keep: false });
    expect((await forecast.merge(wanted.ours, wanted.theirs)).outcome).toBe("clean");
    await forecast.close();
  });

  test("SHA-256: merged one by one and in a session, with another base, too", async () => {
    const dir = join(createTempDir(), "sha256");
    mkdirSync(dir);
    const main = openRepo(dir);
    main.git("init", "--quiet", "--object-format=sha256", "-b", "main");
    main.commit("Start", { "src/a.txt": "a\n", "src/b.txt": "b\n", ".gitattributes": "*.txt text\n" });
    withBranches(main);
    const repo = await open(dir);
    const wanted = request(main, "ours", "theirs", "main");
    const single = await mergeTree(repo, wanted);
    expect(single.outcome).toBe("clean");
    expect(await mergeTree(repo, { ...wanted, base: oidOf(main, "main") })).toEqual(single);
    const session = openMergeSession(repo, { attributes: "ours", keep: true });
    const merged = await session.merge(wanted.ours, wanted.theirs);
    expect(merged).toEqual(single);
    if (merged.outcome !== "clean") throw new Error("not clean");
    const parents = [wanted.ours, wanted.theirs];
    const oid = await session.writeCommit({
      tree: merged.tree,
      parents,
      ...(await identity(repo)),
      message: "Merge",
    });
    await session.close();
    expect(await updateRef(repo, "refs/heads/merged", oid, undefined, "merge")).toBe("moved");
    expect(main.git("fsck", "--strict")).toBe("");
  });

  test("a repository shared with a group: new objects are open to it", async () => {
    const main = withBranches(createRepo());
    main.git("config", "core.sharedRepository", "group");
    chmodSync(join(main.dir, ".git/objects"), 0o2775);
    const repo = await open(main.dir);
    const oid = await objectWriter(repo).blob("for everybody\n");
    const folder = join(main.dir, ".git/objects", oid.slice(0, 2));
    expect(statSync(folder).mode & 0o2070).toBe(0o2070);
    expect(statSync(join(folder, oid.slice(2))).mode & 0o777).toBe(0o444);
    const before = new Set(readdirSync(join(main.dir, ".git/objects")));
    const result = await mergeTree(repo, request(main, "ours", "theirs", "main"));
    if (result.outcome !== "clean") throw new Error("not clean");
    const made = result.tree.slice(0, 2);
    if (!before.has(made)) expect(statSync(join(main.dir, ".git/objects", made)).mode & 0o070).toBe(0o070);
  });
});

describe("hooks", () => {
  test("hooks that configuration defines, and a reference-transaction script: not run by our reads and ref moves", async () => {
    const main = createRepo();
    const seen = join(main.dir, "..", "seen");
    for (const name of ["one.two", "plain"]) {
      main.git("config", `hook.${name}.command`, `echo configured >>'${seen}'; :`);
      main.git("config", `hook.${name}.event`, "reference-transaction");
    }
    const hook = join(main.dir, ".git/hooks/reference-transaction");
    mkdirSync(join(main.dir, ".git/hooks"), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\necho script >>'${seen}'\n`, { mode: 0o755 });
    const repo = await open(main.dir);
    const head = oidOf(main, "HEAD");
    expect(await updateRef(repo, "refs/heads/quiet", head, undefined, "")).toBe("moved");
    expect(() => statSync(seen)).toThrow();
    await addWorktree(repo, { path: join(main.dir, "..", "wt"), branch: branch("quiet") });
    expect(main.git("branch", "loud")).toBe("");
    expect(statSync(seen).size).toBeGreaterThan(0);
  });
});
