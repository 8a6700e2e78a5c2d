import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../src/engine/process.js";
import { createTempDir } from "../support/repo.js";

/** Whether a process still runs; a zombie that nobody reaps does not. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = execFileSync("sh", ["-c", `ps -o stat= -p ${pid} || true`], { encoding: "utf8" }).trim();
  return state !== "" && !state.startsWith("Z");
}

describe("what a command answers", () => {
  test("exit 0: code, output of both channels in order", async () => {
    const result = await runCommand({ command: "echo one; echo two >&2; echo three", cwd: createTempDir() });
    expect(result).toEqual({
      code: 0,
      signal: undefined,
      timedOut: false,
      aborted: false,
      notFound: false,
      tail: "one\ntwo\nthree\n",
    });
  });

  test("another exit code, a signal: both told, nothing thrown", async () => {
    const cwd = createTempDir();
    expect((await runCommand({ command: "exit 3", cwd })).code).toBe(3);
    expect(await runCommand({ command: "kill -9 $$", cwd })).toMatchObject({
      code: undefined,
      signal: "SIGKILL",
      timedOut: false,
    });
  });

  test("a list: no shell reads its words", async () => {
    const { tail } = await runCommand({
      command: ["printf", "%s|", "$(id)", "a b", ";", "é"],
      cwd: createTempDir(),
    });
    expect(tail).toBe("$(id)|a b|;|é|");
  });

  test("no such program: told, not thrown", async () => {
    const result = await runCommand({ command: ["coppice-no-such-program"], cwd: createTempDir() });
    expect(result).toMatchObject({ notFound: true, code: undefined });
  });

  test("no such directory: WORKTREE_NOT_FOUND", async () => {
    const cwd = join(createTempDir(), "gone");
    await expect(runCommand({ command: "true", cwd })).rejects.toMatchObject({ code: "WORKTREE_NOT_FOUND" });
  });

  test("a program that may not be run: PERMISSION_DENIED", async () => {
    const cwd = createTempDir();
    writeFileSync(join(cwd, "tool"), "#!/bin/sh\n", { mode: 0o644 });
    await expect(runCommand({ command: [join(cwd, "tool")], cwd })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});

describe("what a command gets", () => {
  test("standard input: empty, or the text that was given, also when it is not read", async () => {
    const cwd = createTempDir();
    expect((await runCommand({ command: "cat; echo end", cwd })).tail).toBe("end\n");
    expect((await runCommand({ command: "cat", cwd, stdin: "abc" })).tail).toBe("abc");
    expect((await runCommand({ command: "true", cwd, stdin: "x".repeat(1_000_000) })).code).toBe(0);
  });

  test("a hook's GIT_DIR and GIT_INDEX_FILE: not handed on; what is added, is", async () => {
    process.env.GIT_DIR = "/elsewhere/.git";
    process.env.GIT_INDEX_FILE = "/elsewhere/index";
    try {
      const { tail } = await runCommand({
        command: 'echo "$GIT_DIR|$GIT_INDEX_FILE|$COPPICE_BRANCH"',
        cwd: createTempDir(),
        env: { COPPICE_BRANCH: "task/a b" },
      });
      expect(tail).toBe("||task/a b\n");
    } finally {
      delete process.env.GIT_DIR;
      delete process.env.GIT_INDEX_FILE;
    }
  });

  test("run by a job's action: the job's inputs, tokens and files stay out of it", async () => {
    const given = {
      "INPUT_GITHUB-TOKEN": "one",
      GITHUB_TOKEN: "two",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "three",
      ACTIONS_RUNTIME_TOKEN: "four",
      GITHUB_OUTPUT: "/five",
      GITHUB_SHA: "six",
    };
    const names = Object.keys(given);
    const before = names.map((name) => process.env[name]);
    Object.assign(process.env, given);
    try {
      const seen = async (inJob: boolean) => {
        const { tail } = await runCommand({ command: ["env"], cwd: createTempDir(), inJob });
        return names.filter((name) => new RegExp(`^${name}=`, "m").test(tail));
      };
      expect(await seen(true)).toEqual(["GITHUB_SHA"]);
      expect(await seen(false)).toEqual(names);
    } finally {
      for (const [at, name] of names.entries()) {
        if (before[at] === undefined) delete process.env[name];
        else process.env[name] = before[at];
      }
    }
  });
});

describe("the output", () => {
  test("a log file: appended to, for its owner alone, the tail is this run's", async () => {
    const cwd = createTempDir();
    const logFile = join(cwd, "run.log");
    await runCommand({ command: "echo first", cwd, logFile });
    const { tail } = await runCommand({ command: "echo second", cwd, logFile });
    expect(tail).toBe("second\n");
    expect(readFileSync(logFile, "utf8")).toBe("first\nsecond\n");
    expect(statSync(logFile).mode & 0o777).toBe(0o600);
  });

  test("the log cannot be written: thrown, and the command has not run", async () => {
    const cwd = createTempDir();
    await expect(
      runCommand({ command: "touch ran", cwd, logFile: join(cwd, "gone", "run.log") }),
    ).rejects.toThrow("ENOENT");
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });

  test("a megabyte: only its end is kept", async () => {
    const command =
      "i=0; while [ $i -lt 20000 ]; do echo line $i 012345678901234567890123456789; i=$((i+1)); done";
    const { tail } = await runCommand({ command, cwd: createTempDir() });
    expect(tail.length).toBeLessThanOrEqual(16_000);
    expect(tail).toMatch(/line 19999 \d+\n$/);
  });

  test("secrets: not in the tail, not in the progress", async () => {
    const chunks: string[] = [];
    const { tail } = await runCommand({
      command: "echo https://me:hunter2@example.com/x; printf 'ghp_0123456789abcdefghij0123'; echo 456789",
      cwd: createTempDir(),
      onOutput: (chunk) => chunks.push(chunk),
    });
    for (const text of [tail, chunks.join("")]) {
      expect(text).toContain("https://example.com/x");
      expect(text).not.toMatch(/hunter2|ghp_/);
    }
  });

  test("progress: every line once, in order, a last one without line feed too", async () => {
    const chunks: string[] = [];
    await runCommand({
      command: "echo a; echo b; printf 'c€'",
      cwd: createTempDir(),
      onOutput: (chunk) => chunks.push(chunk),
    });
    expect(chunks.join("")).toBe("a\nb\nc€");
  });
});

describe("how a command ends", () => {
  test("a background child keeps the output open: the answer comes at the command's own end", async () => {
    const cwd = createTempDir();
    const { code, tail } = await runCommand({ command: "sleep 1000 & echo $! > pid; echo done", cwd });
    const pid = Number(readFileSync(join(cwd, "pid"), "utf8"));
    try {
      expect([code, tail]).toEqual([0, "done\n"]);
      // What a setup starts in the background is meant to stay.
      expect(runs(pid)).toBe(true);
    } finally {
      process.kill(pid, "SIGKILL");
    }
  });

  test("timeout: the whole group is gone, grandchildren too", async () => {
    const cwd = createTempDir();
    const result = await runCommand({
      command: "sh -c 'sleep 1000 & echo $! > pid; wait' & wait",
      cwd,
      timeoutMs: 300,
      graceMs: 100,
    });
    expect(result).toMatchObject({ timedOut: true, aborted: false });
    expect(runs(Number(readFileSync(join(cwd, "pid"), "utf8")))).toBe(false);
  });

  test("timeout while everything ignores SIGTERM: killed after the grace", async () => {
    const cwd = createTempDir();
    const result = await runCommand({
      command:
        "trap '' TERM; sh -c 'echo $$ > pid; while :; do sleep 1000; done' & wait; while :; do :; done",
      cwd,
      timeoutMs: 300,
      graceMs: 50,
    });
    expect(result).toMatchObject({ timedOut: true, signal: "SIGKILL" });
    expect(runs(Number(readFileSync(join(cwd, "pid"), "utf8")))).toBe(false);
  });

  test("abort: the group is ended and it is told; before the start nothing runs", async () => {
    const cwd = createTempDir();
    const controller = new AbortController();
    const result = await runCommand({
      command: "echo ready; sleep 1000",
      cwd,
      signal: controller.signal,
      graceMs: 100,
      onOutput: () => controller.abort(),
    });
    expect(result).toMatchObject({ aborted: true, timedOut: false, signal: "SIGTERM" });
    expect(await runCommand({ command: "touch ran", cwd, signal: controller.signal })).toMatchObject({
      aborted: true,
    });
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });
});
