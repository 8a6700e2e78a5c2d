import pico from "picocolors";
import { describe, expect, test } from "vitest";
import { exitCodeOf, exitCodeOfAll, failureOf, UsageError } from "../../src/cli/failure.js";
import { failureText } from "../../src/cli/render/failure.js";
import { CoppiceError, type ErrorCode, errorCodes } from "../../src/lifecycle/errors.js";

const plain = pico.createColors(false);

/** The table of the specification; every code that it does not name ends in 1. */
const documented: Readonly<Partial<Record<ErrorCode, number>>> = {
  CONFIG_INVALID: 2,
  INVALID_BRANCH_NAME: 2,
  ROLE_NOT_FOUND: 2,
  INVALID_STATE: 3,
  WORKTREE_DIRTY: 3,
  WORKTREE_LOCKED: 3,
  WORKTREE_IN_USE: 3,
  WORKTREE_EXISTS: 3,
  BRANCH_EXISTS: 3,
  BRANCH_CHECKED_OUT: 3,
  PATH_EXISTS: 3,
  BASE_DIVERGED: 3,
  UNTRUSTED: 3,
  HOOK_BLOCKED: 3,
  MERGE_CONFLICT: 4,
  INTERRUPTED: 130,
};

describe("exit codes", () => {
  test("of every code: as documented", () => {
    for (const code of errorCodes) {
      expect([code, exitCodeOf(new CoppiceError(code, "x"))]).toEqual([code, documented[code] ?? 1]);
    }
    expect(exitCodeOf(new UsageError("x", "y"))).toBe(2);
    expect(exitCodeOf(new TypeError("x"))).toBe(1);
    expect(exitCodeOf("thrown text")).toBe(1);
  });

  test("of several targets: 4 only when all failures are conflicts", () => {
    expect(exitCodeOfAll([0, 0])).toBe(0);
    expect(exitCodeOfAll([])).toBe(0);
    expect(exitCodeOfAll([4, 0, 4])).toBe(4);
    expect(exitCodeOfAll([4, 3])).toBe(1);
    expect(exitCodeOfAll([3, 3, 0])).toBe(3);
    expect(exitCodeOfAll([4, 130])).toBe(130);
  });
});

describe("an error as text", () => {
  const text = (error: unknown): string => failureText(failureOf(error), plain);

  test("every code: error line first, hint last", () => {
    for (const code of errorCodes) {
      expect(text(new CoppiceError(code, "What happened."))).toMatch(
        new RegExp(`^error\\[${code}\\] What happened\\.\nhint: .+\n$`),
      );
    }
  });

  test("hint with a command for the worktree: names it where it is known", () => {
    const failure = new CoppiceError("INIT_SCRIPT_FAILED", "What happened.");
    expect(text(failure)).toContain("(coppice show), mend the script, then coppice retry.");
    const named = failure.concerning("task/$&");
    expect(text(named)).toContain("(coppice show 'task/$&'), mend the script, then coppice retry 'task/$&'.");
    expect(named.concerning("task/b")).toBe(named);
  });

  test("conflicted files: kind, number of places and both sides, escape sequences written out", () => {
    const conflictFiles = [
      {
        path: "src/\u001b[2Ja.ts",
        kind: "content" as const,
        count: 2,
        preview: { ours: "mine\n", theirs: "yours\nand more\n" },
        autoResolvable: false,
      },
      {
        path: "b",
        kind: "modify/delete" as const,
        count: 1,
        preview: { ours: "", theirs: "" },
        autoResolvable: true,
      },
    ];
    const error = new CoppiceError("MERGE_CONFLICT", "It conflicts.", {
      details: { conflictFiles, conflictTotal: 3 },
      suggestedAction: "coppice resolve",
    });
    expect(text(error)).toBe(
      [
        "error[MERGE_CONFLICT] It conflicts.",
        "  src/\\x1b[2Ja.ts  content, 2 places",
        "    ours   | mine",
        "    theirs | yours",
        "           | and more",
        "  b  modify/delete, resolvable without a person",
        "  and 1 more",
        "hint: coppice resolve",
        "",
      ].join("\n"),
    );
  });

  test("uncommitted files: those that the message does not name, at most ten", () => {
    const uncommittedFiles = Array.from({ length: 12 }, (_, number) => `file-${number}.txt`);
    const shown = text(
      new CoppiceError("WORKTREE_DIRTY", "file-0.txt is changed.", {
        details: { uncommittedFiles, uncommittedTotal: 12 },
      }),
    );
    expect(shown).toContain("\n  file-1.txt\n");
    expect(shown).not.toContain("\n  file-0.txt\n");
    expect(shown).toContain("\n  and 2 more\n");
  });

  test("commands that want trust, and the end of a command's output: shown", () => {
    expect(text(new CoppiceError("UNTRUSTED", "x", { details: { commands: ["make\u0007 it"] } }))).toContain(
      "\n  $ make\\x07 it\n",
    );
    const output = Array.from({ length: 30 }, (_, number) => `line ${number}`).join("\n");
    const shown = text(new CoppiceError("DEPS_INSTALL_FAILED", "x", { details: { output } }));
    expect(shown).toContain("  | line 29\n");
    expect(shown).not.toContain("line 9\n");
  });

  test("something unknown was thrown: said so, without a stack", () => {
    expect(text(new TypeError("x is undefined"))).toMatch(
      /^error\[INTERNAL\] .*x is undefined\nhint: .*COPPICE_DEBUG/,
    );
    expect(text("just text")).toContain("just text");
    const disk = Object.assign(new Error("EIO: i/o error, rename 'a'"), { code: "EIO", syscall: "rename" });
    expect(text(disk)).toMatch(
      /^error\[GIT_FAILED\] .*EIO: i\/o error, rename 'a'\.\nhint: Look at the disk/,
    );
  });
});
