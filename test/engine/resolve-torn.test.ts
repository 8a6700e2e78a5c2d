import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { abort } from "../../src/engine/abort.js";
import { commit } from "../../src/engine/commit.js";
import { doctor } from "../../src/engine/doctor/doctor.js";
import { resolutionFile } from "../../src/engine/resolution.js";
import { type ResolveOptions, resolve } from "../../src/engine/resolve.js";
import { retry } from "../../src/engine/retry.js";
import { type GitOptions, type GitResult, GitRunner } from "../../src/git/run.js";
import type { TestRepo } from "../support/repo.js";
import { edit, mergeOne, project, scene, type Task, task } from "./merge-support.js";
import { failure, recordIn, run } from "./support.js";

/* What a process leaves that ended while it wrote files: the beginning of some, others not at all. */

const lines = (text: string): string => `${"alpha\n".repeat(20)}${text}\n${"omega\n".repeat(20)}`;

interface Situation {
  readonly repo: TestRepo;
  readonly a: Task;
}

/** Two files conflict, base adds one and deletes one. */
async function conflict(options: Parameters<typeof project>[0] = {}): Promise<Situation> {
  const repo = project({ ...options, files: { "old.txt": "old\n", ...options.files } });
  const make = async (): Promise<Task> => {
    const made = await task(repo, "task/a", { "a.txt": lines("TASK"), "b.txt": lines("TASK") });
    repo.git("rm", "--quiet", "old.txt");
    repo.commit("Base", { "a.txt": lines("BASE"), "b.txt": lines("BASE"), "new.txt": lines("new") });
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    return made;
  };
  return { repo, a: options.files === undefined ? await scene(repo, "torn", make) : await make() };
}

const resolving = (cwd: string, options: ResolveOptions) =>
  run(cwd, (engine) => resolve(engine, "task/a", options));

const merged = (repo: TestRepo): void => {
  expect(repo.read("a.txt")).toBe(lines("TASK"));
  expect(repo.read("b.txt")).toBe(lines("TASK"));
  expect(repo.read("new.txt")).toBe(lines("new"));
  expect(repo.git("ls-files", "old.txt")).toBe("");
};

/** The process ends in the middle of one of git's commands: before it, with what `left` leaves. */
async function dying(
  repo: TestRepo,
  command: string,
  options: ResolveOptions | "abort",
  left: () => void,
): Promise<void> {
  class Dying extends GitRunner {
    #dead = false;
    override run(cwd: string, args: readonly string[], more?: GitOptions): Promise<GitResult> {
      if (!this.#dead && args.includes(command)) {
        this.#dead = true;
        left();
      }
      return this.#dead ? Promise.reject(new Error("dead")) : super.run(cwd, args, more);
    }
  }
  const ended = run(
    repo.dir,
    async (engine): Promise<unknown> =>
      options === "abort" ? abort(engine, "task/a") : resolve(engine, "task/a", options),
    { git: new Dying() },
  );
  await expect(ended).rejects.toThrow("dead");
}

const part = (text: string): string => text.slice(0, 50);
const conflicted = `${"alpha\n".repeat(20)}<<<<<<< task/a\nTASK\n=======\nBASE\n>>>>>>> main\n${"omega\n".repeat(20)}`;

/** Some of the merge's files stand there in part, one whole, one is gone that was to be written, one that was to go. */
function tear({ a }: Situation): void {
  edit(a.tree.dir, "a.txt", part(conflicted));
  edit(a.tree.dir, "new.txt", part(lines("new")));
  rmSync(join(a.tree.dir, "b.txt"));
  rmSync(join(a.tree.dir, "old.txt"));
}

describe("while the conflict was laid out", () => {
  test.each(["read-tree", "update-index", "write-tree"])(
    "the process ends at git %s: neither a resolution nor an edit, it is laid out anew",
    async (command) => {
      const situation = await conflict();
      await dying(situation.repo, command, { resolution: "manual" }, () => {
        if (command === "read-tree") tear(situation);
      });
      expect(await resolving(situation.repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
      merged(situation.repo);
    },
  );

  test("git has ended the merge by itself and kept the torn files: the same", async () => {
    const situation = await conflict();
    await dying(situation.repo, "read-tree", { resolution: "manual" }, () => tear(situation));
    situation.a.tree.git("merge", "--quit");
    expect(await resolving(situation.repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
    merged(situation.repo);
  });

  test("doctor --fix instead: told, taken back, still in conflict", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    await dying(repo, "read-tree", { resolution: "manual" }, () => tear(situation));
    const told = (found: Awaited<ReturnType<typeof doctor>>) =>
      found.findings.filter(({ code }) => code === "interrupted").map(({ subject }) => subject?.branch);
    expect(told(await run(repo.dir, (engine) => doctor(engine)))).toEqual(["task/a"]);
    const fixed = await run(repo.dir, (engine) => doctor(engine, { fix: true }));
    expect(told(fixed)).toEqual([]);
    expect(a.tree.git("status", "--porcelain")).toBe("");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
  });

  test("aborted instead: the worktree is as it was before", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    await dying(repo, "read-tree", { resolution: "manual" }, () => tear(situation));
    await run(repo.dir, (engine) => abort(engine, "task/a"));
    expect(a.tree.git("status", "--porcelain")).toBe("");
    expect(a.tree.read("a.txt")).toBe(lines("TASK"));
    expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
  });

  test("the command fails and the process lives: all is as before at once", async () => {
    const { repo, a } = await conflict();
    class Failing extends GitRunner {
      override run(cwd: string, args: readonly string[], more?: GitOptions): Promise<GitResult> {
        if (!args.includes("read-tree")) return super.run(cwd, args, more);
        tear({ repo, a });
        return Promise.reject(new Error("no room"));
      }
    }
    const failing = run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "ours" }), {
      git: new Failing(),
    });
    await expect(failing).rejects.toThrow("no room");
    expect(a.tree.git("status", "--porcelain")).toBe("");
    expect(a.tree.read("b.txt")).toBe(lines("TASK"));
    const memory = await run(repo.dir, async ({ local }) => local.read(a.record.id, resolutionFile));
    expect(memory).toBeUndefined();
  });

  test("a file was edited since: it stays, is named, and everything else is taken back", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    await dying(repo, "read-tree", { resolution: "manual" }, () => tear(situation));
    edit(a.tree.dir, "a.txt", "an edit\n");
    edit(a.tree.dir, "mine.txt", "untracked\n");
    const error = await failure(resolving(repo.dir, { resolution: "ours" }));
    expect(error).toMatchObject({
      code: "WORKTREE_DIRTY",
      details: { uncommittedFiles: ["a.txt", "mine.txt"] },
    });
    expect(a.tree.read("a.txt")).toBe("an edit\n");
    expect(
      a.tree
        .git("status", "--porcelain")
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual(["M a.txt", "?? mine.txt"]);
  });

  test("something was staged since: refused naming it, and nothing is touched", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    await dying(repo, "read-tree", { resolution: "manual" }, () => tear(situation));
    edit(a.tree.dir, "b.txt", "staged\n");
    a.tree.git("add", "b.txt");
    rmSync(join(a.tree.dir, "b.txt"));
    const error = await failure(resolving(repo.dir, { resolution: "ours" }));
    expect(error).toMatchObject({ code: "CONFLICT_RESOLUTION_FAILED", details: { files: ["b.txt"] } });
    expect(a.tree.git("show", ":b.txt")).toBe("staged");
    a.tree.git("restore", "--staged", "b.txt");
    expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
  });

  test("line ends of the worktree's own: recognised as the merge's all the same", async () => {
    const situation = await conflict({ files: { ".gitattributes": "*.txt text eol=crlf\n" } });
    const { repo, a } = situation;
    await dying(repo, "read-tree", { resolution: "manual" }, () => {
      edit(a.tree.dir, "a.txt", part(conflicted.replaceAll("\n", "\r\n")));
    });
    await run(repo.dir, (engine) => abort(engine, "task/a"));
    expect(a.tree.git("status", "--porcelain")).toBe("");
    expect(a.tree.read("a.txt")).toBe(lines("TASK").replaceAll("\n", "\r\n"));
  });
});

test("while an abort put the files back: the next one completes it, and an edit is kept", async () => {
  const { repo, a } = await conflict();
  await resolving(repo.dir, { resolution: "manual" });
  edit(a.tree.dir, "b.txt", "a resolution\n");
  await dying(repo, "--abort", "abort", () => {
    edit(a.tree.dir, "a.txt", part(lines("TASK")));
    edit(a.tree.dir, "new.txt", part(lines("new")));
    rmSync(join(a.tree.dir, "old.txt"), { force: true });
  });
  const refused = await failure(run(repo.dir, (engine) => commit(engine, "task/a", { message: "Work" })));
  expect(refused.suggestedAction).toMatch(/^coppice abort task\/a finishes giving up its merge/);
  // Locks of Coppice's own indexes, of gits that were killed.
  const gitDir = a.tree.git("rev-parse", "--absolute-git-dir");
  for (const name of ["tree", "side"]) writeFileSync(join(gitDir, `coppice-${name}-index.lock`), "");
  await run(repo.dir, (engine) => retry(engine, "task/a"));
  expect(a.tree.git("status", "--porcelain").trim()).toBe("M b.txt");
  expect(a.tree.read("b.txt")).toBe("a resolution\n");
  expect(repo.git("show", `refs/coppice/aborted/${a.record.id}:b.txt`)).toBe("a resolution");
  expect((await recordIn(repo.dir, "task/a")).status).toBe("dirty");
});

test("while an abort put the files back, a resolution was staged: the next one completes it, and the edit stays", async () => {
  const { repo, a } = await conflict();
  await resolving(repo.dir, { resolution: "manual" });
  edit(a.tree.dir, "b.txt", "a resolution\n");
  a.tree.git("add", "b.txt");
  await dying(repo, "--abort", "abort", () => {});
  await run(repo.dir, (engine) => abort(engine, "task/a"));
  expect(a.tree.git("status", "--porcelain").trim()).toBe("M b.txt");
  expect(a.tree.read("b.txt")).toBe("a resolution\n");
  expect(repo.git("show", `refs/coppice/aborted/${a.record.id}:b.txt`)).toBe("a resolution");
});

test("while a side was written: its beginning is not taken for a resolution, the conflict's text is back", async () => {
  const { repo, a } = await conflict();
  await resolving(repo.dir, { resolution: "manual" });
  await dying(repo, "checkout-index", { resolution: "ours" }, () => {
    edit(a.tree.dir, "a.txt", part(lines("TASK")));
    edit(a.tree.dir, "b.txt", lines("TASK"));
  });
  const error = await failure(resolving(repo.dir, { continue: true }));
  expect(error).toMatchObject({ code: "CONFLICT_RESOLUTION_FAILED", details: { files: ["a.txt"] } });
  expect(a.tree.read("a.txt")).toBe(conflicted);
  expect(await resolving(repo.dir, { resolution: "theirs" })).toMatchObject({ status: "merged" });
  expect(repo.read("a.txt")).toBe(lines("BASE"));
  expect(repo.read("b.txt")).toBe(lines("TASK"));
});

test("while the side of one file was written: an edit of another, the beginning of that side's text, stays; doctor tells of it and reopens the torn one", async () => {
  const { repo, a } = await conflict();
  await resolving(repo.dir, { resolution: "manual" });
  edit(a.tree.dir, "a.txt", part(lines("TASK")));
  await dying(repo, "checkout-index", { resolution: "ours", files: ["b.txt"] }, () =>
    edit(a.tree.dir, "b.txt", part(lines("TASK"))),
  );
  const codes = async (options: { readonly fix?: boolean }): Promise<string[]> =>
    (await run(repo.dir, (engine) => doctor(engine, options))).findings.map(({ code }) => code);
  expect(await codes({})).toContain("interrupted");
  await codes({ fix: true });
  expect(await codes({})).not.toContain("interrupted");
  expect(a.tree.read("a.txt")).toBe(part(lines("TASK")));
  expect(a.tree.read("b.txt")).toBe(conflicted);
});

/** Base has a file where the task's folder holds an untracked one. */
async function folderInTheWay(): Promise<{ readonly repo: TestRepo; readonly tree: TestRepo }> {
  const repo = project({ files: { "d/x.txt": "x\n" } });
  const { tree } = await task(repo, "task/a", { "d/x.txt": "task\n" });
  repo.git("rm", "-r", "--quiet", "d");
  repo.commit("Base", { d: "a file\n" });
  await mergeOne(repo.dir, "task/a");
  await resolving(repo.dir, { resolution: "manual" });
  edit(tree.dir, "d/mine.txt", "untracked\n");
  return { repo, tree };
}

test("a side cannot be taken because a folder holds something: nothing has begun that doctor could end", async () => {
  const { repo } = await folderInTheWay();
  await failure(resolving(repo.dir, { resolution: "theirs" }));
  const found = await run(repo.dir, (engine) => doctor(engine));
  expect(found.findings.map(({ code }) => code)).not.toContain("interrupted");
});

test("a text that is no UTF-8: its bytes stay when the branches' names are put on the markers", async () => {
  const repo = project();
  const latin = (text: string): Buffer => Buffer.from(`Gr\u00fc\u00dfe\n${text}\n`, "latin1");
  const write = (at: TestRepo, text: string): void => writeFileSync(join(at.dir, "latin.txt"), latin(text));
  const a = await task(repo, "task/a", {});
  for (const [at, text] of [
    [a.tree, "TASK"],
    [repo, "BASE"],
  ] as const) {
    write(at, text);
    at.git("add", "latin.txt");
    at.commit(text);
  }
  await mergeOne(repo.dir, "task/a");
  await resolving(repo.dir, { resolution: "manual" });
  expect(readFileSync(join(a.tree.dir, "latin.txt"), "latin1")).toContain(
    "Gr\u00fc\u00dfe\n<<<<<<< task/a\nTASK\n",
  );
});

test("a file of one side in the place of a folder that holds untracked files: refused, they stay", async () => {
  const { repo, tree } = await folderInTheWay();
  const error = await failure(resolving(repo.dir, { resolution: "theirs" }));
  expect(error).toMatchObject({ code: "CONFLICT_RESOLUTION_FAILED", details: { files: ["d"] } });
  expect(tree.read("d/mine.txt")).toBe("untracked\n");
  renameSync(join(tree.dir, "d/mine.txt"), join(tree.dir, "mine.txt"));
  expect(await resolving(repo.dir, { resolution: "theirs" })).toMatchObject({ status: "merged" });
  expect(repo.read("d")).toBe("a file\n");
});
