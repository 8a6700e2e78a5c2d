import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { command, coppice, done, states } from "../cli/support.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";

/** Its init script opens a pipe, which the test waits for, and then goes on for longer than the test. */
function repoWithSetup(): TestRepo {
  const pipe = join(createTempDir(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const config = { setup: { initScript: `echo it runs; echo started >'${pipe}'; sleep 60` } };
  const repo = createRepo({ files: { "coppice.config.json": JSON.stringify(config) } });
  repo.git("config", "test.pipe", pipe);
  return repo;
}

/** Starts the command line, sends it a signal while its init script runs, and waits for the end. */
async function interrupted(
  repo: TestRepo,
  argv: readonly string[],
  signal: NodeJS.Signals,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const [program, ...args] = command;
  const child = spawn(program, [...args, ...argv], { cwd: repo.dir, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  // Opening waits until the script opens its end, too.
  expect(await readFile(repo.git("config", "test.pipe"), "utf8")).toBe("started\n");
  child.kill(signal);
  const [stdout, stderr] = await texts;
  return { code: await ended, stdout, stderr };
}

describe("a signal during the setup", () => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    test(`${signal}: exit 130, ERROR INTERRUPTED in the journal, the way on is told`, async () => {
      const repo = repoWithSetup();
      await done(repo.dir, "trust");
      const run = await interrupted(repo, ["create", "task/a"], signal);
      expect(run.stderr).toMatch(/^error\[INTERRUPTED\] /m);
      expect(run.stderr).toMatch(/^hint: .*retry/m);
      expect(run.code).toBe(130);
      expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({
        status: "error",
        lastError: { code: "INTERRUPTED", operation: "init", recoverable: true },
      });
      expect(existsSync(join(repo.dir, ".worktrees", "task-a", "README.md"))).toBe(true);
    });
  }

  test("with --json: the error is the one document", async () => {
    const repo = repoWithSetup();
    await done(repo.dir, "trust");
    const run = await interrupted(repo, ["create", "task/a", "--json"], "SIGINT");
    expect(run.code).toBe(130);
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code: "INTERRUPTED", recoverable: true } });
  });
});

describe("after it", () => {
  test("retry: goes on where it was stopped; remove: cleans up", async () => {
    const repo = repoWithSetup();
    await done(repo.dir, "trust");
    await interrupted(repo, ["create", "task/a"], "SIGINT");
    repo.git("config", "coppice.setup.initScript", "echo mended");
    await done(repo.dir, "retry", "task/a");
    expect(await states(repo.dir, "task/a")).toEqual([
      "creating",
      "initializing",
      "error",
      "initializing",
      "active",
    ]);
    openRepo(join(repo.dir, ".worktrees", "task-a")).commit("Work", { "a.txt": "a\n" });
    await done(repo.dir, "merge", "task/a");

    repo.git("config", "--unset", "coppice.setup.initScript");
    await interrupted(repo, ["create", "task/b"], "SIGINT");
    await done(repo.dir, "remove", "task/b");
    expect(existsSync(join(repo.dir, ".worktrees", "task-b"))).toBe(false);
    expect(repo.git("for-each-ref", "--format=%(refname)", "refs/heads")).toBe("refs/heads/main");
  });

  test("a merge that was already told to stop: nothing is merged, exit 130", async () => {
    const repo = createRepo();
    const path = (await done(repo.dir, "create", "task/a", "--print", "path")).stdout.trimEnd();
    openRepo(path).commit("Work", { "a.txt": "a\n" });
    const before = repo.git("rev-parse", "main");
    const stopped = new AbortController();
    stopped.abort("SIGINT");
    const run = await coppice(repo.dir, ["merge", "task/a"], { signal: stopped.signal });
    expect(run.code).toBe(130);
    expect(repo.git("rev-parse", "main")).toBe(before);
  });
});
