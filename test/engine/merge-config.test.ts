import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commit } from "../../src/engine/commit.js";
import { resolve } from "../../src/engine/resolve.js";
import type { Strategy } from "../../src/lifecycle/events.js";
import { openRepo, type TestRepo } from "../support/repo.js";
import { commitAt, edit, leaveMain, mergeOne, project, task } from "./merge-support.js";
import { notes, recordIn, run } from "./support.js";

const line = (text: string): string => `alpha\nbeta\n${text}\ndelta\nepsilon\n`;

/** What a person's git config may say; none of it may change what comes out. */
const hostile: readonly (readonly [string, string])[] = [
  ["diff.context", "0"],
  ["diff.algorithm", "patience"],
  ["diff.noprefix", "true"],
  ["diff.renames", "false"],
  ["merge.renames", "false"],
  ["color.ui", "always"],
  ["core.quotePath", "true"],
  ["status.showUntrackedFiles", "no"],
  ["core.abbrev", "4"],
  ["core.pager", "false"],
  ["merge.conflictStyle", "diff3"],
  ["merge.ff", "only"],
  ["merge.verifySignatures", "true"],
  ["merge.autoStash", "true"],
  ["branch.main.mergeOptions", "--squash"],
  ["commit.gpgSign", "true"],
  ["gpg.program", "/bin/false"],
  ["user.signingKey", "0000000000000000"],
  ["rerere.enabled", "true"],
  ["rerere.autoUpdate", "true"],
  ["commit.cleanup", "scissors"],
  ["commit.verbose", "true"],
  ["i18n.commitEncoding", "ISO-8859-1"],
];

interface Result {
  readonly tree: string;
  readonly parents: number;
  readonly message: string;
  readonly author: string;
}

async function merged(strategy: Strategy, config: readonly (readonly [string, string])[]): Promise<Result> {
  const repo = project();
  repo.git("mv", "src/b.txt", "src/renamed.txt");
  repo.commit("Rename");
  repo.git("branch", "old", "HEAD~1");
  const a = await task(repo, "task/a", { "a.txt": "a\n" }, { base: "main" });
  a.tree.git("reset", "--quiet", "--hard", "old");
  a.tree.commit("Wörk", { "src/b.txt": "one\ntwo\nthree\nfour\n", "ünter.txt": "ü\n" });
  for (const [key, value] of config) repo.git("config", key, value);
  expect((await mergeOne(repo.dir, "task/a", { strategy })).status).toBe("merged");
  expect(repo.git("-c", "color.ui=never", "status", "--porcelain", "-unormal")).toBe("");
  const made = commitAt(repo, "main");
  return {
    tree: made.tree,
    parents: made.parents.length,
    message: made.message.replace(a.record.id, "ID"),
    author: made.author.replace(/ \d+ .*/, ""),
  };
}

describe("L9: whatever the person's git config says, the result is the same", () => {
  test.each(["merge", "squash", "rebase"] as const)("%s", async (strategy) => {
    expect(await merged(strategy, hostile)).toEqual(await merged(strategy, []));
  });

  test("a conflict, its report and its resolution", async () => {
    const results = [];
    for (const config of [hostile, []]) {
      const repo = project();
      await task(repo, "task/a", { "src/a.txt": line("TASK") });
      repo.commit("Base", { "src/a.txt": line("BASE") });
      for (const [key, value] of config) repo.git("config", key, value);
      expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
      const { conflict } = await recordIn(repo.dir, "task/a");
      const outcome = await run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "ours" }));
      expect(outcome.status).toBe("merged");
      results.push({ files: conflict?.files, tree: commitAt(repo, "main").tree });
    }
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.files).toHaveLength(1);
  });

  test("a commit: made, unsigned where signing does not work, with a warning", async () => {
    const repo = project();
    const a = await task(repo, "task/a");
    for (const [key, value] of hostile) repo.git("config", key, value);
    edit(a.tree.dir, "new.txt", "new\n");
    const report = notes();
    await run(repo.dir, (engine) => commit(engine, "task/a", { message: "Wörk\n\n# kept" }), { report });
    expect(commitAt(a.tree, "HEAD").message).toBe("Wörk\n\n# kept\n");
    expect(report.warnings.join("\n")).toContain("not signed");
  });
});

test("merge.sign always, and signing does not work: MERGE_FAILED, base has not moved", async () => {
  const repo = project({ config: { merge: { sign: "always" } } });
  repo.git("config", "gpg.program", "/bin/false");
  await task(repo, "task/a", { "a.txt": "a\n" });
  const base = repo.git("rev-parse", "main");
  expect(await mergeOne(repo.dir, "task/a")).toMatchObject({
    status: "refused",
    error: { code: "MERGE_FAILED" },
  });
  expect(repo.git("rev-parse", "main")).toBe(base);
});

test("signing works: the merge commit is signed, as commit.gpgSign asks", async () => {
  const repo = project();
  const key = join(repo.dir, "..", "key");
  // A stand-in for gpg that signs everything.
  writeFileSync(
    key,
    '#!/bin/sh\ncat >/dev/null\nprintf "[GNUPG:] SIG_CREATED \\n" >&2\nprintf -- "-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n"\n',
    { mode: 0o755 },
  );
  repo.git("config", "gpg.program", key);
  repo.git("config", "commit.gpgSign", "true");
  repo.git("config", "user.signingKey", "x");
  await task(repo, "task/a", { "a.txt": "a\n" });
  expect((await mergeOne(repo.dir, "task/a")).status).toBe("merged");
  expect(repo.git("cat-file", "-p", "main")).toContain("gpgsig -----BEGIN PGP SIGNATURE-----");
});

/** A clone's view in which the caller's checkout says something else about merging than base does. */
const attributes: readonly [string, (repo: TestRepo, tree: string) => void][] = [
  ["uncommitted in the main worktree", (repo) => edit(repo.dir, ".gitattributes", "*.txt merge=union\n")],
  ["binary in the main worktree", (repo) => edit(repo.dir, ".gitattributes", "*.txt binary\n")],
  ["in the clone's info/attributes", (repo) => edit(repo.dir, ".git/info/attributes", "*.txt merge=union\n")],
  [
    "committed on the task branch",
    (_, tree) => openRepo(tree).commit("Attributes", { ".gitattributes": "*.txt merge=union\n" }),
  ],
];

describe("L29: base's attributes decide, not those of a checkout", () => {
  test.each(attributes)("merge=union or binary %s: still a conflict of text", async (_, change) => {
    const repo = project();
    const a = await task(repo, "task/a", { "src/a.txt": line("TASK") });
    repo.commit("Base", { "src/a.txt": line("BASE") });
    leaveMain(repo);
    change(repo, a.tree.dir);
    expect((await mergeOne(repo.dir, "task/a")).status).toBe("conflict");
    expect((await recordIn(repo.dir, "task/a")).conflict?.files).toMatchObject([
      { path: "src/a.txt", kind: "content", count: 1 },
    ]);
    await run(repo.dir, (engine) => resolve(engine, "task/a", { resolution: "ours" }));
    expect(repo.git("show", "main:src/a.txt")).toBe(line("TASK").trim());
  });

  test("merge=union on base: merged with both, wherever it is called from", async () => {
    const repo = project({ files: { ".gitattributes": "*.txt merge=union\n" } });
    const a = await task(repo, "task/a", { "src/a.txt": line("TASK") });
    repo.commit("Base", { "src/a.txt": line("BASE") });
    leaveMain(repo);
    repo.git("rm", "--quiet", ".gitattributes");
    a.tree.commit("No attributes here");
    appendFileSync(join(repo.dir, ".git/info/attributes"), "*.txt -merge\n");
    expect((await mergeOne(a.tree.dir, "task/a")).status).toBe("merged");
    expect(repo.git("show", "main:src/a.txt")).toContain("TASK");
    expect(repo.git("show", "main:src/a.txt")).toContain("BASE");
  });
});
