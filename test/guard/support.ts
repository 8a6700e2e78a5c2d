import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeEngine, openEngine } from "../../src/engine/context.js";
import { create } from "../../src/engine/create.js";
import { temporaryDirectory } from "../support/temporary.js";

/** A repository with the managed worktrees of task/a and task/b, a remote's branches and some aliases. */
export interface GuardedRepo {
  readonly main: string;
  readonly a: string;
  readonly b: string;
  git(cwd: string, ...args: string[]): string;
  remove(): void;
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** For a whole file of tests: none of them changes anything in it. */
export async function guardedRepo(): Promise<GuardedRepo> {
  const root = temporaryDirectory("coppice-guard-");
  const main = join(root, "repo");
  mkdirSync(join(main, "src"), { recursive: true });
  git(main, "init", "--quiet", "-b", "main");
  writeFileSync(join(main, "src", "a.txt"), "alpha\n");
  writeFileSync(join(main, "README.md"), "# Project\n");
  git(main, "add", ".");
  git(main, "commit", "--quiet", "-m", "Begin");
  git(main, "clone", "--quiet", "--bare", main, join(root, "origin.git"));
  git(main, "remote", "add", "origin", join(root, "origin.git"));
  git(main, "branch", "only-there");
  git(main, "push", "--quiet", "origin", "main", "only-there");
  git(main, "branch", "-D", "only-there");
  git(main, "branch", "merged-elsewhere");
  for (const [name, text] of Object.entries(aliases)) git(main, "config", `alias.${name}`, text);
  for (const branch of ["task/a", "task/b"]) await make(main, branch);
  return {
    main,
    a: join(main, ".worktrees", "task-a"),
    b: join(main, ".worktrees", "task-b"),
    git,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const aliases: Readonly<Record<string, string>> = {
  lg: "log --oneline --graph",
  ci: "commit",
  p: "push",
  pf: "push --force-with-lease",
  publish: '!git push -u origin "$(git branch --show-current)"',
  shout: '!f() { git push "$@"; }; f',
  nested: "p origin",
  save: "stash push",
  twisted: "twisted --again",
  status: "push",
};

async function make(cwd: string, branch: string): Promise<void> {
  const engine = await openEngine({ cwd, door: "cli" });
  try {
    await create(engine, { branch, setup: { copyEnv: false, installDeps: false, runInitScript: false } });
  } finally {
    await closeEngine(engine);
  }
}
