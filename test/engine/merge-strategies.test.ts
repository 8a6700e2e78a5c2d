import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { resolve } from "../../src/engine/resolve.js";
import { commitAt, gone, leaveMain, mergeOne, project, task } from "./merge-support.js";
import { notes, recordIn, run } from "./support.js";

const person = "Coppice Test <test@coppice.invalid>";

describe("squash", () => {
  test("several commits: one commit of base's alone, by who began, the others named", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "1\n" }, { title: "Add a", task: "T-1" });
    a.tree.write("a.txt", "2\n");
    a.tree.git("commit", "-qam", "More", "--author=Bea <bea@example.org>", "--date=1700009999 +0200");
    leaveMain(repo);
    const base = repo.git("rev-parse", "main");
    const head = a.tree.git("rev-parse", "HEAD");
    expect((await mergeOne(repo.dir, "task/a", { strategy: "squash" })).status).toBe("merged");
    const made = commitAt(repo, "main");
    expect(made.parents).toEqual([base]);
    expect(made.author).toBe(`${person} 1700009999 +0200`);
    expect(made.message).toBe(
      `Add a\n\n* Work on task/a\n* More\n\nCo-authored-by: Bea <bea@example.org>\nCoppice-Worktree: ${a.record.id}\nTask: T-1\n`,
    );
    expect(repo.git("show", "main:a.txt")).toBe("2");
    expect(gone(a)).toBe(true);
    // The commits themselves are nowhere else: they are kept.
    expect(repo.git("for-each-ref", "--format=%(objectname)", "refs/coppice/archive/task/a/")).toBe(head);
  });

  test("one commit: its message and author", async () => {
    const repo = project();
    const a = await task(repo, "task/a");
    a.tree.write("a.txt", "1\n");
    a.tree.git("add", "-A");
    a.tree.git("commit", "-qm", "Add a\n\nBecause.", "--author=Bea <bea@example.org>");
    await mergeOne(repo.dir, "task/a", { strategy: "squash" });
    const made = commitAt(repo, "main");
    expect(made.author).toContain("Bea <bea@example.org>");
    expect(made.message).toBe(`Add a\n\nBecause.\n\nCoppice-Worktree: ${a.record.id}\n`);
  });

  test("L14: conflict markers were committed: refused, naming the files; text that base has like that is fine", async () => {
    const conflict = "a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n";
    const repo = project({ files: { "kept.txt": conflict } });
    const a = await task(repo, "task/a", { "src/a.txt": conflict, "kept.txt": `${conflict}more\n` });
    const base = repo.git("rev-parse", "main");
    expect(await mergeOne(repo.dir, "task/a", { strategy: "squash" })).toMatchObject({
      status: "refused",
      error: { code: "INVALID_STATE", details: { files: ["src/a.txt"] } },
    });
    expect(repo.git("rev-parse", "main")).toBe(base);
    a.tree.commit("Resolve", { "src/a.txt": "a\n" });
    expect((await mergeOne(repo.dir, "task/a", { strategy: "squash" })).status).toBe("merged");
  });

  test("base has the changes already, under another commit: nothing is made", async () => {
    const repo = project();
    await task(repo, "task/a", { "a.txt": "1\n" });
    const base = repo.commit("The same", { "a.txt": "1\n" });
    const outcome = await mergeOne(repo.dir, "task/a", { strategy: "squash" });
    expect(outcome.status).toBe("already-merged");
    expect(repo.git("rev-parse", "main")).toBe(base);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
  });
});

describe("rebase", () => {
  test("the task's commits on base, authors kept, trailers on the last, nothing with two parents", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "1\n" }, { task: "T-1" });
    a.tree.write("src/b.txt", "one\ntwo\nthree\nfour\n");
    a.tree.git("commit", "-qam", "Second", "--author=Bea <bea@example.org>", "--date=1700009999 +0200");
    const base = repo.commit("Base goes on", { "src/a.txt": "base\n" });
    leaveMain(repo);
    expect((await mergeOne(repo.dir, "task/a", { strategy: "rebase" })).status).toBe("merged");
    const last = commitAt(repo, "main");
    const first = commitAt(repo, "main~1");
    expect(last.author).toBe("Bea <bea@example.org> 1700009999 +0200");
    expect(last.message).toBe(`Second\n\nCoppice-Worktree: ${a.record.id}\nTask: T-1\n`);
    expect(first.message).toBe("Work on task/a\n");
    expect(first.parents).toEqual([base]);
    expect(repo.git("rev-list", "--merges", `${base}..main`)).toBe("");
    expect(repo.git("show", "main:src/a.txt")).toBe("base");
    expect(repo.git("show", "main:src/b.txt")).toContain("four");
  });

  test("a commit that base has already: dropped and told", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "1\n" });
    a.tree.commit("Second", { "b.txt": "2\n" });
    const first = a.tree.git("rev-parse", "HEAD~1");
    repo.commit("The same", { "a.txt": "1\n" });
    const report = notes();
    const outcome = await mergeOne(repo.dir, "task/a", { strategy: "rebase" }, { report });
    expect(outcome).toMatchObject({ status: "merged", dropped: [first] });
    expect(report.warnings.join("\n")).toContain(first.slice(0, 12));
    expect(repo.git("log", "--format=%s", "-2", "main")).toBe("Second\nThe same");
  });

  test("merge commits inside: refused, nothing changed", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "a.txt": "1\n" });
    repo.commit("Base goes on", { "b.txt": "2\n" });
    a.tree.git("merge", "--quiet", "--no-edit", "main");
    const base = repo.git("rev-parse", "main");
    const outcome = await mergeOne(repo.dir, "task/a", { strategy: "rebase" });
    expect(outcome).toMatchObject({ status: "refused", error: { code: "MERGE_FAILED" } });
    expect(repo.git("rev-parse", "main")).toBe(base);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
  });

  test("a conflict that was resolved: the rest lands as one commit with the resolved content", async () => {
    const repo = project();
    const a = await task(repo, "task/a", { "x.txt": "first\n" });
    a.tree.commit("Change a line", { "src/a.txt": "alpha\nTASK\ngamma\ndelta\nepsilon\n" });
    a.tree.commit("Third", { "y.txt": "third\n" });
    const base = repo.commit("Base goes on", { "src/a.txt": "alpha\nBASE\ngamma\ndelta\nepsilon\n" });
    expect((await mergeOne(repo.dir, "task/a", { strategy: "rebase" })).status).toBe("conflict");
    const report = notes();
    const outcome = await run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "ours" }), {
      report,
    });
    expect(outcome.status).toBe("merged");
    expect(report.warnings.join("\n")).toContain("landed as one");
    expect(repo.git("rev-list", "--merges", `${base}..main`)).toBe("");
    expect(repo.git("log", "--format=%s", `${base}..main`).split("\n")).toHaveLength(2);
    expect(repo.git("show", "main:src/a.txt")).toContain("TASK");
    expect(repo.git("show", "main:y.txt")).toBe("third");
    expect(commitAt(repo, "main").message).toContain(`Coppice-Worktree: ${a.record.id}`);
  });

  test("a commit in another encoding: its text survives", async () => {
    const repo = project();
    const a = await task(repo, "task/a");
    a.tree.write("a.txt", "1\n");
    a.tree.git("add", "-A");
    const tree = a.tree.git("write-tree");
    const parent = a.tree.git("rev-parse", "HEAD");
    const raw = Buffer.from(
      `tree ${tree}\nparent ${parent}\nauthor J\xe9r\xf4me <j@example.org> 1700000000 +0000\ncommitter J <j@example.org> 1700000000 +0000\nencoding ISO-8859-1\n\nCaf\xe9\n`,
      "latin1",
    );
    const oid = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], {
      cwd: a.tree.dir,
      input: raw,
      encoding: "utf8",
    }).trim();
    a.tree.git("reset", "--quiet", "--hard", oid);
    repo.commit("Base goes on", { "b.txt": "2\n" });
    expect((await mergeOne(repo.dir, "task/a", { strategy: "rebase" })).status).toBe("merged");
    expect(repo.git("log", "-1", "--format=%s by %an", "main")).toBe("Café by Jérôme");
  });
});

test("merge: never a fast-forward", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "1\n" });
  await mergeOne(repo.dir, "task/a");
  expect(commitAt(repo, "main").parents).toHaveLength(2);
});

test("histories that share nothing: refused for good", async () => {
  const repo = project();
  const a = await task(repo, "task/a");
  a.tree.git("checkout", "--quiet", "--orphan", "fresh");
  a.tree.git("commit", "-qm", "Another beginning");
  a.tree.git("branch", "-f", "task/a", "fresh");
  a.tree.git("switch", "--quiet", "task/a");
  const outcome = await mergeOne(repo.dir, "task/a");
  expect(outcome).toMatchObject({ status: "refused", error: { code: "MERGE_FAILED", recoverable: false } });
});
