import { execFile } from "node:child_process";
import { availableParallelism, tmpdir } from "node:os";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { branchNameProblem } from "../../src/lifecycle/ids.js";

/** Whether `git check-ref-format --branch` takes a name. */
function gitTakes(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile("git", ["check-ref-format", "--branch", name], { cwd: tmpdir() }, (error) => {
      if (error === null) resolve(true);
      else if (error.code === 1 || error.code === 128) resolve(false);
      else reject(error);
    });
  });
}

/** Names for which git and our rule disagree. A few processes run at once. */
async function disagreements(names: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  const left = [...names];
  const work = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if ((await gitTakes(name)) !== (branchNameProblem(name) === undefined)) wrong.push(name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, work));
  return wrong.sort();
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
  test("names written by hand", async () => {
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
    expect(await disagreements(names)).toEqual([]);
  });

  test("six hundred names put together from what the rules speak about", async () => {
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
    expect(await disagreements(names)).toEqual([]);
  });
});

describe("limits of ours", () => {
  test("'@' alone: refused, although git takes it, because everywhere else it means HEAD", async () => {
    expect(branchNameProblem("@")).toContain("HEAD");
    expect(await gitTakes("@")).toBe(true);
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
