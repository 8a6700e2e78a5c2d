import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { CoppiceError, errorCatalogue } from "../../src/lifecycle/errors.js";
import { shellWord } from "../../src/lifecycle/shell-word.js";

describe("shellWord", () => {
  test("ordinary branches and paths: as they are", () => {
    for (const name of ["task/a", "fix-1.2_x", "große/änderung", "a=b", "/tmp/x,y/z@2"]) {
      expect(shellWord(name)).toBe(name);
    }
  });

  const odd = [
    "a$HOME",
    "a;b",
    "a&b",
    "a(b)",
    "a!b",
    "a*",
    "a'b",
    'a"b',
    "a`b`",
    "#a",
    "=ls",
    "~",
    "a b",
    "{a,b}",
    "a|b>c<d",
    "",
    "a\nb",
    "a\\b",
  ];
  test("anything else: one word that a shell reads back as it was", () => {
    const read = execFileSync("sh", ["-c", `printf '%s\\0' ${odd.map(shellWord).join(" ")}`], {
      encoding: "utf8",
    });
    expect(read.split("\0").slice(0, -1)).toEqual(odd);
    for (const text of odd) expect(shellWord(text)).toMatch(/^'.*'$/s);
  });

  test("the catalogue's hints about a branch with such a name: can be copied", () => {
    const error = new CoppiceError("MERGE_CONFLICT", "x", { details: { branch: "task/$(x)'y" } });
    expect(errorCatalogue.MERGE_CONFLICT.suggestedAction).toContain("coppice resolve <worktree>");
    expect(error.suggestedAction).toBe(
      "coppice resolve 'task/$(x)'\\''y', or coppice abort 'task/$(x)'\\''y'.",
    );
  });
});
