import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { list } from "../../../src/engine/list.js";
import { task } from "../../../src/engine/task.js";
import { createRepo, type TestRepo } from "../../support/repo.js";
import { createdIn, failure, run } from "../support.js";
import { diagnose, repair, repairedIn, standing } from "./support.js";

const setup = { copyEnv: false, installDeps: false, runInitScript: false };

const kinds = ["pipe", "directory", "link to itself"] as const;
type Kind = (typeof kinds)[number];

function put(kind: Kind, path: string): void {
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  if (kind === "pipe") execFileSync("mkfifo", [path]);
  else if (kind === "directory") mkdirSync(path);
  else symlinkSync(basename(path), path);
}

async function withWorktree(): Promise<{ repo: TestRepo; own: string; id: string; gitDir: string }> {
  const repo = createRepo();
  const { record } = await createdIn(repo, { branch: "a", setup });
  const git = join(repo.dir, ".git");
  const [name = ""] = readdirSync(join(git, "worktrees"));
  return { repo, own: join(git, "coppice"), id: record.id, gitDir: join(git, "worktrees", name) };
}

const statuses = (dir: string): Promise<readonly string[]> =>
  run(dir, async (engine) => (await list(engine)).map(({ record }) => record.status));

test.each(kinds)(
  "a %s where Coppice has a file that can be made again: nothing waits for it, and doctor keeps it aside",
  async (kind) => {
    const { repo, own, id, gitDir } = await withWorktree();
    const line = `${id}.019e000000000000-aaaaaaaaaaaaaaaa.00000000.${2 ** 22 + 1}.1.line`;
    const places = [
      join(own, "cache", "other.json"),
      join(own, "local", id, "logs.json"),
      join(own, "locks", `${id}.lock`),
      join(own, "spool", line),
      join(own, "last-deletion"),
      join(gitDir, "coppice", "state"),
    ];
    for (const path of places) put(kind, path);
    expect(await statuses(repo.dir)).toEqual(["active"]);
    const found = await diagnose(repo.dir);
    expect(
      found.findings
        .filter(({ code }) => code === "no-file")
        .map(({ subject }) => subject?.path)
        .sort(),
    ).toEqual(places.sort());
    const { repaired } = await repair(repo.dir);
    expect(repaired.filter(({ code }) => code === "no-file").length).toBe(places.length);
    expect(readdirSync(join(own, "aside")).length).toBe(places.length);
    expect(standing(await diagnose(repo.dir))).toEqual([]);
  },
);

test.each(kinds)(
  "a %s where the journal's last commit is remembered: no journal passes for a whole one, and doctor keeps it aside",
  async (kind) => {
    const { repo, own } = await withWorktree();
    put(kind, join(own, "last-written"));
    expect(await failure(statuses(repo.dir))).toMatchObject({
      code: "GIT_FAILED",
      suggestedAction: expect.stringContaining("coppice doctor --fix"),
    });
    expect(standing(await diagnose(repo.dir))).toContain("no-file");
    expect(repairedIn(await repair(repo.dir))).toContain("no-file");
    expect(await statuses(repo.dir)).toEqual(["active"]);
    expect(standing(await diagnose(repo.dir))).toEqual([]);
  },
);

test.each(["last-written.new", "flush.lock"])(
  "a pipe in the place of %s, which every write needs: the command says so, and what it journaled comes with the next",
  async (name) => {
    const { repo, own } = await withWorktree();
    put("pipe", join(own, name));
    const work = run(repo.dir, (engine) => task(engine, "a", { status: "in_progress" }));
    expect(await failure(work)).toMatchObject({ code: "GIT_FAILED", message: expect.stringContaining(name) });
    expect(repairedIn(await repair(repo.dir))).toContain("no-file");
    expect(standing(await diagnose(repo.dir))).toEqual([]);
  },
);

test("a pipe where a worktree lies is noted: the worktree is found by its registration, and doctor notes its place anew", async () => {
  const { repo, own, id } = await withWorktree();
  put("pipe", join(own, "local", id, "place.json"));
  expect(await statuses(repo.dir)).toEqual(["active"]);
  await repair(repo.dir);
  expect(standing(await diagnose(repo.dir))).toEqual([]);
});

test("a socket in the place of a lock: told as no file", async () => {
  const { repo, own } = await withWorktree();
  const server = createServer().listen(join(own, "locks", "base.lock"));
  onTestFinished(() => {
    server.close();
  });
  expect(standing(await diagnose(repo.dir))).toEqual(["no-file"]);
});

test.each(kinds)(
  "a %s where the clone's id stands: nothing is written under another id, and doctor tells",
  async (kind) => {
    const { repo, own } = await withWorktree();
    put(kind, join(own, "clone"));
    expect(await failure(statuses(repo.dir))).toMatchObject({
      code: "GIT_FAILED",
      message: expect.stringContaining("clone is no file"),
      suggestedAction: expect.stringContaining("Move it away"),
    });
    expect(standing(await diagnose(repo.dir))).toContain("no-file");
  },
);

test.each(kinds)("a %s in the place of the cache of records: journals are read instead", async (kind) => {
  const { repo, own } = await withWorktree();
  put(kind, join(own, "cache", "records"));
  expect(await statuses(repo.dir)).toEqual(["active"]);
});
