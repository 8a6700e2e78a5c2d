import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { type EvidenceOptions, worksOf } from "../../src/engine/evidence.js";
import { openRepository } from "../../src/git/repository.js";
import { GitRunner } from "../../src/git/run.js";
import { type Oid, oidSchema } from "../../src/lifecycle/ids.js";
import { createRepo, type TestRepo } from "../support/repo.js";

const numbered = (count: number, change: (line: number) => string = (line) => `line ${line}`): string =>
  `${Array.from({ length: count }, (_, line) => change(line)).join("\n")}\n`;

/** A branch from where HEAD is, with commits of these files; HEAD is main again afterwards. */
function branch(
  repo: TestRepo,
  name: string,
  commits: readonly Record<string, string>[],
  from = "main",
): Oid {
  repo.git("switch", "--quiet", "--create", name, from);
  commits.forEach((files, at) => {
    repo.commit(`${name} ${at}`, files);
  });
  const oid = oidSchema.parse(repo.git("rev-parse", "HEAD"));
  repo.git("switch", "--quiet", "main");
  return oid;
}

const two = (name: string): Record<string, string>[] => [
  { [`${name}.txt`]: "one\n" },
  { [`${name}.txt`]: "one\ntwo\n", [`${name}-more.txt`]: "more\n" },
];

function squash(repo: TestRepo, name: string): string {
  repo.git("merge", "--squash", "--quiet", name);
  return repo.commit(`Squash ${name}`);
}

/** What is found of each branch, by name. */
async function judge(
  repo: TestRepo,
  heads: Readonly<Record<string, Oid>>,
  git = new GitRunner(),
  options: EvidenceOptions = {},
) {
  const opened = await openRepository(repo.dir, git);
  try {
    const base = oidSchema.parse(repo.git("rev-parse", "main"));
    const works = await worksOf(opened, base, Object.values(heads), options);
    return Object.fromEntries(Object.entries(heads).map(([name, head]) => [name, works.get(head)]));
  } finally {
    await opened.close();
  }
}

const merged = (evidence: string, mergeOid: string | null) =>
  expect.objectContaining({ kind: "merged", evidence, mergeOid });
const unmerged = (commits: number) => ({ kind: "unmerged", commits });

test("branches merged in every way, and in none: each is told, with the commit that carries it", async () => {
  const repo = createRepo({ files: { "lines.txt": numbered(30) } });
  const heads: Record<string, Oid> = {};
  const expected: Record<string, unknown> = {};
  const want = (name: string, head: Oid, what: unknown): void => {
    heads[name] = head;
    expected[name] = what;
  };

  // Made before anything is merged, so that all fork from the same commit.
  for (const name of ["merge", "squash", "rebase", "picked-part", "edited", "split", "undone"]) {
    heads[name] = branch(repo, name, two(name));
  }
  heads.moved = branch(repo, "moved", [
    { "lines.txt": numbered(30, (n) => (n === 20 ? "twenty" : `line ${n}`)) },
  ]);
  heads["whole-file"] = branch(repo, "whole-file", [{ "data.bin": "\0branch\n" }]);
  heads["other-binary"] = branch(repo, "other-binary", [{ "other.bin": "\0branch\n" }]);
  want("open", branch(repo, "open", two("open")), unmerged(2));
  want("same-files", branch(repo, "same-files", [{ "lines.txt": "rewritten\n" }]), unmerged(1));
  want("empty", branch(repo, "empty", [{}, {}]), unmerged(2));
  want(
    "back-and-forth",
    branch(repo, "back-and-forth", [{ "src/b.txt": "x\n" }, { "src/b.txt": "one\ntwo\nthree\n" }]),
    unmerged(2),
  );
  const fresh = branch(repo, "fresh", []);
  want("fresh", fresh, expect.objectContaining({ kind: "level" }));
  want("absent", oidSchema.parse("1".repeat(40)), { kind: "unknown", reason: expect.any(String) });

  repo.commit("Base goes on", { "src/a.txt": "base\n" });
  repo.git("merge", "--quiet", "--no-ff", "-m", "Merge", "merge");
  expected.merge = merged("ancestor", repo.git("rev-parse", "HEAD"));
  expected.squash = merged("patch-id", squash(repo, "squash"));
  repo.git("cherry-pick", "rebase~1", "rebase");
  expected.rebase = merged("commits", repo.git("rev-parse", "HEAD"));
  repo.git("cherry-pick", "picked-part~1");
  expected["picked-part"] = unmerged(2);

  // Base turns upside down around and on the lines afterwards.
  repo.commit("Above", { "lines.txt": numbered(30, (n) => (n === 3 ? "three" : `line ${n}`)) });
  expected.moved = merged("patch-id", squash(repo, "moved"));
  repo.commit("On top", { "lines.txt": "all new\n" });
  expected.edited = merged("patch-id", squash(repo, "edited"));
  repo.commit("Base edits the same lines", { "edited.txt": "otherwise\n" });
  repo.commit("One half", { "split.txt": "one\ntwo\n" });
  const half = repo.git("rev-parse", "HEAD");
  const whole = repo.commit("The other half", { "split-more.txt": "more\n" });
  expected.split = merged("tree", null);
  expected.undone = merged("patch-id", squash(repo, "undone"));
  repo.git("revert", "--no-edit", "HEAD");
  repo.commit("The same file", { "data.bin": "\0branch\n" });
  expected["whole-file"] = merged("patch-id", repo.git("rev-parse", "HEAD"));
  repo.commit("Another file", { "other.bin": "\0another\n" });
  expected["other-binary"] = unmerged(1);

  // Does again what base had long before the branch began.
  repo.commit("Once", { "again.txt": "again\n" });
  repo.git("rm", "--quiet", "again.txt");
  repo.commit("No more");
  want("again", branch(repo, "again", [{ "again.txt": "again\n" }]), unmerged(1));
  // Fast-forward: the commits are base's own line now, as a fresh branch's would be.
  const forward = branch(repo, "forward", two("forward"));
  repo.git("merge", "--quiet", "--ff-only", "forward");
  want("forward", forward, expect.objectContaining({ kind: "level" }));
  // Base was merged into the branch before it was squashed.
  repo.git("switch", "--quiet", "--create", "refreshed", `${fresh}`);
  repo.commit("Refreshed", { "refreshed.txt": "1\n" });
  repo.git("merge", "--quiet", "-m", "Update", "main");
  repo.commit("Refreshed again", { "refreshed.txt": "2\n" });
  heads.refreshed = oidSchema.parse(repo.git("rev-parse", "HEAD"));
  repo.git("switch", "--quiet", "main");
  expected.refreshed = merged("patch-id", squash(repo, "refreshed"));
  // The name was used before; its new commits are not those that were merged.
  want("reused", branch(repo, "reused", [{ "reused.txt": "new work\n" }], `${heads.merge}`), unmerged(1));
  want("unrelated", oidSchema.parse(repo.git("commit-tree", "-m", "Alone", "main^{tree}")), unmerged(1));

  const git = new GitRunner();
  expect(await judge(repo, heads, git)).toEqual(expected);
  // Two to open the repository; how many there are does not depend on the branches. (Before 2.39 each merge is one.)
  const processes = git.trace.filter(({ args }) => !args.includes("merge-tree"));
  expect(processes.length).toBeLessThanOrEqual(9);

  // Since when base has it is found out only where that is later than it was asked for.
  const timeOf = (commit: string): number => Number(repo.git("show", "-s", "--format=%ct", commit)) * 1000;
  const { split } = heads;
  if (split === undefined) throw new Error("there is no such branch");
  for (const [settled, at] of [
    [timeOf(half), timeOf(whole)],
    [timeOf(whole) + 1, timeOf(whole)],
    [timeOf("main"), timeOf("main")],
  ] as const) {
    const works = await judge(repo, { split }, git, { settled });
    expect(works.split).toEqual({ kind: "merged", evidence: "tree", mergeOid: null, at });
  }
});

test("a branch whose base went on for longer than is looked at: no evidence is found, none is invented", async () => {
  const repo = createRepo();
  const squashed = branch(repo, "squashed", two("squashed"));
  const mergedLongAgo = branch(repo, "merged", two("merged"));
  const fresh = branch(repo, "fresh", []);
  squash(repo, "squashed");
  repo.commit("Otherwise", { "squashed.txt": "otherwise\n" });
  repo.git("merge", "--quiet", "--no-ff", "-m", "Merge", "merged");
  for (let left = 3; left > 0; left -= 1) repo.commit(`Later ${left}`, { "src/a.txt": `${left}\n` });
  const opened = await openRepository(repo.dir);
  try {
    const base = oidSchema.parse(repo.git("rev-parse", "main"));
    const works = await worksOf(opened, base, [squashed, mergedLongAgo, fresh], { trunk: 3 });
    expect([...works.values()]).toEqual([
      { kind: "merged", evidence: "ancestor", mergeOid: null, at: null },
      { kind: "level", at: null },
      unmerged(2),
    ]);
  } finally {
    await opened.close();
  }
});

test("branches that went on for hundreds of commits: judged as a whole, not commit by commit", async () => {
  const repo = createRepo();
  const date = "A <a@example.com> 1700100000 +0000";
  const commits = (ref: string, name: string, last: string): string =>
    Array.from({ length: 250 }, (_, n) => {
      const text = n === 249 ? last : `${n}\n`;
      const from = n === 0 ? `from ${repo.git("rev-parse", "main")}\n` : "";
      return `commit ${ref}\ncommitter ${date}\ndata 2\n${n % 10}\n${from}M 100644 inline ${name}\ndata ${text.length}\n${text}\n`;
    }).join("");
  const stream = [
    commits("refs/heads/one", "one.txt", "end of one\n"),
    commits("refs/heads/two", "two.txt", "end of two\n"),
    commits("refs/heads/three", "three.txt", "end of three\n"),
  ];
  execFileSync("git", ["fast-import", "--quiet"], { cwd: repo.dir, input: stream.join("") });
  squash(repo, "one");
  repo.commit("One in other words", { "one.txt": "otherwise\n" });
  repo.commit("A part of it", { "two.txt": "1\n" });
  repo.commit("The rest", { "two.txt": "end of two\n" });
  const heads = Object.fromEntries(
    ["one", "two", "three"].map((name) => [name, oidSchema.parse(repo.git("rev-parse", name))]),
  );
  expect(await judge(repo, heads)).toEqual({
    one: merged("patch-id", repo.git("rev-parse", "main~3")),
    two: merged("tree", null),
    three: unmerged(250),
  });
});
