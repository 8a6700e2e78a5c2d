import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeProblem } from "../../src/git/write-probe.js";
import { errnoOf, systemError, systemErrorCode } from "../../src/lifecycle/system-errors.js";
import { createTempDir } from "../support/repo.js";

const failure = (code: string): Error => Object.assign(new Error(`${code}: /home/someone/secret`), { code });

describe("systemError", () => {
  test("each error number of the system group: its code, without the path", () => {
    const table = {
      EACCES: "PERMISSION_DENIED",
      EPERM: "PERMISSION_DENIED",
      EROFS: "READONLY_FS",
      ENOSPC: "NO_SPACE_LEFT",
      EDQUOT: "QUOTA_EXCEEDED",
    };
    for (const [errno, code] of Object.entries(table)) {
      const error = systemError(failure(errno), "write the lock file");
      expect(error).toMatchObject({ code, details: { reason: errno } });
      expect(error?.message).toMatch(/^Could not write the lock file: [a-z -]+\.$/);
    }
  });

  test("anything else: nothing", () => {
    for (const value of [
      failure("ENOENT"),
      failure("toString"),
      new Error("x"),
      "ENOSPC",
      undefined,
      { code: "ENOSPC" },
    ]) {
      expect(systemError(value, "do it")).toBeUndefined();
    }
    expect(systemErrorCode("constructor")).toBeUndefined();
  });

  test("a real file operation: its error number", () => {
    try {
      writeFileSync(join(createTempDir(), "no/such/folder"), "");
    } catch (error) {
      expect(errnoOf(error)).toBe("ENOENT");
    }
  });
});

describe("writeProblem", () => {
  test("a directory that can be written: none, and nothing is left", async () => {
    const dir = createTempDir();
    expect(await writeProblem(dir)).toBeUndefined();
    expect(await writeProblem(join(dir, "missing"))).toBeUndefined();
  });

  test("a file system that takes no files: a code of the system group or none, never a crash", async () => {
    if (existsSync("/proc")) {
      const problem = await writeProblem("/proc");
      expect([undefined, "PERMISSION_DENIED", "READONLY_FS"]).toContain(problem?.code);
    }
    expect(await writeProblem("/dev/null")).toBeUndefined();
  });
});
