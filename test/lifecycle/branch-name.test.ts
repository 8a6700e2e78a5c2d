import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { branchNameProblem } from "../../src/lifecycle/ids.js";

const script = 'for name do git check-ref-format --branch "$name" >/dev/null 2>&1; echo $?; done';

/** Which names `git check-ref-format --branch` takes. One shell starts the processes, in a fraction of Node's time. */
function gitTakes(names: readonly string[]): boolean[] {
  const codes = execFileSync("sh", ["-c", script, "sh", ...names], { cwd: tmpdir(), encoding: "utf8" });
  return codes
    .trim()
    .split("\n")
    .map((code) => {
      if (!["0", "1", "128"].includes(code)) throw new Error(`git ended with ${code}`);
      return code === "0";
    });
}

/** Names for which git and our rule disagree. */
function disagreements(names: readonly string[]): string[] {
  const taken = gitTakes(names);
  expect(taken.length).toBe(names.length);
  return names.filter((name, index) => taken[index] !== (branchNameProblem(name) === undefined)).sort();
}

/** What names are made of: everything that a rule of git's speaks about, and letters around it. */
const pieces = [
  ..."abZ019_+=,!#$%&'()\"`;<>|}éß日🙂\u00a0\u200b\ufeff\u0301",
  ..."..//@@{-~^:?*[\\ \t\n\r\u0001\u001f\u007f\u0080",
  ".lock",
  ".locks",
  "lock",
  "HEAD",
  "head",
  "refs/heads/",
  "@{",
  "@{-1}",
  "..",
  "//",
  "feat",
];

describe("branchNameProblem agrees with git check-ref-format --branch", () => {
  test("names written by hand", () => {
    const names = [
      ...[
        "main",
        "task/a",
        "a/b/c",
        "feature/ünï-côdé",
        "🙂",
        "a.b",
        "a.lock.b",
        "a.LOCK",
        "x.lockx",
        "@a",
        "a@",
        "a@b",
      ],
      ...["", "HEAD", "head", "a/HEAD", "HEAD/a", "-", "-a", "a/-b", "--all", "a-", "a/-"],
      ...[".", "..", ".a", "a.", "a..b", "a/.b", "a./b", "a/b.", "a/..", "/a", "a/", "a//b", "/"],
      ...["a.lock", "a.lock/b", "a/b.lock", ".lock", "a/.lock", "lock", "a.lock."],
      ...["a b", " a", "a ", "a\tb", "a\nb", "a\u0001", "a\u007f", "a\u0080b", "a\u00a0b", "\ufeffa"],
      ...[
        "a~b",
        "a^b",
        "a:b",
        "a?b",
        "a*b",
        "a[b",
        "a]b",
        "a\\b",
        "a@{b",
        "a@{",
        "@{-1}",
        "a{b}",
        "@{",
        "@/a",
        "a/@",
      ],
      ...["$(touch x)", "$(x)", "`x`", "a;b", "a|b", "a&b", "a'b", 'a"b', "a#b", "a%b", "a<b>", "!a", "(a)"],
      ...["x".repeat(244), `${"x".repeat(120)}/${"y".repeat(120)}`],
    ];
    expect(disagreements(names)).toEqual([]);
  });

  test("six hundred names put together from what the rules speak about", () => {
    const name = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 })
      .map((parts) => parts.join(""));
    const likely = fc
      .tuple(fc.constantFrom("a", "task/", "x-", ""), name)
      .map(([start, rest]) => start + rest);
    const names = [...new Set(fc.sample(likely, { numRuns: 600, seed: 20_231_114 }))].filter(
      (one) => one !== "@",
    );
    expect(names.filter((one) => branchNameProblem(one) === undefined).length).toBeGreaterThan(60);
    expect(disagreements(names)).toEqual([]);
  });
});

describe("limits of ours", () => {
  test("'@' alone: refused, although git takes it, because everywhere else it means HEAD", () => {
    expect(branchNameProblem("@")).toContain("HEAD");
    expect(gitTakes(["@"])).toEqual([true]);
  });

  test("a part longer than a file name may be, or a very long name: refused", () => {
    expect(branchNameProblem("x".repeat(251))).toContain("250 bytes");
    expect(branchNameProblem("é".repeat(126))).toContain("250 bytes");
    expect(branchNameProblem("ab/".repeat(400).slice(0, -1))).toContain("1,000 bytes");
  });

  test("half of a surrogate pair: refused, it has no UTF-8", () => {
    expect(branchNameProblem("a\ud83db")).toContain("Unicode");
  });
});
