import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { abort } from "../../src/engine/abort.js";
import type { Engine } from "../../src/engine/context.js";
import { merge } from "../../src/engine/merge.js";
import { type ResolveOptions, resolve } from "../../src/engine/resolve.js";
import { resolverJsonSchema } from "../../src/engine/resolver.js";
import { show } from "../../src/engine/show.js";
import { commandFile } from "../../src/engine/stop.js";
import { ownerOf } from "../../src/git/owner.js";
import { type GitOptions, type GitResult, GitRunner } from "../../src/git/run.js";
import { createTempDir, openRepo, snapshot, type TestRepo } from "../support/repo.js";
import {
  commitAt,
  edit,
  gone,
  mergeOne,
  project,
  scene,
  type Task,
  task,
  trustAll,
} from "./merge-support.js";
import { failure, lifeOf, notes, recordIn, run } from "./support.js";

const line = (text: string): string => `alpha\nbeta\n${text}\ndelta\nepsilon\n`;

interface Situation {
  readonly repo: TestRepo;
  readonly a: Task;
}

/** Two files changed on both sides, one on each; the merge was tried. */
async function conflict(options: Parameters<typeof project>[0] = {}): Promise<Situation> {
  const repo = project(options);
  const a = await scene(repo, "conflict", async () => {
    const made = await task(repo, "task/a", {
      "src/a.txt": line("TASK"),
      "src/b.txt": "one\nTASK\nthree\n",
      "mine.txt": "mine\n",
    });
    repo.commit("Base", {
      "src/a.txt": line("BASE"),
      "src/b.txt": "one\nBASE\nthree\n",
      "theirs.txt": "theirs\n",
    });
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    return made;
  });
  return { repo, a };
}

const resolving = (cwd: string, options: ResolveOptions, name: string | undefined = "task/a") =>
  run(cwd, (engine) => resolve(engine, name, options));

test.each([
  ["ours", "TASK"],
  ["theirs", "BASE"],
] as const)("%s, everything: that side, merged, gone", async (resolution, side) => {
  const { repo, a } = await conflict();
  const outcome = await resolving(repo.dir, { resolution });
  expect(outcome).toMatchObject({ status: "merged", removed: true });
  expect(repo.read("src/a.txt")).toBe(line(side));
  expect(repo.read("src/b.txt")).toContain(side);
  expect(repo.read("mine.txt")).toBe("mine\n");
  expect(repo.git("status", "--porcelain")).toBe("");
  expect(gone(a)).toBe(true);
  expect((await lifeOf(repo.dir, "task/a")).slice(-5)).toEqual([
    "MERGE>merging",
    "ERROR>conflict",
    "RESOLVE_CONFLICT>merging",
    "INIT_COMPLETE>removing",
    "INIT_COMPLETE>removed",
  ]);
});

test("one file after the other, each with its own side; the state stays conflict until nothing is open", async () => {
  const { repo, a } = await conflict();
  const first = await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
  expect(first).toMatchObject({ status: "pending", left: ["src/b.txt"], path: a.tree.dir });
  expect(a.tree.read("src/a.txt")).toBe(line("TASK"));
  expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
  const second = await resolving(repo.dir, { resolution: "theirs", files: ["src/b.txt"] });
  expect(second).toMatchObject({ status: "merged" });
  expect(repo.read("src/a.txt")).toBe(line("TASK"));
  expect(repo.read("src/b.txt")).toBe("one\nBASE\nthree\n");
});

test("a side that was chosen can be changed by name", async () => {
  const { repo, a } = await conflict();
  await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
  expect(await resolving(repo.dir, { resolution: "theirs", files: ["src/a.txt"] })).toMatchObject({
    status: "pending",
    left: ["src/b.txt"],
  });
  expect(a.tree.read("src/a.txt")).toBe(line("BASE"));
});

describe("a side of files that were laid out before", () => {
  const keptOf = ({ repo, a }: Situation): string =>
    repo.git("for-each-ref", "--format=%(refname)", `refs/coppice/aborted/${a.record.id}`);

  test("one was edited by hand: the edit is kept as a commit, and its name is told", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    await resolving(repo.dir, { resolution: "manual" });
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    const report = notes();
    const options = { resolution: "theirs", files: ["src/a.txt"] } as const;
    await run(repo.dir, (engine) => resolve(engine, "task/a", options), { report });
    expect(a.tree.read("src/a.txt")).toBe(line("BASE"));
    expect(repo.git("show", `${keptOf(situation)}:src/a.txt`)).toBe(line("MINE").trim());
    expect(report.warnings.join("\n")).toContain(repo.git("rev-parse", keptOf(situation)).slice(0, 12));
  });

  test("edited once more, and given up: both edits are kept, one on top of the other", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    await resolving(repo.dir, { resolution: "manual" });
    edit(a.tree.dir, "src/a.txt", line("FIRST"));
    await resolving(repo.dir, { resolution: "theirs", files: ["src/a.txt"] });
    edit(a.tree.dir, "src/a.txt", line("SECOND"));
    await run(repo.dir, (engine) => abort(engine, "task/a"));
    const kept = keptOf(situation);
    expect(repo.git("show", `${kept}:src/a.txt`)).toBe(line("SECOND").trim());
    expect(repo.git("show", `${kept}^2:src/a.txt`)).toBe(line("FIRST").trim());
  });

  test("others were edited before, and get a side after: those edits are kept", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    const theirs = { resolution: "theirs", files: ["src/a.txt"] } as const;
    await resolving(repo.dir, { resolution: "manual" });
    edit(a.tree.dir, "src/b.txt", "one\nMINE\nthree\n");
    await resolving(repo.dir, theirs);
    await resolving(repo.dir, { ...theirs, files: ["src/b.txt"] });
    expect(repo.git("show", `${keptOf(situation)}:src/b.txt`)).toContain("MINE");
    expect(repo.read("src/b.txt")).toContain("BASE");
  });

  test("others were edited before, and the merge is given up: those edits are kept", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    await resolving(repo.dir, { resolution: "manual" });
    edit(a.tree.dir, "src/b.txt", "one\nMINE\nthree\n");
    await resolving(repo.dir, { resolution: "theirs", files: ["src/a.txt"] });
    await run(repo.dir, (engine) => abort(engine, "task/a"));
    expect(a.tree.read("src/b.txt")).toBe("one\nTASK\nthree\n");
    expect(repo.git("show", `${keptOf(situation)}:src/b.txt`)).toContain("MINE");
  });

  test.each([
    ["edited: kept", true],
    ["not edited: nothing is kept", false],
  ])("a person began the merge, %s", async (_, edited) => {
    const situation = await conflict();
    const { repo, a } = situation;
    expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
    if (edited) edit(a.tree.dir, "src/a.txt", line("MINE"));
    expect(await resolving(repo.dir, { resolution: "theirs" })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("BASE"));
    const kept = keptOf(situation);
    expect(kept === "" ? "nothing" : repo.git("show", `${kept}:src/a.txt`)).toBe(
      edited ? line("MINE").trim() : "nothing",
    );
  });

  test("a link to elsewhere, or a file, stands in the place of their folder: it gives way and is kept, what is elsewhere stays", async () => {
    const situation = await conflict();
    const { repo, a } = situation;
    const elsewhere = createTempDir();
    edit(elsewhere, "a.txt", "elsewhere\n");
    edit(elsewhere, "b.txt", "elsewhere\n");
    await resolving(repo.dir, { resolution: "manual" });
    const folder = join(a.tree.dir, "src");
    rmSync(folder, { recursive: true });
    symlinkSync(elsewhere, folder);
    await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
    expect([a.tree.read("src/a.txt"), lstatSync(folder).isDirectory()]).toEqual([line("TASK"), true]);
    expect(readFileSync(join(elsewhere, "a.txt"), "utf8")).toBe("elsewhere\n");
    expect(repo.git("show", `${keptOf(situation)}:src`)).toBe(elsewhere);
    rmSync(folder, { recursive: true });
    edit(a.tree.dir, "src", "a file\n");
    await resolving(repo.dir, { resolution: "theirs", files: ["src/a.txt"] });
    expect(a.tree.read("src/a.txt")).toBe(line("BASE"));
    expect(repo.git("show", `${keptOf(situation)}:src`)).toBe("a file");
  });

  test("nobody edited them, or only others: nothing is kept", async () => {
    const situation = await conflict({ files: { ".gitattributes": "*.txt text eol=crlf\n" } });
    const { repo, a } = situation;
    await resolving(repo.dir, { resolution: "manual" });
    edit(a.tree.dir, "src/b.txt", "one\r\nMINE\r\nthree\r\n");
    await resolving(repo.dir, { resolution: "theirs", files: ["src/a.txt"] });
    await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
    expect(keptOf(situation)).toBe("");
    expect(a.tree.read("src/b.txt")).toContain("MINE");
  });
});

test("a file that is not in conflict: CONFLICT_RESOLUTION_FAILED, naming those that are", async () => {
  const { repo } = await conflict();
  const error = await failure(resolving(repo.dir, { resolution: "ours", files: ["mine.txt"] }));
  expect(error).toMatchObject({ code: "CONFLICT_RESOLUTION_FAILED", details: { files: ["mine.txt"] } });
  expect(error.suggestedAction).toContain("src/a.txt");
});

test("called inside the worktree, file relative to there: resolved, and the worktree kept", async () => {
  const { repo, a } = await conflict();
  await resolving(join(a.tree.dir, "src"), { resolution: "ours", files: ["a.txt"] }, undefined);
  const outcome = await resolving(join(a.tree.dir, "src"), { resolution: "ours" }, undefined);
  expect(outcome).toMatchObject({ status: "merged", removed: false, kept: "the command runs inside it" });
  expect(gone(a)).toBe(false);
  expect((await recordIn(repo.dir, "task/a")).status).toBe("active");
});

describe("by hand", () => {
  test("manual: the conflict is laid out with the branches' names on the markers", async () => {
    const { repo, a } = await conflict();
    const before = snapshot(repo.dir);
    const outcome = await resolving(repo.dir, { resolution: "manual" });
    expect(outcome).toMatchObject({ status: "pending", left: ["src/a.txt", "src/b.txt"] });
    expect(a.tree.read("src/a.txt")).toBe(
      "alpha\nbeta\n<<<<<<< task/a\nTASK\n=======\nBASE\n>>>>>>> main\ndelta\nepsilon\n",
    );
    expect(a.tree.read("theirs.txt")).toBe("theirs\n");
    expect(a.tree.git("rev-parse", "MERGE_HEAD")).toBe(repo.git("rev-parse", "main"));
    expect(a.tree.git("status", "--porcelain").split("\n")).toEqual([
      "UU src/a.txt",
      "UU src/b.txt",
      "A  theirs.txt",
    ]);
    expect(snapshot(repo.dir)).toEqual(before);
  });

  test("continue with markers left: refused naming them; without: merged, git add or not", async () => {
    const { repo, a } = await conflict();
    await resolving(repo.dir, { resolution: "manual" });
    edit(a.tree.dir, "src/a.txt", line("BOTH"));
    const error = await failure(resolving(repo.dir, { resolution: "manual", continue: true }));
    expect(error).toMatchObject({ code: "CONFLICT_RESOLUTION_FAILED", details: { files: ["src/b.txt"] } });
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
    edit(a.tree.dir, "src/b.txt", "one\nBOTH\nthree\n");
    a.tree.git("add", "src/b.txt");
    expect(await resolving(repo.dir, { continue: true })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("BOTH"));
    expect(repo.read("src/b.txt")).toContain("BOTH");
  });

  test("staged with a marker in it: refused", async () => {
    const { repo, a } = await conflict();
    await resolving(repo.dir, { resolution: "manual" });
    a.tree.git("add", "-A");
    const error = await failure(resolving(repo.dir, { continue: true }));
    expect(error).toMatchObject({
      code: "CONFLICT_RESOLUTION_FAILED",
      details: { files: ["src/a.txt", "src/b.txt"] },
    });
  });

  test("staged with a marker in it, and mended or deleted since: refused until that is staged, too", async () => {
    const { repo, a } = await conflict();
    await resolving(repo.dir, { resolution: "manual" });
    a.tree.git("add", "-A");
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    unlinkSync(join(a.tree.dir, "src/b.txt"));
    const error = await failure(resolving(repo.dir, { continue: true }));
    expect(error).toMatchObject({
      code: "CONFLICT_RESOLUTION_FAILED",
      details: { files: ["src/a.txt", "src/b.txt"] },
    });
    a.tree.git("add", "-A");
    expect(await resolving(repo.dir, { continue: true })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("MINE"));
    expect(existsSync(join(repo.dir, "src/b.txt"))).toBe(false);
  });

  test("continue before anything was done: refused", async () => {
    const { repo } = await conflict();
    const error = await failure(resolving(repo.dir, { continue: true }));
    expect(error.code).toBe("CONFLICT_RESOLUTION_FAILED");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
  });

  test("L15: merged and committed by hand, without Coppice: any way to go on takes that", async () => {
    const { repo, a } = await conflict();
    expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    edit(a.tree.dir, "src/b.txt", "one\nMINE\nthree\n");
    a.tree.git("commit", "-qam", "By hand");
    const outcome = await resolving(repo.dir, { resolution: "ours" });
    expect(outcome).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("MINE"));
  });

  test("the conflict was committed as it stood: no way to go on takes it, until that is mended", async () => {
    const { repo, a } = await conflict();
    const base = repo.git("rev-parse", "main");
    await resolving(repo.dir, { resolution: "manual" });
    edit(a.tree.dir, "src/b.txt", "one\nMINE\nthree\n");
    a.tree.git("commit", "-qam", "By hand");
    for (const way of [{ continue: true }, { resolution: "ours" }, { resolution: "manual" }] as const) {
      expect(await failure(resolving(repo.dir, way))).toMatchObject({
        code: "CONFLICT_RESOLUTION_FAILED",
        message: "Conflict markers were committed: src/a.txt.",
        details: { files: ["src/a.txt"] },
      });
    }
    expect(repo.git("rev-parse", "main")).toBe(base);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    a.tree.git("commit", "-qam", "Mended");
    expect(await resolving(repo.dir, { continue: true })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("MINE"));
  });

  test("the task has text like a conflict on purpose: resolved by hand, it lands", async () => {
    const { repo, a } = await conflict();
    const text = "<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n";
    await run(repo.dir, (engine) => abort(engine, "task/a"));
    a.tree.commit("Tell what a conflict looks like", { "mine.txt": text });
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
    edit(a.tree.dir, "src/a.txt", line("MINE"));
    edit(a.tree.dir, "src/b.txt", "one\nMINE\nthree\n");
    a.tree.git("commit", "-qam", "By hand");
    expect(await resolving(repo.dir, { continue: true })).toMatchObject({ status: "merged" });
    expect(repo.read("mine.txt")).toBe(text);
  });

  test("a merge that the person began: gone on with", async () => {
    const { repo, a } = await conflict();
    expect(() => a.tree.git("merge", "--quiet", "main")).toThrow();
    expect(await resolving(repo.dir, { resolution: "theirs" })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("BASE"));
  });

  test("another operation in progress in the worktree: refused, naming it", async () => {
    const { repo, a } = await conflict();
    expect(() => a.tree.git("rebase", "--quiet", "main")).toThrow();
    const error = await failure(resolving(repo.dir, { resolution: "ours" }));
    expect(error.code).toBe("INVALID_STATE");
  });

  test("uncommitted changes in the worktree: refused, they stay", async () => {
    const { repo, a } = await conflict();
    edit(a.tree.dir, "mine.txt", "edited\n");
    const before = snapshot(a.tree.dir);
    const error = await failure(resolving(repo.dir, { resolution: "ours" }));
    expect(error).toMatchObject({ code: "WORKTREE_DIRTY", details: { uncommittedFiles: ["mine.txt"] } });
    expect(snapshot(a.tree.dir)).toEqual(before);
  });

  test("an ignored file where base has one: refused, it stays", async () => {
    const repo = project({ files: { ".gitignore": "*.key\n" } });
    const a = await task(repo, "task/a", { "src/a.txt": line("TASK") });
    edit(repo.dir, "x.key", "base\n");
    repo.git("add", "-f", "x.key");
    repo.commit("Base", { "src/a.txt": line("BASE") });
    await mergeOne(repo.dir, "task/a");
    edit(a.tree.dir, "x.key", "mine\n");
    const error = await failure(resolving(repo.dir, { resolution: "ours" }));
    expect(error).toMatchObject({ code: "CONFLICT_RESOLUTION_FAILED", details: { files: ["x.key"] } });
    expect(a.tree.read("x.key")).toBe("mine\n");
  });

  test("base moves on before the resolution is finished, without a new conflict: merged", async () => {
    const { repo } = await conflict();
    await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
    repo.commit("Base again", { "more.txt": "more\n" });
    expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
    expect(repo.read("more.txt")).toBe("more\n");
  });

  test("base moves on and conflicts again: conflict again, the resolution so far is kept on the branch", async () => {
    const { repo, a } = await conflict();
    await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
    repo.commit("Base again", { "mine.txt": "base\n" });
    const outcome = await resolving(repo.dir, { resolution: "ours" });
    expect(outcome.status).toBe("conflict");
    expect((await recordIn(repo.dir, "task/a")).conflict?.files).toMatchObject([{ path: "mine.txt" }]);
    expect(a.tree.git("rev-list", "--merges", "--count", "HEAD")).toBe("1");
    expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
    expect(repo.read("mine.txt")).toBe("mine\n");
    expect(repo.read("src/a.txt")).toBe(line("TASK"));
  });

  test("base was deleted meanwhile: refused with a way on that there is; made again, it goes on", async () => {
    const { repo } = await conflict();
    await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
    repo.git("branch", "--quiet", "--move", "main", "away");
    const error = await failure(resolving(repo.dir, { resolution: "ours" }));
    expect([error.code, error.suggestedAction]).toEqual([
      "INVALID_STATE",
      "Make it, or name another branch with coppice merge --into.",
    ]);
    repo.git("branch", "--quiet", "main", "away");
    expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
  });

  test("a hook refuses the resolution: CONFLICT_RESOLUTION_FAILED, everything stays for another try", async () => {
    const { repo } = await conflict();
    const hook = join(repo.dir, ".git/hooks/pre-commit");
    writeFileSync(hook, "#!/bin/sh\necho no >&2\nexit 1\n", { mode: 0o755 });
    const error = await failure(resolving(repo.dir, { resolution: "ours" }));
    expect(error).toMatchObject({ code: "CONFLICT_RESOLUTION_FAILED", details: { step: "git commit" } });
    unlinkSync(hook);
    expect(await resolving(repo.dir, { continue: true })).toMatchObject({ status: "merged" });
  });
});

test("a process that died while a side was taken: the same command takes it", async () => {
  const { repo } = await conflict();
  class Dying extends GitRunner {
    override run(cwd: string, args: readonly string[], options?: GitOptions): Promise<GitResult> {
      return args.includes("checkout-index")
        ? Promise.reject(new Error("dead"))
        : super.run(cwd, args, options);
    }
  }
  const dying = run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "ours" }), {
    git: new Dying(),
  });
  await expect(dying).rejects.toThrow("dead");
  expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({
    status: "merged",
    removed: true,
  });
  expect(repo.read("src/a.txt")).toBe(line("TASK"));
});

describe("by a command", () => {
  const script = (repo: TestRepo, text: string): string => {
    const path = join(repo.dir, "..", "resolver.sh");
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  test("it edits and stages: believed, and it is told everything", async () => {
    const { repo } = await conflict();
    const seen = join(repo.dir, "..", "seen.json");
    const command = script(
      repo,
      `cat > '${seen}'; printf '%s' "$COPPICE_FILES\${COPPICE_RUN- has no run}" > '${seen}.env'
       for f in $COPPICE_FILES; do sed -i '/^<<<<<<<\\|^=======\\|^>>>>>>>/d' "$f"; git add "$f"; done`,
    );
    expect(await resolving(repo.dir, { with: command })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toContain("TASK\nBASE\n");
    const told = JSON.parse(readFileSync(seen, "utf8"));
    expect(told).toMatchObject({
      version: 1,
      branch: "task/a",
      base: "main",
      total: 2,
      files: [{ path: "src/a.txt", kind: "content" }, { path: "src/b.txt" }],
      ours: { branch: "task/a", commits: [{ subject: "Work on task/a" }] },
      theirs: { branch: "main", commits: [{ subject: "Base" }] },
      limits: { seconds: 1800 },
    });
    const schema = { ...resolverJsonSchema(), additionalProperties: false };
    const fits = new Ajv2020({ strict: false }).compile(schema);
    expect([fits(told), fits.errors]).toEqual([true, null]);
    expect(told.prompt).toContain("src/a.txt");
    expect(readFileSync(`${seen}.env`, "utf8")).toBe("src/a.txt\nsrc/b.txt");
  });

  test("it says CONFLICT_FAILED: the reason is kept, the state stays conflict", async () => {
    const { repo } = await conflict();
    const command = script(
      repo,
      "cat >/dev/null; echo thinking; echo 'CONFLICT_FAILED: they contradict each other'; seq 20000",
    );
    const error = await failure(resolving(repo.dir, { with: command }));
    expect(error).toMatchObject({
      code: "CONFLICT_RESOLUTION_FAILED",
      details: { reason: "they contradict each other" },
    });
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
    // All of it can be read again: what it was told, what it said, how it ended.
    const { logs } = await run(repo.dir, (engine) => show(engine, "task/a"));
    const log = readFileSync(logs.resolver ?? "", "utf8");
    expect(log).toMatch(
      /^\$ \S+resolver\.sh\n\{"version":1,.*\}\nthinking\nCONFLICT_FAILED: they .*\n1\n2\n/m,
    );
    expect(log).toMatch(/\n20000\n# the command ended with exit code 0\n$/);
  });

  test("the log of earlier tries is above a megabyte: the next one begins a new log, and one older is kept", async () => {
    const { repo } = await conflict();
    const failing = { with: "echo one; exit 3" };
    await failure(resolving(repo.dir, failing));
    const { logs } = await run(repo.dir, (engine) => show(engine, "task/a"));
    const path = logs.resolver ?? "";
    appendFileSync(path, "x".repeat(1_048_576));
    await failure(resolving(repo.dir, failing));
    const log = readFileSync(path, "utf8");
    expect(log).toMatch(/^\n# \S+\n\$ echo one; exit 3\n.*exit code 3\n$/s);
    expect(log).not.toContain("xxx");
    expect(statSync(`${path}.1`).size).toBeGreaterThan(1_048_576);
    await failure(resolving(repo.dir, failing));
    expect(readFileSync(path, "utf8").match(/^\$ echo one/gm)).toHaveLength(2);
  });

  test("it takes longer than it may: ended with all that it started, the state stays conflict", async () => {
    const { repo } = await conflict();
    const error = await failure(
      run(repo.dir, (engine) => {
        const config = { ...engine.config, conflict: { ...engine.config.conflict, timeout: 0.2 } };
        return resolve({ ...engine, config }, "task/a", { with: "sleep 60 & sleep 60" });
      }),
    );
    expect(error).toMatchObject({
      code: "CONFLICT_RESOLUTION_FAILED",
      details: { timeoutMs: 200, step: "resolver" },
    });
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
  });

  test.each([
    ["succeeds and has done nothing", "exit 0"],
    ["stages files with markers in them", "git add -A"],
    ["resolves one file of two", "git checkout --ours src/a.txt; git add src/a.txt"],
    ["ends with an error", "exit 3"],
    ["aborts the merge", "git merge --abort"],
  ])("it %s: not believed, base has not moved", async (_, text) => {
    const { repo } = await conflict();
    const base = repo.git("rev-parse", "main");
    const error = await failure(resolving(repo.dir, { with: script(repo, text) }));
    expect(error.code).toBe("CONFLICT_RESOLUTION_FAILED");
    expect(repo.git("rev-parse", "main")).toBe(base);
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
  });

  test("it takes the task's commits off the branch: not believed, and whoever goes on keeps what still names them", async () => {
    const { repo, a } = await conflict();
    const tip = repo.git("rev-parse", "task/a");
    const error = await failure(resolving(repo.dir, { with: "git reset --hard --quiet HEAD~1" }));
    expect([error.code, error.message, error.details?.expectedOid]).toEqual([
      "CONFLICT_RESOLUTION_FAILED",
      expect.stringMatching(/^The resolver command took commits off task\/a/),
      tip,
    ]);
    expect(await resolving(repo.dir, { continue: true })).toMatchObject({
      status: "merged",
      kept: `what it had at the conflict is on no branch any more: ${tip.slice(0, 10)}`,
    });
    expect(a.tree.git("log", "--walk-reflogs", "--format=%H")).toContain(tip);
  });

  test.each([
    ["a side is taken", (engine: Engine) => resolve(engine, "task/a", { resolution: "ours" })],
    ["the merge is given up", (engine: Engine) => abort(engine, "task/a")],
  ])("its coppice was killed, and %s: it is ended first", async (_, next) => {
    const { repo, a } = await conflict();
    const left = spawn("sh", ["-c", "sleep 1000 & wait"], { detached: true, stdio: "ignore" });
    const { pid } = left;
    if (pid === undefined) throw new Error("no process");
    onTestFinished(() => {
      if (left.exitCode === null && left.signalCode === null) process.kill(-pid, "SIGKILL");
    });
    const ended = new Promise((settle) => left.once("exit", (__, signal) => settle(signal)));
    await run(repo.dir, async (engine) => {
      engine.local.write(a.record.id, commandFile, { v: 1, leader: ownerOf(pid) });
      await next(engine);
      expect(engine.local.read(a.record.id, commandFile)).toBeUndefined();
    });
    expect(await ended).toBe("SIGTERM");
  });

  test("it commits by itself: believed", async () => {
    const { repo } = await conflict();
    const command = script(repo, "git checkout --ours . && git add -A && git commit -qm 'Resolve it'");
    expect(await resolving(repo.dir, { with: command })).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("TASK"));
  });

  test("the config's command: only when it is trusted", async () => {
    const config = { conflict: { resolver: "git checkout --theirs . && git add -A" } };
    const { repo } = await conflict({ config });
    const error = await failure(resolving(repo.dir, {}));
    expect(error.code).toBe("UNTRUSTED");
    expect((await recordIn(repo.dir, "task/a")).status).toBe("conflict");
    await trustAll(repo);
    expect(await resolving(repo.dir, {})).toMatchObject({ status: "merged" });
    expect(repo.read("src/a.txt")).toBe(line("BASE"));
  });

  test("no command at all: CONFIG_INVALID, naming the key", async () => {
    const { repo } = await conflict();
    expect(await failure(resolving(repo.dir, {}))).toMatchObject({
      code: "CONFIG_INVALID",
      details: { key: "conflict.resolver" },
    });
  });
});

test("not in conflict: INVALID_STATE", async () => {
  const repo = project();
  await task(repo, "task/a", { "a.txt": "a\n" });
  expect((await failure(resolving(repo.dir, { resolution: "ours" }))).code).toBe("INVALID_STATE");
});

/** Every kind of conflict at once. Base's side and the task's side of each. */
async function everyKind(): Promise<Situation> {
  const text = (name: string): string =>
    Array.from({ length: 10 }, (_, index) => `${name} line ${index}\n`).join("");
  const changed = (name: string, by: string): string => text(name).replace(`${name} line 5`, by);
  const repo = project();
  const a = await scene(repo, "every kind of conflict", async () => {
    const names = ["content", "ours-gone", "theirs-gone", "both-moved", "moved-gone", "gone-moved", "type"];
    const files = Object.fromEntries(names.map((name) => [name, text(name)]));
    repo.commit("Before", {
      ...files,
      "folder/one": text("one"),
      "folder/two": text("two"),
      binary: "a\0before",
    });
    const made = await task(repo, "task/a");
    const mine = made.tree;
    mine.write("content", changed("content", "TASK"));
    unlinkSync(join(mine.dir, "ours-gone"));
    mine.write("theirs-gone", changed("theirs-gone", "TASK"));
    mine.git("mv", "both-moved", "both-task");
    mine.git("mv", "moved-gone", "moved-task");
    unlinkSync(join(mine.dir, "gone-moved"));
    mine.write("type", changed("type", "TASK"));
    mine.git("mv", "folder", "renamed");
    mine.write("added", text("task"));
    mine.write("binary", "a\0task");
    mine.write("dir-here/x", "x\n");
    mine.write("file-here", "file\n");
    mine.commit("Task");
    repo.write("content", changed("content", "BASE"));
    repo.write("ours-gone", changed("ours-gone", "BASE"));
    unlinkSync(join(repo.dir, "theirs-gone"));
    repo.git("mv", "both-moved", "both-base");
    unlinkSync(join(repo.dir, "moved-gone"));
    repo.git("mv", "gone-moved", "moved-base");
    unlinkSync(join(repo.dir, "type"));
    symlinkSync("content", join(repo.dir, "type"));
    repo.write("folder/three", text("three"));
    repo.write("added", text("base"));
    repo.write("binary", "a\0base");
    repo.write("dir-here", "dir\n");
    repo.write("file-here/y", "y\n");
    repo.commit("Base");
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    return made;
  });
  return { repo, a };
}

describe("every kind of conflict", () => {
  test("reported with readable names", async () => {
    const { repo } = await everyKind();
    const { conflict } = await recordIn(repo.dir, "task/a");
    const kinds = Object.fromEntries(conflict?.files.map(({ path, kind }) => [path, kind]) ?? []);
    expect(kinds).toMatchObject({
      content: "content",
      "ours-gone": "modify/delete",
      "theirs-gone": "modify/delete",
      "both-moved": "rename/rename",
      "both-task": "rename/rename",
      "both-base": "rename/rename",
      "moved-task": "rename/delete",
      "moved-base": "rename/delete",
      "type~task_a": "mode",
      added: "add/add",
      binary: "binary",
      "dir-here~main": "file/directory",
      "file-here~task_a": "file/directory",
      "renamed/three": "directory-rename",
    });
  });

  test("ours: the tree has the task's side of everything", async () => {
    const { repo } = await everyKind();
    expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
    const names = repo.git("ls-tree", "-r", "--name-only", "main").split("\n");
    expect(names.filter((name) => !name.startsWith("src/"))).toEqual([
      "README.md",
      "added",
      "binary",
      "both-task",
      "content",
      "coppice.config.json",
      "dir-here/x",
      "file-here",
      "moved-task",
      "renamed/one",
      "renamed/three",
      "renamed/two",
      "theirs-gone",
      "type",
    ]);
    expect(repo.git("show", "main:content")).toContain("TASK");
    expect(repo.git("show", "main:added")).toContain("task line");
    expect(repo.git("ls-tree", "main", "type")).toContain("100644");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("theirs: the tree has base's side of everything", async () => {
    const { repo } = await everyKind();
    expect(await resolving(repo.dir, { resolution: "theirs" })).toMatchObject({ status: "merged" });
    const names = repo.git("ls-tree", "-r", "--name-only", "main").split("\n");
    expect(names.filter((name) => !name.startsWith("src/"))).toEqual([
      "README.md",
      "added",
      "binary",
      "both-base",
      "content",
      "coppice.config.json",
      "dir-here",
      "file-here/y",
      "folder/three",
      "moved-base",
      "ours-gone",
      "renamed/one",
      "renamed/two",
      "type",
    ]);
    expect(repo.git("show", "main:content")).toContain("BASE");
    expect(repo.git("ls-tree", "main", "type")).toContain("120000");
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("by hand: laid out as git status shows it, and aborted without a trace", async () => {
    const { repo, a } = await everyKind();
    const before = snapshot(a.tree.dir);
    const outcome = await resolving(repo.dir, { resolution: "manual" });
    expect(outcome.status).toBe("pending");
    expect(existsSync(join(a.tree.dir, "dir-here~main"))).toBe(true);
    expect(a.tree.git("diff", "--name-only", "--diff-filter=U").split("\n")).toContain("file-here~task_a");
    expect((await run(repo.dir, (engine) => abort(engine, "task/a"))).status).toBe("active");
    expect(snapshot(a.tree.dir)).toEqual(before);
    expect(repo.git("for-each-ref", "refs/coppice")).toBe("");
  });
});

test("a file in a folder's place: one side after the other, by its name or by one below it", async () => {
  const repo = project({ files: { "dir/f.txt": "f\n" } });
  const a = await task(repo, "task/a", { "src/a.txt": line("TASK") });
  a.tree.git("rm", "-r", "--quiet", "dir");
  a.tree.commit("A file", { dir: "file\n" });
  repo.commit("Base", { "src/a.txt": line("BASE"), "dir/f.txt": "BASE\n", "dir/x.txt": "x\n" });
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
  const taking = (resolution: "ours" | "theirs", ...files: string[]) =>
    resolving(repo.dir, { resolution, files });
  for (const file of ["dir~task_a", "dir/f.txt"]) {
    await taking("ours", "dir~task_a", "dir/f.txt");
    expect(a.tree.read("dir")).toBe("file\n");
    expect(await taking("theirs", file)).toMatchObject({ status: "pending", left: ["src/a.txt"] });
    expect([a.tree.read("dir/f.txt"), a.tree.read("dir/x.txt")]).toEqual(["BASE\n", "x\n"]);
  }
  expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
  expect(repo.git("ls-tree", "-r", "--name-only", "main", "dir/").split("\n")).toEqual([
    "dir/f.txt",
    "dir/x.txt",
  ]);
});

test("a conflict outside of a sparse checkout: laid out, given up, and resolved", async () => {
  const { repo, a } = await conflict();
  // Copied files have other times than the index tells: git would keep them.
  a.tree.git("update-index", "--refresh");
  a.tree.git("sparse-checkout", "set", "--no-cone", "/*.txt", "/*.md");
  expect(existsSync(join(a.tree.dir, "src"))).toBe(false);
  expect(await resolving(repo.dir, { resolution: "manual" })).toMatchObject({
    left: ["src/a.txt", "src/b.txt"],
  });
  expect(a.tree.read("src/a.txt")).toContain("<<<<<<< task/a\nTASK\n=======\nBASE\n");
  edit(a.tree.dir, "src/a.txt", line("MINE"));
  await run(repo.dir, (engine) => abort(engine, "task/a"));
  expect(a.tree.git("status", "--porcelain")).toBe("");
  expect(repo.git("show", `refs/coppice/aborted/${a.record.id}:src/a.txt`)).toBe(line("MINE").trim());
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
  await resolving(repo.dir, { resolution: "ours", files: ["src/a.txt"] });
  expect(await resolving(repo.dir, { resolution: "theirs" })).toMatchObject({ status: "merged" });
  expect([repo.read("src/a.txt"), repo.read("src/b.txt")]).toEqual([line("TASK"), "one\nBASE\nthree\n"]);
});

test("a repository without a commit was made inside: it stays, and nothing ends at it", async () => {
  const { repo, a } = await conflict();
  await resolving(repo.dir, { resolution: "manual" });
  a.tree.git("init", "--quiet", "inside");
  edit(a.tree.dir, "inside/x.txt", "x\n");
  edit(a.tree.dir, "src/b.txt", "one\nMINE\nthree\n");
  await resolving(repo.dir, { resolution: "theirs", files: ["src/a.txt"] });
  await run(repo.dir, (engine) => abort(engine, "task/a"));
  expect(a.tree.read("inside/x.txt")).toBe("x\n");
  expect(repo.git("show", `refs/coppice/aborted/${a.record.id}:src/b.txt`)).toContain("MINE");
});

test("a submodule that both sides moved: one side is taken", async () => {
  const repo = project();
  const library = project({ name: "library" });
  const first = library.git("rev-parse", "HEAD");
  const second = library.commit("Second", { "x.txt": "2\n" });
  library.git("branch", "side", first);
  library.git("switch", "--quiet", "side");
  const third = library.commit("Third", { "x.txt": "3\n" });
  repo.git("submodule", "--quiet", "add", library.dir, "lib");
  const at = (tree: TestRepo, oid: string) => tree.git("update-index", "--cacheinfo", `160000,${oid},lib`);
  at(repo, first);
  repo.git("commit", "-qm", "Add lib");
  const a = await task(repo, "task/a");
  at(a.tree, second);
  a.tree.git("commit", "-qm", "Task moves lib");
  at(repo, third);
  repo.git("commit", "-qm", "Base moves lib");
  repo.git("submodule", "--quiet", "update", "--init");
  const [outcome] = await run(repo.dir, (engine) => merge(engine, ["task/a"]));
  expect(outcome?.status).toBe("conflict");
  expect((await recordIn(repo.dir, "task/a")).conflict?.files).toMatchObject([
    { path: "lib", kind: "submodule" },
  ]);
  expect(await resolving(repo.dir, { resolution: "ours" })).toMatchObject({ status: "merged" });
  expect(repo.git("ls-tree", "main", "lib")).toContain(second);
  expect(commitAt(repo, "main").parents).toHaveLength(2);
});

test("a submodule's commits are not pushed: merged, and the worktree that holds them is kept", async () => {
  const library = project({ name: "library" });
  const repo = project();
  repo.git("submodule", "--quiet", "add", library.dir, "lib");
  repo.commit("Add the library");
  const a = await task(repo, "task/a", { "src/a.txt": line("TASK") });
  a.tree.git("submodule", "--quiet", "update", "--init");
  repo.commit("Base", { "src/a.txt": line("BASE") });
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
  openRepo(join(a.tree.dir, "lib")).commit("Work", { "lib.txt": "lib\n" });
  a.tree.git("commit", "--quiet", "-am", "Use it");

  const outcome = await resolving(repo.dir, { resolution: "ours" });
  expect(outcome).toMatchObject({
    status: "merged",
    removed: false,
    kept: "work would be lost with it: lib (commits not pushed)",
    problem: null,
  });
  expect(gone(a)).toBe(false);
  expect(await recordIn(repo.dir, "task/a")).toMatchObject({ status: "active", lastError: null });
});
