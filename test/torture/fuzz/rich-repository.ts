import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A repository in which git has much to tell: odd names, worktrees, a conflict, a submodule, a remote, a reflog. */
export interface RichRepository {
  readonly main: string;
  /** A linked worktree with an unmerged index. */
  readonly conflicting: string;
  readonly git: (cwd: string, ...args: string[]) => string;
}

const env = {
  ...process.env,
  GIT_AUTHOR_DATE: "1700000000 +0000",
  GIT_COMMITTER_DATE: "1700000000 +0000",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "protocol.file.allow",
  GIT_CONFIG_VALUE_0: "always",
};

export function richRepository(root: string): RichRepository {
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.invalid", ...args], {
      cwd,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const main = join(root, "main repo");
  mkdirSync(main, { recursive: true });
  git(main, "init", "--quiet", "-b", "main");
  const write = (cwd: string, name: string, text: string): void => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  const commit = (cwd: string, message: string, files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) write(cwd, name, text);
    git(cwd, "add", "--all");
    git(cwd, "commit", "--quiet", "-m", message);
  };
  const lines = Array.from({ length: 30 }, (_, number) => `line ${number}`).join("\n");
  commit(main, "Begin", {
    "a.txt": lines,
    "sub/b b.txt": "b\n",
    "gone.txt": "x\n",
    "n\u00fc\n.txt": "n\n",
    ".gitattributes": "",
  });
  git(main, "branch", "task/a");
  git(main, "branch", "task/b");
  git(main, "branch", "feature/\u{1f680}");
  git(main, "tag", "-a", "-m", "v1", "v1");
  commit(main, "On main\n\nBody: x", {
    "a.txt": lines.replace("line 3", "main 3"),
    "sub/b b.txt": "main\n",
    bin: "\u0000\u0001",
  });
  const conflicting = join(root, "linked\ttree");
  git(main, "worktree", "add", "--quiet", conflicting, "task/a");
  commit(conflicting, "On task", {
    "a.txt": lines.replace("line 3", "task 3"),
    "c.txt": "c\n",
    bin: "\u0001\u0002",
  });
  git(conflicting, "rm", "--quiet", "sub/b b.txt");
  git(conflicting, "commit", "--quiet", "-m", "Delete");
  git(main, "worktree", "add", "--quiet", "--detach", join(root, "detached"), "task/b");
  git(main, "worktree", "lock", "--reason", "why\nnot", join(root, "detached"));
  try {
    git(conflicting, "merge", "main");
  } catch {
    // It conflicts.
  }
  git(main, "clone", "--quiet", "--bare", main, join(root, "origin.git"));
  git(main, "remote", "add", "origin", join(root, "origin.git"));
  git(main, "fetch", "--quiet", "origin");
  git(main, "config", "coppice.base", "main");
  git(main, "config", "branch.main.remote", "origin");
  git(main, "config", "branch.main.merge", "refs/heads/main");
  write(main, "a.txt", "changed\n");
  write(main, "staged.txt", "s\n");
  git(main, "add", "staged.txt");
  write(main, "-untracked\n\u001b[31m.txt", "u\n");
  write(main, "folder/x", "x\n");
  symlinkSync("nowhere", join(main, "link"));
  return { main, conflicting, git };
}
