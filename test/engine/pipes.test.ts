import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commandProgram, hookProgram } from "../support/hook-program.js";
import { createRepo, type TestRepo } from "../support/repo.js";
import { leaveObservation, plainCommit } from "./observation-support.js";
import { createdIn } from "./support.js";

/*
 * To open a pipe is to wait for its other end, and no timer runs meanwhile: what is tried here runs in processes that are
 * killed.
 */

const ownOf = (repo: TestRepo): string => join(repo.dir, ".git/coppice");

function pipeAt(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
}

function ended(
  { node, program }: { readonly node: string; readonly program: string },
  repo: TestRepo,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const options = {
    cwd: repo.dir,
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 30_000,
    killSignal: "SIGKILL",
  } as const;
  const { status, stdout, stderr } = spawnSync(node, [program, ...args], options);
  return { status, stdout, stderr };
}

const coppice = (repo: TestRepo, ...args: string[]) => ended(commandProgram(), repo, args);

/** In conflict with base. */
async function conflicting(): Promise<{ readonly repo: TestRepo; readonly id: string }> {
  const repo = createRepo({ files: { "a.txt": "one\n" } });
  const { record, path } = await createdIn(repo, { branch: "a" });
  writeFileSync(join(path, "a.txt"), "task\n");
  plainCommit(repo, path, "Task");
  repo.commit("Base", { "a.txt": "base\n" });
  expect(coppice(repo, "merge", "a").status).toBe(4);
  return { repo, id: record.id };
}

test.each(["arrivals", "arrivals.new"])(
  "a pipe in the place of %s: who reads events does not wait for it, and all come",
  async (name) => {
    const repo = createRepo();
    await createdIn(repo, { branch: "a" });
    const { stdout: lines } = coppice(repo, "events");
    rmSync(join(ownOf(repo), "arrivals"), { force: true });
    pipeAt(join(ownOf(repo), name));
    expect(coppice(repo, "events")).toMatchObject({ status: 0, stdout: lines });
    expect(lines).toContain('"branch":"a"');
  },
);

test("a pipe in the place of the hooks' log: what hooks saw is journaled, and the log is left out", async () => {
  const repo = createRepo();
  await createdIn(repo, { branch: "a" });
  leaveObservation(repo, { hook: "post-commit", gitDir: dirname(repo.dir), head: "", oid: "" });
  pipeAt(join(ownOf(repo), "hooks.log"));
  const flushed = ended(hookProgram(), repo, ["flush", join(repo.dir, ".git")], { COPPICE_DEBUG: "1" });
  expect(flushed).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(readdirSync(join(ownOf(repo), "spool")).filter((name) => name.endsWith(".obs"))).toEqual([]);
});

test("a pipe in the place of a set-up's log: the step begins a log of its own", async () => {
  const repo = createRepo();
  const { record } = await createdIn(repo, { branch: "a" });
  repo.git("config", "coppice.setup.initScript", "echo done");
  const log = join(ownOf(repo), "local", record.id, "logs/runInitScript.log");
  pipeAt(log);
  expect(coppice(repo, "setup", "a").status).toBe(0);
  expect(lstatSync(log).isFile()).toBe(true);
});

test("a pipe in the place of a resolver's transcript: the command says so", async () => {
  const { repo, id } = await conflicting();
  pipeAt(join(ownOf(repo), "local", id, "resolver.log"));
  const { status, stderr } = coppice(repo, "resolve", "a", "--with", "echo both >a.txt");
  expect([status, stderr]).toEqual([1, expect.stringContaining("resolver.log is no file")]);
});

test("a pipe where it is noted what Coppice wrote as hooks: they are installed all the same once it is away", async () => {
  const repo = createRepo();
  const written = join(ownOf(repo), "hooks/written");
  pipeAt(written);
  const { status, stderr } = coppice(repo, "hooks", "install");
  expect(status).toBe(1);
  expect(stderr).toContain("written is no file");
  rmSync(written);
  expect(coppice(repo, "hooks", "install").status).toBe(0);
  writeFileSync(written, "");
  pipeAt(join(ownOf(repo), "hooks/settings"));
  expect(coppice(repo, "hooks", "status").status).not.toBeNull();
});
