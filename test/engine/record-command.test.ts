import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Engine } from "../../src/engine/context.js";
import { LocalFacts } from "../../src/engine/local.js";
import { failureOf, runRecordCommand } from "../../src/engine/record-command.js";
import { commandFile } from "../../src/engine/stop.js";
import { liveness, ownerOf } from "../../src/git/owner.js";
import { recordIdSchema } from "../../src/lifecycle/ids.js";
import { createRepo, createTempDir } from "../support/repo.js";
import { withEngine } from "./setup-support.js";

const id = recordIdSchema.parse("a".repeat(40));

/** A command that an earlier process of Coppice started and left behind when it was killed. */
function leftBehind(engine: Engine): { readonly child: ChildProcess; readonly ended: Promise<unknown> } {
  const child = spawn("sh", ["-c", "sleep 1000 & wait"], { detached: true, stdio: "ignore" });
  const { pid } = child;
  if (pid === undefined) throw new Error("no process");
  onTestFinished(() => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended, as it should.
    }
  });
  engine.local.write(id, commandFile, { v: 1, leader: ownerOf(pid) });
  return { child, ended: new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal))) };
}

describe("a record's command", () => {
  test("while it runs: another process can find it; afterwards nothing is noted", async () => {
    const repo = createRepo();
    await withEngine(repo.dir, async (engine, told) => {
      const seen: unknown[] = [];
      told.output.push = (chunk) => seen.push(chunk, engine.local.read(id, commandFile)?.leader.pid);
      const cwd = createTempDir();
      const { code } = await runRecordCommand(engine, id, {
        command: "echo $$ | tee pid",
        cwd,
      });
      expect(code).toBe(0);
      const pid = Number(readFileSync(join(cwd, "pid"), "utf8"));
      expect(seen[0]).toBe(`${pid}\n`);
      expect(engine.local.read(id, commandFile)).toBeUndefined();
    });
  });

  test("a killed process left one running: it is ended before the next starts", async () => {
    const repo = createRepo();
    await withEngine(repo.dir, async (engine) => {
      const { child, ended } = leftBehind(engine);
      const { tail } = await runRecordCommand(engine, id, { command: "echo next", cwd: repo.dir });
      expect(tail).toBe("next\n");
      expect(await ended).toBe("SIGTERM");
      expect(liveness(ownerOf(child.pid ?? 0))).not.toBe("alive");
    });
  });

  test("the noted number belongs to another process by now: that one is left alone", async () => {
    const repo = createRepo();
    await withEngine(repo.dir, async (engine) => {
      const { child } = leftBehind(engine);
      const leader = { ...ownerOf(child.pid ?? 0), startTime: "1" };
      engine.local.write(id, commandFile, { v: 1, leader });
      await runRecordCommand(engine, id, { command: "true", cwd: repo.dir });
      expect(liveness(ownerOf(child.pid ?? 0))).toBe("alive");
    });
  });

  test("Ctrl-C before it starts: INTERRUPTED", async () => {
    const repo = createRepo();
    const attempt = withEngine(
      repo.dir,
      (engine) => runRecordCommand(engine, id, { command: "true", cwd: repo.dir }),
      AbortSignal.abort(),
    );
    await expect(attempt).rejects.toMatchObject({ code: "INTERRUPTED" });
    expect(new LocalFacts(join(repo.dir, ".git")).read(id, commandFile)).toBeUndefined();
  });
});

describe("how a command failed, in words", () => {
  const base = { code: 0, signal: undefined, timedOut: false, aborted: false, notFound: false, tail: "" };
  test.each([
    [base, undefined],
    [{ ...base, code: 2 }, "ended with exit code 2"],
    [{ ...base, code: undefined, signal: "SIGSEGV" as const }, "was ended by SIGSEGV"],
    [{ ...base, code: undefined, notFound: true }, "was not found: no such program is on PATH"],
    [{ ...base, signal: "SIGTERM" as const, timedOut: true }, "did not end within 5 s and was stopped"],
  ])("%#", (result, words) => {
    expect(failureOf(result, 5000)).toBe(words);
  });
});
