import { execFileSync, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { GitRunner } from "../../src/git/run.js";
import { command, coppice, created, done } from "../cli/support.js";
import { createRepo, createTempDir, openRepo, type TestRepo } from "../support/repo.js";

/** A command that tells that it runs by opening a pipe, and then would go on for longer than the test. */
function blocking(before = "", after = "sleep 60"): { readonly line: string; readonly pipe: string } {
  const pipe = join(createTempDir(), "pipe");
  execFileSync("mkfifo", [pipe]);
  return { pipe, line: `${before} echo $$ >'${pipe}'; ${after}` };
}

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
  /** The leader of the group of the command that ran. */
  readonly group: number;
}

/** Starts the command line, sends it signals while its command runs, and waits for the end. */
async function interrupted(
  repo: TestRepo,
  argv: readonly string[],
  pipe: string,
  signals: readonly NodeJS.Signals[],
): Promise<Ended> {
  const [program, ...args] = command;
  const child = spawn(program, [...args, ...argv], { cwd: repo.dir, stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const stderr = text(child.stderr);
  // Opening waits until the command opens its end, too.
  const group = Number(await readFile(pipe, "utf8"));
  for (const [index, signal] of signals.entries()) {
    // Sooner it would be taken for the same wish.
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill(signal);
  }
  return { code: await ended, stderr: await stderr, group };
}

/** Whether anything of a process group still runs; what has ended and nobody has collected does not. */
async function runs(group: number): Promise<boolean> {
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(pgrp) === group && state !== "Z") return true;
  }
  return false;
}

/** Whether a process has taken SIGHUP into its own hands; Node itself does that with SIGINT. */
const hears = async (pid: number): Promise<boolean> => {
  const [, mask = "0"] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return (BigInt(`0x${mask}`) & 1n) !== 0n;
};

const lastError = async (repo: TestRepo): Promise<unknown> =>
  JSON.parse((await done(repo.dir, "show", "task/a", "--json")).stdout);

test("a second Ctrl-C while the setup will not end: over at once with all that it started, and the next command goes on", async () => {
  const repo = createRepo();
  const { line, pipe } = blocking("trap '' INT TERM HUP;", "sleep 60 & sleep 60");
  repo.git("config", "coppice.setup.initScript", line);
  const ended = await interrupted(repo, ["create", "task/a"], pipe, ["SIGINT", "SIGTERM"]);
  expect(ended.code).toBe(130);
  await expect.poll(() => runs(ended.group)).toBe(false);
  repo.git("config", "coppice.setup.initScript", "true");
  const next = await done(repo.dir, "retry", "task/a");
  expect(next.stderr).toContain("The setup of task/a was interrupted");
  expect(await lastError(repo)).toMatchObject({ status: "active" });
});

test("a signal while a merge is verified: base has not moved, nothing is left of it, and retry merges", async () => {
  const repo = createRepo();
  openRepo(await created(repo, "task/a")).commit("Work", { "new.txt": "new\n" });
  const { line, pipe } = blocking("", "sleep 60 | cat");
  repo.git("config", "coppice.merge.verify", line);
  const before = repo.git("rev-parse", "main");
  const ended = await interrupted(repo, ["merge", "task/a"], pipe, ["SIGTERM"]);
  expect(ended).toMatchObject({ code: 130, stderr: expect.stringMatching(/^error\[INTERRUPTED\] /m) });
  expect(await runs(ended.group)).toBe(false);
  expect(repo.git("rev-parse", "main")).toBe(before);
  expect(repo.git("worktree", "list")).not.toContain(".verify-");
  expect(await lastError(repo)).toMatchObject({ status: "error", lastError: { code: "INTERRUPTED" } });
  repo.git("config", "coppice.merge.verify", "true");
  await done(repo.dir, "retry", "task/a");
  expect(repo.read("new.txt")).toBe("new\n");
});

test("a signal while a resolver works: nothing of it is left, the conflict stands, and another way resolves it", async () => {
  const repo = createRepo();
  openRepo(await created(repo, "task/a")).commit("Work", { "src/a.txt": "task\n" });
  repo.commit("Other work", { "src/a.txt": "other\n" });
  expect((await coppice(repo.dir, ["merge", "task/a"])).code).toBe(4);
  const { line, pipe } = blocking("echo half >src/a.txt;");
  const ended = await interrupted(repo, ["resolve", "task/a", "--with", line], pipe, ["SIGHUP"]);
  expect(ended).toMatchObject({ code: 130, stderr: expect.stringMatching(/^error\[INTERRUPTED\] /m) });
  expect(await runs(ended.group)).toBe(false);
  expect(await lastError(repo)).toMatchObject({ status: "conflict" });
  await done(repo.dir, "abort", "task/a");
  expect(openRepo(join(repo.dir, ".worktrees/task-a")).read("src/a.txt")).toBe("task\n");
  expect((await coppice(repo.dir, ["merge", "task/a"])).code).toBe(4);
  await done(repo.dir, "resolve", "task/a", "--ours");
  expect(repo.read("src/a.txt")).toBe("task\n");
});

test("Ctrl-C while input is waited for: over", async () => {
  const [program, ...args] = command;
  const child = spawn(program, [...args, "guard", "--stdin"], {
    cwd: createTempDir(),
    stdio: ["pipe", "ignore", "pipe"],
  });
  const stderr = text(child.stderr);
  await expect.poll(() => hears(child.pid ?? 0)).toBe(true);
  child.kill("SIGINT");
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(130);
  expect(await stderr).toMatch(/^error\[INTERRUPTED\] /m);
});

test("Ctrl-C before a command came to all of its targets: each of the others is named, and nothing happens to it", async () => {
  const repo = createRepo();
  await created(repo, "task/a");
  const stopped = new AbortController();
  stopped.abort("SIGINT");
  const run = await coppice(repo.dir, ["remove", "task/a", "task/b", "--json"], { signal: stopped.signal });
  expect(run.code).toBe(130);
  expect(run.json()).toMatchObject({
    results: [{ branch: "task/a", error: { code: "INTERRUPTED" } }, { branch: "task/b" }],
  });
  expect(await lastError(repo)).toMatchObject({ status: "active" });
});

test("a git that hangs when everything is to end: ended soon, except one whose half would be worse; one begun since has longer", async () => {
  const bin = createTempDir();
  const stop = new AbortController();
  const git = new GitRunner({ binary: "sleep" });
  git.endOn(stop.signal);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const hung = git.run(bin, ["60"], { timeoutMs: 60_000 });
  const finishing = git.run(bin, ["0.3"], { finish: true });
  const asked = git.open(bin, ["60"]).readLine();
  stop.abort();
  const later = git.run(bin, ["60"], { timeoutMs: 60_000 });
  const ended = Promise.allSettled([hung, asked, later]);
  vi.advanceTimersByTime(3_000);
  await Promise.allSettled([hung, asked]);
  expect(await Promise.race([later.catch(() => "ended"), finishing])).toMatchObject({ code: 0 });
  vi.advanceTimersByTime(7_000);
  const interruption = { status: "rejected", reason: { code: "INTERRUPTED" } };
  expect(await ended).toMatchObject([interruption, interruption, interruption]);
});
