import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { plainWorktree } from "../engine/observation-support.js";
import { hookProgram } from "../support/hook-program.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";

const { node, program } = hookProgram();
const part = join(program.replace(/\.js$/, ""), "pre-push.js");

const kept = (repo: TestRepo): string => join(repo.dir, ".git/coppice/code/judge");

/** A push of an unmanaged branch, judged in a process of its own. */
function push(repo: TestRepo, options: { cwd?: string; started?: string; before?: readonly string[] } = {}) {
  const oid = repo.git("rev-parse", "HEAD");
  const { status, stderr } = spawnSync(
    node,
    [...(options.before ?? []), options.started ?? part, "pre-push", "origin", "x"],
    {
      cwd: options.cwd ?? repo.dir,
      input: `refs/heads/main ${oid} refs/heads/other ${"0".repeat(40)}\n`,
      encoding: "utf8",
    },
  );
  return { code: status, stderr };
}

const passed = { code: 0, stderr: "" };

function repoWithCoppice(): TestRepo {
  const repo = createRepo();
  mkdirSync(join(repo.dir, ".git/coppice/hooks"), { recursive: true });
  return repo;
}

test("compiled code is kept by the first push and used by the next one; where it is damaged, it is made anew", () => {
  const repo = repoWithCoppice();
  expect(push(repo)).toEqual(passed);
  const whole = readFileSync(kept(repo));
  const { ino } = statSync(kept(repo));
  expect(push(repo, { cwd: plainWorktree(repo, "aside") })).toEqual(passed);
  expect(statSync(kept(repo)).ino).toBe(ino);
  const half = Math.floor(whole.length / 2);
  for (const damaged of [Buffer.from(whole).fill(7, half), whole.subarray(0, half)]) {
    writeFileSync(kept(repo), damaged);
    expect(push(repo)).toEqual(passed);
    expect(statSync(kept(repo)).size).toBeGreaterThan(half);
    expect(readFileSync(kept(repo)).includes(Buffer.alloc(1000, 7))).toBe(false);
  }
});

test("a file in the cache's place, or no repository: as without it, and nothing is left behind", () => {
  const repo = repoWithCoppice();
  writeFileSync(join(repo.dir, ".git/coppice/code"), "");
  expect(push(repo)).toEqual(passed);
  const nowhere = createTempDir();
  expect(push(repo, { cwd: nowhere }).stderr).toContain("no git repository here");
  expect(readdirSync(nowhere)).toEqual([]);
});

test("what is read before Node's version is looked at: nothing that Node 14 cannot read", () => {
  const words = ["||=", "&&=", "??=", "Object.hasOwn(", ".at(-1)", "static {"];
  const text = readFileSync(part, "utf8");
  expect(words.filter((word) => text.includes(word))).toEqual([]);
  expect(text).not.toMatch(/this\.#|\d_\d/);
});

test("the judge is missing, or Node is too old: not judged, refused when the config says so", () => {
  const repo = repoWithCoppice();
  const broken = createTempDir();
  cpSync(dirname(part), broken, { recursive: true });
  rmSync(join(broken, "judge.js"));
  const oldNode = join(createTempDir(), "old.cjs");
  writeFileSync(oldNode, 'Object.defineProperty(process.versions, "node", { value: "18.19.0" });');
  const ways = [{ started: join(broken, "pre-push.js") }, { before: ["--require", oldNode] }];
  for (const way of ways) {
    const open = push(repo, way);
    expect([open.code, open.stderr.split("\n").length]).toEqual([0, 2]);
    expect(open.stderr).toContain("; the push is not judged\n");
  }
  writeFileSync(join(repo.dir, ".git/coppice/hooks/settings"), "coppice_fail_closed=1\n");
  for (const way of ways) {
    expect(push(repo, way)).toMatchObject({ code: 3, stderr: expect.stringContaining("hooks.failClosed") });
  }
});
