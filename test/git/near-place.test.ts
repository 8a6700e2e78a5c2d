import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRepository } from "../../src/git/repository.js";
import { GitRunner } from "../../src/git/run.js";
import { createRepo, type TestRepo } from "../support/repo.js";

/** What git itself tells of a directory: the three paths, and the format. */
function toldByGit({ git }: TestRepo, at: string) {
  const tell = (...words: string[]): string =>
    git("-C", at, "rev-parse", "--path-format=absolute", ...words).trim();
  return {
    commonDir: realpathSync(tell("--git-common-dir")),
    gitDir: realpathSync(tell("--git-dir")),
    worktree: topOf(tell),
    objectFormat: tell("--show-object-format=storage"),
  };
}

function topOf(tell: (word: string) => string): string | undefined {
  try {
    return realpathSync(tell("--show-toplevel"));
  } catch {
    return undefined;
  }
}

/** Situations, and whether the files alone tell where everything lies. */
const situations: readonly [what: string, plain: boolean, make: (repo: TestRepo) => string][] = [
  ["the main worktree", true, ({ dir }) => dir],
  ["a folder in it", true, ({ dir }) => join(dir, "src")],
  [
    "a folder in it, through a link from elsewhere",
    true,
    ({ dir }) => {
      symlinkSync(join(dir, "src"), join(dir, "../short"));
      return join(dir, "../short");
    },
  ],
  [
    "a folder in a linked worktree",
    true,
    ({ dir, git }) => {
      git("worktree", "add", "--quiet", "-b", "topic", "../linked");
      return join(dir, "../linked/src");
    },
  ],
  [
    "a linked worktree in the main one",
    true,
    ({ dir, git }) => {
      git("worktree", "add", "--quiet", "-b", "topic", "src/linked");
      return join(dir, "src/linked");
    },
  ],
  [
    "values from an included file",
    true,
    ({ dir, git }) => {
      writeFileSync(join(dir, ".git/more"), "[x]\n\tswitch\n\ty = 1\n");
      git("config", "include.path", "more");
      return dir;
    },
  ],
  ["the git directory", false, ({ dir }) => join(dir, ".git")],
  ["a folder of the git directory", false, ({ dir }) => join(dir, ".git/objects")],
  [
    "the git directory elsewhere",
    false,
    ({ dir, git }) => {
      git("init", "--quiet", "--separate-git-dir=../moved");
      return dir;
    },
  ],
  [
    "the git directory behind a link",
    false,
    ({ dir }) => {
      renameSync(join(dir, ".git"), join(dir, "../behind"));
      symlinkSync("../behind", join(dir, ".git"));
      return dir;
    },
  ],
  [
    "core.worktree names another directory",
    false,
    ({ dir, git }) => {
      mkdirSync(join(dir, "../other"));
      git("config", "core.worktree", join(dir, "../other"));
      return join(dir, ".git");
    },
  ],
  [
    "an extension of the format",
    false,
    ({ dir, git }) => {
      git("config", "extensions.worktreeConfig", "true");
      return dir;
    },
  ],
  [
    "a bare repository in a worktree",
    false,
    ({ dir, git }) => {
      git("init", "--quiet", "--bare", "--object-format=sha256", "src/bare");
      return join(dir, "src/bare");
    },
  ],
];

for (const [what, plain, make] of situations) {
  test(`${what}: the same as git tells, with ${plain ? "one process" : "two processes"}`, async () => {
    const repo = createRepo();
    const at = make(repo);
    const git = new GitRunner();
    const { commonDir, gitDir, worktree, objectFormat, config } = await openRepository(at, git);
    expect({ commonDir, gitDir, worktree, objectFormat }).toEqual(toldByGit(repo, at));
    expect(git.count).toBe(plain ? 1 : 2);
    const listing = repo.git("-C", at, "config", "-z", "--list");
    const told = config.keys().filter((key) => key !== "core.hookspath");
    expect(told.sort()).toEqual(
      [...new Set(listing.split("\0").map((value) => value.split("\n")[0]))].filter(Boolean).sort(),
    );
  });
}
