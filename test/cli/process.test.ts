import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepo, openRepo } from "../support/repo.js";
import { command, coppice, created, done, spawned } from "./support.js";

test("completion: the branches of the worktrees, from the real repository", async () => {
  const repo = createRepo();
  await created(repo, "task/a", "--title", "Its title");
  repo.git("branch", "free");
  expect((await done(repo.dir, "__complete", "merge", "task")).stdout).toBe("task/a\tIts title\n");
  expect((await done(repo.dir, "__complete", "create", "f")).stdout).toBe("free\n");
  expect((await done(repo.dir, "__complete", "create", "--base", "m")).stdout).toBe("main\n");
  expect((await done(repo.dir, "__complete", "resolve", "")).stdout).toBe("");
  expect(await coppice("/", ["__complete", "merge", ""])).toMatchObject({
    code: 1,
    stdout: "",
    stderr: "",
  });
});

test("-C: runs there, relative to the caller; a second one relative to the first", async () => {
  const repo = createRepo();
  const path = await created(repo, "task/a");
  for (const argv of [
    ["-C", "repo", "path", "task/a"],
    ["path", "-C", "repo", "task/a"],
    ["-C", "repo", "path", "-C", ".worktrees/task-a"],
  ]) {
    expect((await done(join(repo.dir, ".."), ...argv)).stdout).toBe(`${path}\n`);
  }
});

test("an option's value that looks like an option: a value", async () => {
  const repo = createRepo();
  openRepo(await created(repo, "task/a")).write("a.txt", "a\n");
  const run = await done(repo.dir, "commit", "task/a", "-m", "--quiet");
  expect(run.stdout).toMatch(/^committed task\/a /);
  expect(repo.git("log", "-1", "--format=%s", "task/a")).toBe("--quiet");
});

test("as a process of its own: the same output and exit code", () => {
  const repo = createRepo();
  expect(spawned(repo.dir, "create", "task/a", "--print", "path")).toBe(`${repo.dir}/.worktrees/task-a\n`);
});

test("the current directory was deleted: said, no crash", async () => {
  const repo = createRepo();
  const path = await created(repo, "task/a");
  const sources = join(import.meta.dirname, "../../src/cli");
  // Left only when everything is loaded: the loader of the tests asks for the directory itself.
  const script = `
    import { rmSync } from "node:fs";
    import { processIo } from ${JSON.stringify(join(sources, "io.ts"))};
    import { runCli } from ${JSON.stringify(join(sources, "run.ts"))};
    await runCli(["path", "task/a"], processIo());
    process.chdir(${JSON.stringify(path)});
    rmSync(${JSON.stringify(path)}, { recursive: true });
    process.exitCode = await runCli(["path", "task/a"], processIo());`;
  const gone = spawnSync(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", script],
    {
      cwd: repo.dir,
      encoding: "utf8",
      env: { ...process.env, PWD: path },
    },
  );
  expect(gone.stdout).toBe(`${path}\n`);
  expect(gone.stderr).toContain("error[WORKTREE_NOT_FOUND]");
  expect(gone.status).toBe(1);
});

test("a reader that goes away: quiet, and the work is done", async () => {
  const repo = createRepo();
  const [program, ...args] = command;
  const child = spawn(program, [...args, "create", "task/a"], {
    cwd: repo.dir,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  child.stderr.destroy();
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({ status: "active" });
});

test("output that cannot be written: the work is done, and the exit code says it", async () => {
  const repo = createRepo();
  const [program, ...args] = command;
  // A full disk; elsewhere opened for reading alone, so that every write fails, too.
  const full = process.platform === "linux" ? "/dev/full" : undefined;
  const closed = openSync(full ?? join(repo.dir, "README.md"), full === undefined ? "r" : "w");
  const child = spawn(program, [...args, "create", "task/a"], {
    cwd: repo.dir,
    stdio: ["ignore", closed, "pipe"],
  });
  let told = "";
  child.stderr?.on("data", (chunk) => {
    told += chunk;
  });
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(1);
  closeSync(closed);
  const code = full === undefined ? "E[A-Z]+" : "NO_SPACE_LEFT";
  expect(told).toMatch(new RegExp(`^error\\[${code}\\] The output could not be written\\.$`, "m"));
  expect(told).not.toContain("    at ");
  expect((await done(repo.dir, "show", "task/a", "--json")).json()).toMatchObject({ status: "active" });
});

test("colours: on a terminal alone, never with NO_COLOR, --no-color or TERM=dumb", async () => {
  const repo = createRepo();
  await created(repo, "task/a");
  const colored = async (argv: string[], env: Record<string, string>, tty = true): Promise<boolean> =>
    (await coppice(repo.dir, argv, { tty, env })).stdout.includes("\u001b[");
  expect(await colored(["list"], { NO_COLOR: "", TERM: "xterm" })).toBe(true);
  expect(await colored(["list"], { NO_COLOR: "", TERM: "xterm" }, false)).toBe(false);
  expect(await colored(["list"], { NO_COLOR: "1", TERM: "xterm" })).toBe(false);
  expect(await colored(["list"], { NO_COLOR: "", TERM: "dumb" })).toBe(false);
  expect(await colored(["list", "--no-color"], { NO_COLOR: "", TERM: "xterm" })).toBe(false);
  expect(await colored(["--no-color", "list"], { NO_COLOR: "", TERM: "xterm" })).toBe(false);
});

test("titles with escape sequences: written out wherever they are shown", async () => {
  const repo = createRepo();
  await created(repo, "task/a", "--title", "\u001b]0;owned\u0007\u202e");
  for (const argv of [["list"], ["show", "task/a"], ["log"], ["list", "--json"]]) {
    expect((await done(repo.dir, ...argv)).stdout).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
  }
});
