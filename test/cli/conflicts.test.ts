import { describe, expect, test } from "vitest";
import { put, recordOnly, sketch } from "../engine/forecast-support.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { coppice, done } from "./support.js";

/** `a` and `b` change the same line, `late` that of base; `none` has nothing, `lost` does not exist. */
async function situation(): Promise<TestRepo> {
  const repo = createRepo();
  await recordOnly(repo, ["a", "b", "late", "none", "lost"]);
  sketch(repo, [
    { branch: "a", commands: [put("src/a.txt", "a\n")] },
    { branch: "b", commands: [put("src/a.txt", "b\n"), put("b.txt", "b\n")] },
    { branch: "late", commands: [put("src/b.txt", "late\n"), put("README.md", "late\n")] },
  ]);
  repo.git("branch", "none", "main");
  repo.git("rm", "--quiet", "src/b.txt");
  repo.commit("Base goes on", { "README.md": "base\n" });
  return repo;
}

const note = "only commits count; uncommitted changes are left out";
const cells = (text: string): string[][] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => line.trimStart().split(/\s{2,}/));

describe("conflicts", () => {
  test("for a person: each branch and base, with files, their kinds, or why nothing can be told", async () => {
    const repo = await situation();
    const { stdout } = await done(repo.dir, "conflicts");
    expect(cells(stdout)).toEqual([
      ["branch", "with", "merge", "files"],
      ["a", "main", "clean"],
      ["b", "main", "clean"],
      ["late", "main", "conflict", "README.md (content), src/b.txt (modify/delete)"],
      ["none", "main", "nothing to merge"],
      ["lost", "main", "cannot be told", "This clone has no branch lost, or its commit cannot be read."],
      [note],
    ]);
    expect((await done(repo.dir, "conflicts", "late", "--quiet")).stdout).not.toContain(note);
  });

  test("--matrix --order: a square of what can be merged, the conflicts, an order", async () => {
    const repo = await situation();
    const { stdout } = await done(repo.dir, "conflicts", "--matrix", "--order", "a", "b", "late");
    expect(cells(stdout)).toEqual([
      ["main", "b", "late"],
      ["a", "clean", "conflict", "clean"],
      ["b", "clean", "clean"],
      ["late", "conflict"],
      [""],
      ["branch", "with", "merge", "files"],
      ["late", "main", "conflict", "README.md (content), src/b.txt (modify/delete)"],
      ["a", "b", "conflict", "src/a.txt (content)"],
      [""],
      ["an order that conflicts least"],
      ["1. a into main: clean"],
      ["2. b into main: conflict"],
      ["3. late into main: conflict"],
      [note],
    ]);
  });

  test("--json: base, pairs and order; a conflict is no failure of a forecast", async () => {
    const repo = await situation();
    const run = await coppice(repo.dir, ["conflicts", "--order", "--json"]);
    expect(run.code).toBe(0);
    expect(run.json()).toMatchObject({
      base: [{ branch: "main", oid: repo.git("rev-parse", "main") }],
      pairs: [
        { branch: "a", with: "main", kind: "base", outcome: "clean", files: [], total: 0, reason: null },
        { branch: "b", outcome: "clean" },
        {
          branch: "late",
          outcome: "conflict",
          files: [
            { path: "README.md", kind: "content" },
            { path: "src/b.txt", kind: "modify/delete" },
          ],
          total: 2,
        },
        { branch: "none", outcome: "contained" },
        { branch: "lost", outcome: "unknown", reason: expect.stringContaining("no branch lost") },
      ],
      order: [
        { branch: "a", base: "main", outcome: "clean" },
        { branch: "b", base: "main", outcome: "conflict" },
        { branch: "late", base: "main", outcome: "conflict" },
      ],
    });
  });

  test("no worktrees: said, and empty for a machine; an unknown one: an error", async () => {
    const repo = createRepo();
    expect((await done(repo.dir, "conflicts")).stdout).toBe("no worktrees to compare\n");
    expect((await done(repo.dir, "conflicts", "--json")).json()).toEqual({ base: [], pairs: [], order: [] });
    const run = await coppice(repo.dir, ["conflicts", "nobody", "--json"]);
    expect([run.code, run.json()]).toMatchObject([1, { error: { code: "NO_WORKTREE" } }]);
  });

  test("more branches than fit beside each other: the pairs in conflict, and how many are not", async () => {
    const repo = createRepo();
    const names = Array.from({ length: 10 }, (_, index) => `b${index}`);
    await recordOnly(repo, names);
    sketch(
      repo,
      names.map((branch, index) => ({
        branch,
        commands: [put(index < 2 ? "src/a.txt" : `${branch}.txt`, `${branch}\n`)],
      })),
    );
    const { stdout } = await done(repo.dir, "conflicts", "--matrix");
    expect(cells(stdout)).toEqual([
      ["branch", "with", "merge", "files"],
      ["b0", "b1", "conflict", "src/a.txt (content)"],
      ["54 other pairs without a conflict"],
      [note],
    ]);
  });
});
