import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { importOutput } from "../../src/cli/output/import.js";
import { adoptUnrecorded } from "../../src/engine/adopt.js";
import { findRecord } from "../../src/engine/find.js";
import { withRecord } from "../../src/engine/protocol.js";
import { newOp } from "../../src/engine/session.js";
import { show, workspaceOf } from "../../src/engine/show.js";
import { branchNameSchema, oidSchema } from "../../src/lifecycle/ids.js";
import { metadataView } from "../../src/lifecycle/views.js";
import { coppice, created, done } from "../cli/support.js";
import { run } from "../engine/support.js";
import { elsewhere } from "../lifecycle/support.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";

/** The samples, with this repository's place in them. */
function samplesFor(repo: TestRepo): string {
  const target = join(createTempDir(), "samples");
  cpSync(fileURLToPath(new URL("samples/", import.meta.url)), target, { recursive: true });
  for (const file of filesIn(target))
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("{repo}", repo.dir));
  return target;
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const contents = (directory: string) =>
  filesIn(directory).map((file) => [file, readFileSync(file, "latin1"), statSync(file).mtimeMs]);

const importing = async (repo: TestRepo, form: string, directory: string, ...more: string[]) =>
  importOutput.parse((await done(repo.dir, "import", form, directory, "--json", ...more)).json());

/** `outcome branch: why`, by file. */
const verdicts = ({ worktrees }: z.infer<typeof importOutput>) =>
  Object.fromEntries(
    worktrees.map(({ file, index, outcome, branch, because, carried }) => [
      index === null ? file : `${file}#${index}`,
      [outcome, because ?? [branch, ...carried].join(" ")].join(": "),
    ]),
  );

const view = z.looseObject({ updated_at: z.optional(z.string()) });
const shown = async (repo: TestRepo, branch: string, form: string) => {
  const { updated_at, ...rest } = view.parse((await done(repo.dir, "show", branch, "--format", form)).json());
  return { ...rest, ...(updated_at === undefined ? {} : { updated_at: "later" }) };
};

test("directories of other tools: each file has a verdict, and nothing is changed there", async () => {
  const repo = createRepo();
  repo.git("branch", "develop");
  const own = await created(repo, "task/own", "--no-setup");
  repo.gitIn(own, "switch", "--quiet", "-c", "task/switched");
  for (const name of ["one", "two", "three", "held", "unheld", "half", "lost"])
    repo.git("worktree", "add", "--quiet", "-b", `task/${name}`, `.worktrees/${name}`);
  renameSync(join(repo.dir, ".worktrees/lost"), join(repo.dir, ".worktrees/moved"));
  writeFileSync(join(repo.dir, ".worktrees/two/new.txt"), "new\n");
  await run(repo.dir, async ({ journal, actor, local, clone }) => {
    const none = { copyEnv: false, installDeps: false, runInitScript: false };
    const branch = branchNameSchema.parse("task/half");
    const base = branchNameSchema.parse("main");
    // The process that adopted it was killed.
    const { id } = await journal.create(
      { type: "CREATE", op: newOp(), branch, base, baseOid: null, clone, adopted: true, setup: none },
      actor,
    );
    const gitDir = join(repo.dir, ".git/worktrees/half");
    const path = join(repo.dir, ".worktrees/half");
    local.setPlace(id, { v: 1, path, identity: null, gitDir, found: true, branch: null });
    for (const [name, clone] of [
      ["held", elsewhere],
      ["unheld", null],
    ] as const) {
      const op = newOp();
      const by = { ...actor, clone: elsewhere };
      const branch = branchNameSchema.parse(`task/${name}`);
      const { id } = await journal.create({ type: "CREATE", op, branch, base, baseOid: null, clone }, by);
      for (let step = 0; step < 2; step += 1) await journal.append(id, { type: "INIT_COMPLETE", op }, by);
    }
  });
  const samples = samplesFor(repo);
  const directory = join(samples, "workspace");
  const hostile = join(directory, "hostile");
  symlinkSync(join(directory, "two.json"), join(hostile, "p-link.json"));
  symlinkSync(repo.dir, join(hostile, "q-linked-directory"));
  writeFileSync(join(hostile, "r-huge.json"), `{"branch_name":"task/three","x":"${"x".repeat(300_000)}"}`);
  writeFileSync(join(hostile, "s-deep.json"), "[".repeat(100_000));
  execFileSync("mkfifo", [join(hostile, "t-pipe.json")]);
  writeFileSync(join(hostile, "m-no-json.json"), "coppice remove --force\n");
  const unchanged = () => [contents(samples), contents(join(repo.dir, ".worktrees"))];
  const before = [...unchanged(), repo.git("for-each-ref")];

  const expected = {
    "home.json": "adopted: __home__ created_at",
    "hostile/a-outside.json": "skipped: its worktree_path is no worktree of this repository",
    "hostile/b-relative.json": "skipped: its worktree_path is no worktree of this repository",
    "hostile/c-main.json":
      "skipped: its worktree_path is the main worktree, which only coppice init --home tracks",
    "hostile/d-other-repository.json": "skipped: it belongs to another repository",
    "hostile/e-option.json": "skipped: its branch is no branch name: it starts with a dash",
    "hostile/f-prototype.json": "skipped: it names no branch",
    "hostile/g-swapped.json": "skipped: task/one is checked out there",
    "hostile/h-switched.json": "skipped: its worktree belongs to the record of task/own",
    "hostile/i-base.json": "skipped: task/one is checked out there",
    "hostile/j-version.json": "skipped: its version is not 1",
    "hostile/k-no-text.json": "skipped: its branch is no text",
    "hostile/l-nul.json": "skipped: its worktree_path is no path",
    "hostile/m-no-json.json": "skipped: it is no JSON",
    "hostile/n-lost.json": "skipped: its directory is gone",
    "hostile/o-no-object.json": "skipped: it is no object",
    "hostile/p-link.json": "skipped: it is a symbolic link",
    "hostile/r-huge.json": "skipped: it is larger than 256 KiB",
    "hostile/s-deep.json": "skipped: it is no JSON",
    "hostile/t-pipe.json": "skipped: it is no file",
    "hostile/u-home-elsewhere.json": "skipped: its worktree_path is not the main worktree",
    "hostile/z-claimed.json": "adopted: task/one",
    "list.json#0": "adopted: task/three created_at",
    "list.json#1": "skipped: it tells of a worktree that is removed",
    "list.json#2": "skipped: another clone holds its record",
    "list.json#3": "adopted: task/unheld",
    "list.json#4": "adopted: task/half",
    "one/workspace.json": "skipped: hostile/z-claimed.json tells of that branch already",
    "two.json": "adopted: task/two created_at",
  };
  const foreseen = await importing(repo, "workspace", directory, "--dry-run");
  expect(verdicts(foreseen)).toEqual(expected);
  expect([...unchanged(), repo.git("for-each-ref")]).toEqual(before);
  // Without the one that claims a branch first, its own file tells of it.
  renameSync(join(hostile, "z-claimed.json"), join(samples, "claimed.json"));
  const { "hostile/z-claimed.json": _, ...others } = expected;
  const first = await importing(repo, "workspace", directory);
  expect(verdicts(first)).toEqual({
    ...others,
    "one/workspace.json": "adopted: task/one created_at parent_branch",
  });
  expect(first.worktrees.find(({ file }) => file === "two.json")?.notCarried).toEqual([
    { field: "parent_branch", reason: "this repository has no such branch" },
    { field: "status", reason: "the state is what git tells" },
    { field: "agent", reason: "a record has no place for it" },
  ]);
  expect(contents(join(repo.dir, ".worktrees"))).toEqual(before[1]);
  expect(await shown(repo, "task/one", "workspace")).toEqual({
    ...Object(JSON.parse(readFileSync(join(directory, "one/workspace.json"), "utf8"))),
    updated_at: "later",
  });
  const record = await run(repo.dir, (engine) => findRecord(engine, "task/two"));
  expect(record).toMatchObject({
    status: "dirty",
    base: "main",
    createdAt: "2026-01-02T03:04:05.000Z",
    adopted: true,
  });

  // Another process that found no record a moment ago leaves the one that there is by now its worktree.
  const marks = await run(repo.dir, async (engine) => {
    const gitDir = join(repo.dir, ".git/worktrees/two");
    const before = engine.local.markOf(gitDir);
    const tip = oidSchema.parse(repo.git("rev-parse", "task/two"));
    const late = adoptUnrecorded(engine, { gitDir }, branchNameSchema.parse("task/two"), tip);
    await expect(late).rejects.toMatchObject({ code: "WORKTREE_EXISTS" });
    return [before, engine.local.markOf(gitDir)];
  });
  expect(marks).toEqual([record.id, record.id]);

  const notes = repo.git("rev-parse", "refs/notes/coppice");
  const again = await importing(repo, "workspace", directory);
  expect(again).toMatchObject({ changed: false, counts: { adopted: 0, known: 6 } });
  expect(repo.git("rev-parse", "refs/notes/coppice")).toBe(notes);

  const metadata = join(samples, "metadata");
  const carried = {
    "task/one/metadata.json": "known: task/one initScriptStatus",
    "task/three.json": "known: task/three",
    "two.json": "known: task/two pr initScriptStatus",
  };
  const told = await importing(repo, "metadata", metadata);
  expect(verdicts(told)).toEqual(carried);
  expect(told.worktrees.map(({ notCarried }) => notCarried)).toEqual([
    [],
    [
      { field: "pr", reason: "its url is not as in a pull request" },
      { field: "initScriptStatus", reason: "nothing runs here; coppice setup runs it" },
    ],
    [{ field: "createdAt", reason: "the record has its own" }],
  ]);
  expect(await shown(repo, "task/two", "metadata")).toEqual({
    branch: "task/two",
    createdAt: "2026-01-02T03:04:05.000Z",
    pr: {
      number: 7,
      url: "https://forge.test/acme/site/pull/7",
      title: "Two",
      state: "open",
      createdAt: "2026-01-31T12:05:00Z",
    },
    initScriptRan: true,
    initScriptStatus: "failed",
    initScriptError: "it ended with exit code 1",
  });
  expect(await importing(repo, "metadata", metadata)).toMatchObject({ changed: false });
});

test("exported, and imported into a fresh clone with the same worktrees: exported again, it is the same", async () => {
  const repo = createRepo();
  repo.git("branch", "develop");
  const branches = ["task/a", "task/b", "task/c"];
  const paths = [];
  for (const branch of branches)
    paths.push(
      await created(repo, branch, "--no-setup", ...(branch === "task/b" ? ["--base", "develop"] : [])),
    );
  await run(repo.dir, async (engine) => {
    for (const [branch, status] of [
      ["task/a", "success"],
      ["task/b", "failed"],
    ] as const) {
      const { id } = await findRecord(engine, branch);
      await withRecord(engine, id, "test", async (session) => {
        await session.note({
          type: "INIT_SCRIPT",
          status,
          ...(status === "failed" ? { error: "exit code 1" } : {}),
        });
        await session.note({
          type: "PR",
          number: 1,
          url: `https://forge.test/acme/site/pull/${branch}`,
          title: branch,
          state: "open",
          createdAt: "2026-01-31T12:05:00Z",
        });
      });
    }
  });
  await done(repo.dir, "init", "--home");
  const exported = createTempDir();
  const forms = ["workspace", "metadata"] as const;
  const all = () =>
    run(repo.dir, async (engine) => {
      const views: Record<string, unknown> = {};
      for (const branch of [...branches, "__home__"]) {
        const shown = await show(engine, branch);
        const both = { workspace: workspaceOf(engine, shown), metadata: metadataView(shown.record) };
        for (const form of forms) {
          const file = join(exported, form, `${branch}.json`);
          mkdirSync(dirname(file), { recursive: true });
          if (branch !== "__home__" || form === "workspace") writeFileSync(file, JSON.stringify(both[form]));
        }
        views[branch] = { ...both, workspace: { ...both.workspace, updated_at: "later" } };
      }
      return views;
    });
  const before = await all();

  renameSync(repo.dir, `${repo.dir}-old`);
  repo.gitIn(dirname(repo.dir), "clone", "--quiet", `${repo.dir}-old`, repo.dir);
  for (const [index, path] of paths.entries())
    repo.git("worktree", "add", "--quiet", path, branches[index] ?? "");
  for (const form of forms) {
    const { counts } = await importing(repo, form, join(exported, form));
    expect(counts).toMatchObject({ skipped: 0, failed: 0 });
  }
  expect(await all()).toEqual(before);
});

test("a directory that is not there, a form that is none, an empty directory: said", async () => {
  const repo = createRepo();
  const missing = await coppice(repo.dir, ["import", "workspace", "nowhere"]);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("error[WORKTREE_NOT_FOUND]") });
  expect(await coppice(repo.dir, ["import", "workspaces", "."])).toMatchObject({ code: 2 });
  expect(await coppice(repo.dir, ["import", "metadata"])).toMatchObject({ code: 2 });
  expect((await done(repo.dir, "import", "metadata", createTempDir())).stdout).toBe("no JSON files there\n");
  expect((await done(repo.dir, "__complete", "import", "")).stdout).toBe("workspace\nmetadata\n");
  expect((await done(repo.dir, "__complete", "import", "metadata", "")).stdout).toBe(":directories\n");
});
