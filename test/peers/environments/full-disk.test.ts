import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { commands } from "../../../src/cli/commands.js";
import { sampleConfigName } from "../../../src/config/sample.js";
import { coppice, done } from "../../cli/support.js";
import { createTempDir, openRepo, type TestRepo } from "../../support/repo.js";

/*
 * Every command on a disk with no room, with room for a few small files, and with a little more. It needs to mount a
 * file system.
 */

/** Kilobytes that are left. */
const levels = [0, 12, 28, 44];

interface Case {
  readonly argv: readonly string[];
  readonly prepare?: (repo: TestRepo) => Promise<void>;
  /** The exit code of the command when it has room; default 0. */
  readonly code?: number;
  /** The content of a file that must be somewhere. */
  readonly kept?: string;
}

const big = (line: string): string => `${line}\n`.repeat(2_000);

async function work(repo: TestRepo, branch = "task/a"): Promise<TestRepo> {
  const { stdout } = await done(repo.dir, "create", branch, "--print", "path");
  const task = openRepo(stdout.trimEnd());
  task.commit("Work", { "a.txt": big(branch) });
  return task;
}

async function conflict(repo: TestRepo): Promise<void> {
  await work(repo);
  repo.commit("Other work", { "a.txt": big("other") });
  expect((await coppice(repo.dir, ["merge", "task/a"])).code).toBe(4);
}

async function edited(repo: TestRepo): Promise<void> {
  (await work(repo)).write("edit.txt", big("an edit"));
}

async function configured(repo: TestRepo, config: object): Promise<void> {
  repo.commit("Configure", { "coppice.config.json": JSON.stringify(config) });
}

async function removed(repo: TestRepo): Promise<void> {
  await edited(repo);
  await done(repo.dir, "remove", "task/a", "--force");
}

const cases: Readonly<Record<string, Case | readonly Case[]>> = {
  init: [
    { argv: ["init", "--yes"] },
    {
      argv: ["init", "--yes"],
      prepare: async (repo) => {
        await done(repo.dir, "init", "--yes");
        rmSync(join(repo.dir, sampleConfigName));
      },
    },
  ],
  create: { argv: ["create", "task/a"] },
  list: { argv: ["list"], prepare: edited },
  show: { argv: ["show", "task/a"], prepare: edited },
  setup: { argv: ["setup", "task/a"], prepare: edited },
  trust: { argv: ["trust"], prepare: (repo) => configured(repo, { merge: { verify: "true" } }) },
  path: { argv: ["path", "task/a"], prepare: edited },
  log: { argv: ["log"], prepare: edited },
  commit: { argv: ["commit", "task/a", "-m", "More work"], prepare: edited, kept: big("an edit") },
  merge: [
    { argv: ["merge", "task/a"], prepare: async (repo) => void (await work(repo)) },
    { argv: ["merge", "task/a", "--strategy", "squash"], prepare: async (repo) => void (await work(repo)) },
    {
      argv: ["merge", "task/a", "--strategy", "rebase"],
      prepare: async (repo) => {
        await work(repo);
        repo.commit("Other work", { "b.txt": "b\n" });
      },
    },
    {
      argv: ["merge", "task/a"],
      prepare: async (repo) => {
        await configured(repo, { merge: { verify: "true" } });
        await done(repo.dir, "trust");
        await work(repo);
      },
    },
    {
      argv: ["merge", "task/a"],
      prepare: async (repo) => {
        await work(repo);
        repo.commit("Other work", { "a.txt": big("other") });
      },
      code: 4,
    },
  ],
  submit: { argv: ["submit", "task/a"], prepare: async (repo) => void (await work(repo)) },
  conflicts: {
    argv: ["conflicts"],
    prepare: async (repo) => {
      await work(repo);
      await work(repo, "task/b");
    },
  },
  resolve: [
    { argv: ["resolve", "task/a", "--ours"], prepare: conflict },
    { argv: ["resolve", "task/a", "--manual"], prepare: conflict },
    { argv: ["resolve", "task/a", "--with", "echo both >a.txt; git add a.txt"], prepare: conflict },
  ],
  abort: {
    argv: ["abort", "task/a"],
    prepare: async (repo) => {
      await conflict(repo);
      await done(repo.dir, "resolve", "task/a", "--manual");
    },
  },
  retry: {
    argv: ["retry", "task/a"],
    prepare: async (repo) => {
      repo.git("config", "coppice.setup.initScript", "exit 1");
      expect((await coppice(repo.dir, ["create", "task/a"])).code).toBe(1);
      repo.git("config", "coppice.setup.initScript", "true");
    },
  },
  remove: { argv: ["remove", "task/a", "--force"], prepare: edited, kept: big("an edit") },
  restore: { argv: ["restore", "task/a"], prepare: removed, kept: big("an edit") },
  archive: { argv: ["archive"], prepare: removed },
  prune: { argv: ["prune", "--filter", "all", "--force"], prepare: edited, kept: big("an edit") },
  clean: { argv: ["clean", "--all", "--force"], prepare: edited, kept: big("an edit") },
  lock: { argv: ["lock", "task/a"], prepare: edited },
  unlock: {
    argv: ["unlock", "task/a"],
    prepare: async (repo) => {
      await edited(repo);
      await done(repo.dir, "lock", "task/a");
    },
  },
  sync: { argv: ["sync"], prepare: async (repo) => void (await work(repo)) },
  doctor: [
    // The hooks are not installed: a finding.
    { argv: ["doctor"], prepare: edited, code: 1 },
    { argv: ["doctor", "--fix"], prepare: edited },
  ],
  hooks: { argv: ["hooks", "install"] },
  run: {
    argv: ["run", "task/a", "--merge", "--", "sh", "-c", "echo more >>a.txt"],
    prepare: async (repo) => void (await work(repo)),
  },
  task: { argv: ["task", "task/a", "--status", "verified"], prepare: edited },
  role: {
    argv: ["role", "update", "task/a"],
    prepare: async (repo) => {
      repo.write("roles/dev/NOTES.md", big("before"));
      await done(repo.dir, "create", "task/a", "--role", "dev");
      repo.write("roles/dev/NOTES.md", big("after"));
    },
  },
  events: { argv: ["events"], prepare: edited },
  import: {
    argv: ["import", "metadata", "told"],
    prepare: async (repo) => {
      repo.git("worktree", "add", "--quiet", "-b", "feature/a", "../feature");
      repo.write("told/feature/a.json", JSON.stringify({ createdAt: "2026-01-02T03:04:05Z" }));
    },
  },
  guard: { argv: ["guard", "--", "git", "status"], prepare: edited },
  machine: { argv: ["machine"] },
  completion: { argv: ["completion", "bash"] },
  "shell-init": { argv: ["shell-init", "bash"] },
};

/** They make a repository of their own elsewhere, are started by others of these, or go on until they are ended. */
const elsewhere = ["demo", "__complete", "__sweep", "watch"];

/** A repository with a remote, on a disk of its own. The remote lies elsewhere. */
function onSmallDisk(): {
  readonly repo: TestRepo;
  readonly fill: (kilobytes: number) => void;
  readonly free: () => void;
} {
  const place = createTempDir();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", place]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", place]);
  });
  const dir = join(place, "repo");
  execFileSync("git", ["init", "--quiet", "-b", "main", dir]);
  const repo = openRepo(dir);
  repo.commit("Start", { "a.txt": big("start") });
  const remote = join(createTempDir(), "origin.git");
  repo.git("clone", "--quiet", "--bare", dir, remote);
  repo.git("remote", "add", "origin", remote);
  repo.git("fetch", "--quiet");
  const file = join(place, "fill");
  return {
    repo,
    fill: (kilobytes) => {
      const { bavail, bsize } = statfsSync(place);
      writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - kilobytes * 1024)));
    },
    free: () => rmSync(file),
  };
}

/** doctor tells of each repair in its report. */
const told = /^error\[NO_SPACE_LEFT\] |^ .*no space is left on the device/m;

/** Whether a content is in a file below the worktrees, or reachable from a ref. */
function isKept(repo: TestRepo, content: string): boolean {
  const oid = execFileSync("git", ["hash-object", "--stdin"], {
    cwd: repo.dir,
    input: content,
    encoding: "utf8",
  });
  if (repo.git("rev-list", "--objects", "--all").includes(oid.trim())) return true;
  const root = join(repo.dir, ".worktrees");
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: "utf8" }) : [];
  return names.some(
    (name) => basename(name) === "edit.txt" && readFileSync(join(root, name), "utf8") === content,
  );
}

const tried = Object.entries(cases).flatMap(([name, one]) =>
  [one].flat().map((single): [string, Case] => [`${name}: coppice ${single.argv.join(" ")}`, single]),
);

describe("a full disk", () => {
  test("every command is tried", () => {
    const known = commands.map(({ name }) => name).filter((name) => !elsewhere.includes(name));
    expect(Object.keys(cases).sort()).toEqual(expect.arrayContaining(known.sort()));
  });

  test.each(tried)(
    "%s: done, or NO_SPACE_LEFT and nothing lost; with room, the next commands finish it",
    async (_title, { argv, prepare, code: wanted = 0, kept }) => {
      for (const level of levels) {
        const { repo, fill, free } = onSmallDisk();
        await prepare?.(repo);
        const tips = repo.git("for-each-ref", "--format=%(objectname)").split("\n");
        fill(level);
        const run = await coppice(repo.dir, argv);
        free();
        const where = `${level} KB left: ${run.code} ${run.stderr}`;
        if (run.code !== wanted) expect(`${run.stderr}${run.stdout}`, where).toMatch(told);
        expect(run.stderr.match(/^error/gm)?.length ?? 0, where).toBeLessThanOrEqual(1);
        for (const tip of tips) repo.git("cat-file", "-e", tip);
        if (kept !== undefined) expect(isKept(repo, kept), where).toBe(true);
        repo.git("fsck", "--strict", "--no-dangling");
        if (run.code === wanted) continue;
        const again = await coppice(repo.dir, argv);
        if (again.code === wanted) continue;
        const retried = await coppice(repo.dir, ["retry", "task/a"]);
        expect(retried.code, `${where}\n${again.stderr}\n${retried.stderr}`).toBe(wanted);
        if (kept !== undefined) expect(isKept(repo, kept), where).toBe(true);
      }
    },
  );
});
