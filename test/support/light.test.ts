import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createTempDir } from "./repo.js";

/** A git that runs a script: setup.ts has every git start lightly. */
const running = (script: string, cwd: string, env: Readonly<Record<string, string>> = {}) =>
  spawn("git", ["-c", `alias.told=!f() { ${script}; }; f`, "told", "a word", "it's"], {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });

describe("a git that a shell starts", () => {
  test("it reads, writes and fails: input, words, directory and variables are its own, output and code come back", async () => {
    const dir = createTempDir();
    const child = running('cat; printf "%s|" "$PWD" "$OWN" "$@"; echo err >&2; exit 3', dir, {
      OWN: "'a\nb'",
      PWD: "/elsewhere",
    });
    const told = [text(child.stdout), text(child.stderr), once(child, "close")] as const;
    child.stdin.end("in\n");
    const [out, err, end] = await Promise.all(told);
    expect(out).toBe(`in\n${dir}|'a\nb'|a word|it's|`);
    expect(err).toContain("err\n");
    expect(end).toEqual([3, null]);
  });

  test("megabytes each way: none is missing", async () => {
    const child = running("cat", createTempDir());
    const sent = Buffer.alloc(3_000_000, "0123456789");
    const got = text(child.stdout);
    child.stdin.end(sent);
    expect(await got).toBe(sent.toString());
  });

  test("what it is asked to write beside its output: read there", async () => {
    const child = spawn("git", ["--version"], {
      env: { ...process.env, GIT_TRACE2_EVENT: "3" },
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [, , , beside] = child.stdio;
    if (beside === null || beside === undefined || !("read" in beside)) throw new Error("no pipe");
    expect(await text(beside)).toContain('"event":"version"');
  });

  test("its group is ended by a signal: told so, and the next one starts", async () => {
    const dir = createTempDir();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const child = running("echo begun; read -r line", dir);
      await once(child.stdout, "data");
      process.kill(-(child.pid ?? Number.NaN), signal);
      expect(await once(child, "close")).toEqual([null, signal]);
    }
    expect(await text(running("echo next", dir).stdout)).toBe("next\n");
  });

  test("something that it left behind writes later: not to whoever reads from the next one", async () => {
    const dir = createTempDir();
    const [go, went] = [join(dir, "go"), join(dir, "went")];
    execFileSync("mkfifo", [go, went]);
    const child = running(
      "trap '' PIPE; { read -r line <go; echo late; echo done >went; } & echo early",
      dir,
    );
    await once(child.stdout, "data");
    const closed = once(child, "close");
    child.stdout.destroy();
    child.stderr.destroy();
    await closed;
    const next = running("echo begun; read -r line; echo ended", dir);
    const out = text(next.stdout);
    writeFileSync(go, "\n");
    execFileSync("cat", [went]);
    next.stdin.end("\n");
    expect(await out).toBe("begun\nended\n");
  });

  test("there is no such program: Node's own error", async () => {
    const [error] = await once(spawn("/nowhere/git", ["--version"]), "error");
    expect(error).toMatchObject({ code: "ENOENT" });
  });
});
