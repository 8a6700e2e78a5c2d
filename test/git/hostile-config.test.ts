import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { conflictReport } from "../../src/git/conflict-report.js";
import { aheadBehindMany, commitsBetween } from "../../src/git/history.js";
import { mergeTree } from "../../src/git/merge-tree.js";
import { listRefs, updateRef } from "../../src/git/refs.js";
import { status } from "../../src/git/status.js";
import { addWorktree } from "../../src/git/worktree-add.js";
import { listWorktrees } from "../../src/git/worktrees.js";
import { createRepo, createTempDir, type TestRepo } from "../support/repo.js";
import { branch, commitOn, oidOf, open } from "./support.js";

const hostile = `
[color]
	ui = always
	status = always
[core]
	quotePath = true
	abbrev = 4
	pager = cat >pager-ran
	attributesFile = ATTRIBUTES
[column]
	ui = always
[diff]
	context = 0
	algorithm = patience
	noprefix = true
	mnemonicPrefix = true
	renames = false
	external = false
	orderFile = /nonexistent
	ignoreSubmodules = all
	relative = true
[status]
	showUntrackedFiles = no
	relativePaths = false
	branch = true
	short = true
	showStash = true
	renames = false
[log]
	showSignature = true
	decorate = full
	date = relative
	follow = true
	mailmap = true
[format]
	pretty = oneline
[i18n]
	logOutputEncoding = ISO-8859-1
[merge]
	conflictStyle = diff3
	ff = only
	renames = false
	directoryRenames = false
	renormalize = true
	default = union
	verbosity = 5
[commit]
	gpgSign = true
	template = /nonexistent
	cleanup = scissors
[tag]
	gpgSign = true
[gpg]
	program = /nonexistent
[user]
	signingKey = none
[push]
	default = nothing
[checkout]
	defaultRemote = elsewhere
	guess = true
[worktree]
	guessRemote = true
[branch]
	autoSetupMerge = always
	autoSetupRebase = always
[blame]
	coloring = repeatedLines
[advice]
	detachedHead = true
`;

/** Everything that the readers say of one and the same repository. */
async function everything(main: TestRepo, env: NodeJS.ProcessEnv): Promise<unknown> {
  const repo = await open(main.dir, { env });
  const [ours, theirs, base] = [oidOf(main, "ours"), oidOf(main, "theirs"), oidOf(main, "main")];
  const merge = await mergeTree(repo, { ours, theirs, attributes: base });
  const clean = await mergeTree(repo, { ours, theirs: oidOf(main, "renaming"), attributes: base });
  const added = await addWorktree(repo, {
    path: join(main.dir, "../wt"),
    branch: branch("made"),
    start: base,
  });
  await updateRef(repo, "refs/heads/moved", ours, undefined, "a reason");
  return {
    refs: (await listRefs(repo)).map((ref) => ({ ...ref, worktreePath: basename(ref.worktreePath ?? "") })),
    worktrees: (await listWorktrees(repo)).map((one) => [one.branch, one.head, one.detached, one.locked]),
    status: await status(repo, main.dir),
    added: (await status(repo, added.path)).clean,
    merge,
    clean,
    report: merge.outcome === "conflict" ? await conflictReport(repo.objects(), merge) : undefined,
    ahead: [...(await aheadBehindMany(repo, base, [ours, theirs]))],
    commits: await commitsBetween(repo, { of: ours, notIn: [base] }),
    upstream: (await listRefs(repo, ["refs/heads/made"]))[0]?.upstream,
  };
}

function repository(): TestRepo {
  const main = createRepo({ files: { "ümläut.txt": "base\n", "old name.txt": "1\n2\n3\n4\n5\n6\n" } });
  for (const name of ["ours", "theirs"]) {
    commitOn(main, name, "main", (write) => {
      write("ümläut.txt", `${name}\n`);
      write("src/a.txt", `alpha\nbeta ${name}\ngamma\ndelta\nepsilon\n`);
      if (name === "ours") write("old name.txt", "1\n2\n3 changed\n4\n5\n6\n");
    });
  }
  commitOn(main, "renaming", "main", (_write, git) => git("mv", "old name.txt", "new name.txt"));
  main.write("untracked ü", "");
  main.write("src/b.txt", "edited\n");
  return main;
}

test("a person's configuration that changes what git prints, merges and signs: every result is the same", async () => {
  const home = createTempDir();
  const config = join(home, "config");
  writeFileSync(join(home, "attributes"), "* merge=union\n");
  writeFileSync(
    config,
    `${hostile.replace("ATTRIBUTES", join(home, "attributes"))}\n[include]\n\tpath = ${process.env.GIT_CONFIG_GLOBAL}\n`,
  );
  mkdirSync(join(home, "empty"));
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: config,
    GIT_PAGER: "false",
    GIT_EXTERNAL_DIFF: "false",
    GIT_DIFF_OPTS: "-u0",
    GIT_ICASE_PATHSPECS: "1",
    GIT_EDITOR: "false",
    LANG: "de_DE.UTF-8",
    LC_ALL: "de_DE.UTF-8",
    LANGUAGE: "de",
    GIT_MERGE_VERBOSITY: "0",
  };
  const [plain, disturbed] = [repository(), repository()];
  const expected = await everything(plain, process.env);
  expect(await everything(disturbed, env)).toEqual(expected);
  expect(expected).toMatchObject({
    merge: { outcome: "conflict" },
    clean: { outcome: "clean" },
    upstream: undefined,
  });
});
