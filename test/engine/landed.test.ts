import { describe, expect, test } from "vitest";
import { remove } from "../../src/engine/remove.js";
import { show } from "../../src/engine/show.js";
import { createBareRemote, snapshot } from "../support/repo.js";
import { commitAt, gone, mergeOne, project, type Task, task } from "./merge-support.js";
import { failure, lifeOf, recordIn, run } from "./support.js";

const text = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;

/** A task of two commits in one file, which end in something else than they began with. */
async function twoCommits(repo: ReturnType<typeof project>): Promise<Task> {
  const one = await task(repo, "task/a", { "src/b.txt": text("one", "first try", "three") });
  one.tree.commit("Better", { "src/b.txt": text("one", "second try", "three"), "new.txt": "new\n" });
  return one;
}

function squash(repo: ReturnType<typeof project>): string {
  repo.git("merge", "--squash", "--quiet", "task/a");
  return repo.commit("Squashed by hand");
}

const look = (dir: string) => run(dir, (engine) => show(engine, "task/a"));
const take = (dir: string) => run(dir, (engine) => remove(engine, "task/a"));

describe("L8: a branch whose work base has under other commits", () => {
  test("squashed, then base moved on in the same lines: merged, the squash is named; it can be removed", async () => {
    const repo = project();
    const one = await twoCommits(repo);
    const squashed = squash(repo);
    repo.commit("Base moves on", { "src/b.txt": text("one", "rewritten", "three"), "new.txt": "newer\n" });

    expect((await look(repo.dir)).merged).toMatchObject({ mergeOid: squashed, evidence: "patch-id" });
    const merged = await mergeOne(repo.dir, "task/a");
    expect(merged).toMatchObject({ status: "already-merged", error: { details: { reason: "patch-id" } } });
    expect(merged.status === "already-merged" && merged.error.message).toContain(squashed.slice(0, 12));
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");

    expect((await take(repo.dir)).status).toBe("removed");
    expect(gone(one)).toBe(true);
    expect(repo.git("branch", "--list", "task/a")).toBe("");
    expect((await recordIn(repo.dir, "task/a")).landed).toMatchObject({
      target: "main",
      mergeOid: squashed,
      evidence: "patch-id",
    });
    expect(await lifeOf(repo.dir, "task/a")).toContain("LANDED>active");
  });

  test("each commit picked, then base moved on: merged, by its commits", async () => {
    const repo = project();
    await twoCommits(repo);
    repo.commit("Base moves", { "src/a.txt": "base\n" });
    repo.git("cherry-pick", "task/a~1", "task/a");
    const last = commitAt(repo, "main").oid;
    repo.commit("Base moves on", { "src/b.txt": text("one", "rewritten", "three") });
    expect((await look(repo.dir)).merged).toMatchObject({ mergeOid: last, evidence: "commits" });
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("already-merged");
    expect((await take(repo.dir)).status).toBe("removed");
  });

  test("brought together with other changes: merged, by its content", async () => {
    const repo = project();
    await twoCommits(repo);
    repo.git("merge", "--squash", "--quiet", "task/a");
    repo.commit("Squashed with more", { "src/a.txt": "more\n" });
    expect((await look(repo.dir)).merged).toMatchObject({ evidence: "tree" });
    expect((await take(repo.dir)).status).toBe("removed");
  });

  test("squashed on the remote: what is known of it counts", async () => {
    const repo = project();
    createBareRemote(repo);
    await twoCommits(repo);
    const squashed = squash(repo);
    repo.git("push", "--quiet", "origin", "main");
    repo.git("reset", "--quiet", "--hard", "main~1");
    expect((await look(repo.dir)).merged).toMatchObject({ mergeOid: squashed, evidence: "patch-id" });
    expect((await take(repo.dir)).status).toBe("removed");
  });
});

describe("what is no such branch", () => {
  test("one more commit after the squash: not merged, and not removed without force", async () => {
    const repo = project();
    const one = await twoCommits(repo);
    squash(repo);
    one.tree.commit("More", { "more.txt": "more\n" });
    expect((await look(repo.dir)).merged).toBeNull();
    expect((await failure(take(repo.dir))).code).toBe("WORKTREE_DIRTY");
  });

  test("only one of its commits was picked: not merged", async () => {
    const repo = project();
    await twoCommits(repo);
    repo.git("cherry-pick", "task/a~1");
    expect((await look(repo.dir)).merged).toBeNull();
    expect((await failure(take(repo.dir))).code).toBe("WORKTREE_DIRTY");
  });

  test("base indented the same lines in another way: not merged", async () => {
    const repo = project();
    await task(repo, "task/a", { "src/b.txt": text("one", "\ttwo", "three") });
    repo.commit("Base indents", { "src/b.txt": text("one", "  two", "three") });
    repo.commit("Base moves on", { "src/b.txt": text("one", "  two", "rewritten") });
    expect((await look(repo.dir)).merged).toBeNull();
    expect((await failure(take(repo.dir))).code).toBe("WORKTREE_DIRTY");
  });

  test("commits that come to nothing: not merged, as nothing tells where they are", async () => {
    const repo = project();
    const one = await task(repo, "task/a", { "new.txt": "new\n" });
    one.tree.git("revert", "--no-edit", "HEAD");
    repo.commit("Base moves on", { "src/a.txt": "base\n" });
    expect((await look(repo.dir)).merged).toBeNull();
    expect((await failure(take(repo.dir))).code).toBe("WORKTREE_DIRTY");
  });

  test("a real conflict: a conflict, and looking for evidence leaves nothing behind", async () => {
    const repo = project();
    await task(repo, "task/a", { "src/b.txt": "task\n" });
    repo.commit("Base", { "src/b.txt": "base\n" });
    const before = { ...snapshot(repo.dir), objects: repo.git("count-objects", "-v") };
    expect((await look(repo.dir)).merged).toBeNull();
    expect({ ...snapshot(repo.dir), objects: repo.git("count-objects", "-v") }).toEqual(before);
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
  });
});
