import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { Memory } from "./remembered.js";
import { runInShell } from "./shell.js";
import { privatePrefix, sharedDirectory, temporaryDirectory } from "./temporary.js";

/** Seconds since the epoch of the template's first commit; later commits are one minute apart. */
const FIRST_COMMIT_TIME = 1_700_000_000;

const TEMPLATE_FILES: Readonly<Record<string, string>> = {
  "README.md": "# Project\n\nA repository made for a test.\n",
  "src/a.txt": "alpha\nbeta\ngamma\ndelta\nepsilon\n",
  "src/b.txt": "one\ntwo\nthree\n",
};

/** A temporary repository of one test. Every `git` throws when git ends with another code than 0. */
export interface TestRepo {
  /** The main worktree, as a real path (no symbolic link in it). */
  readonly dir: string;
  /** Runs git in `dir`; its standard output without surrounding white space. */
  git(...args: string[]): string;
  /** Runs git in another directory, for linked worktrees. */
  gitIn(cwd: string, ...args: string[]): string;
  /** Writes a file, making its folders. The path is relative to `dir`. */
  write(path: string, text: string): void;
  /** Reads a file of `dir` as UTF-8. */
  read(path: string): string;
  /**
   * Writes `files`, stages everything in `dir` and commits, even when nothing changed.
   * Dates are fixed: the same calls give the same oid on every machine.
   * @returns the new commit's oid
   */
  commit(message: string, files?: Readonly<Record<string, string>>): string;
}

/** Messages with the files that they commit. */
export type Commits = readonly (readonly [message: string, files: Readonly<Record<string, string>>])[];

export interface RepoOptions {
  /** The folder's name inside its private parent. Default: `repo`. */
  readonly name?: string;
  /** Files of one more commit on main, after the template's. */
  readonly files?: Readonly<Record<string, string>>;
  /** More commits on main, after those. */
  readonly commits?: Commits;
  /** An empty repository: main is unborn and nothing is committed. */
  readonly empty?: boolean;
}

/**
 * Makes a repository for the running test and deletes it when the test ends.
 * `git init` and the same first commits run once in each worker; a test only pays for a copy.
 * The repository's parent is private too, so worktrees may be added beside it.
 */
export function createRepo(options: RepoOptions = {}): TestRepo {
  const dir = join(createTempDir(), options.name ?? "repo");
  if (options.empty === true) {
    mkdirSync(dir, { recursive: true });
    runGit(dir, ["init", "--quiet", "-b", "main"]);
  } else {
    const commits: Commits = [
      ...(options.files === undefined ? [] : [["Add the test's files", options.files] as const]),
      ...(options.commits ?? []),
    ];
    cpSync(template(commits), dir, { recursive: true, preserveTimestamps: true });
    return openRepo(dir);
  }
  const repo = openRepo(dir);
  if (options.files !== undefined) repo.commit("Add the test's files", options.files);
  for (const [message, files] of options.commits ?? []) repo.commit(message, files);
  return repo;
}

/** The helper's view of a repository or linked worktree that already exists. */
export function openRepo(dir: string): TestRepo {
  const write = (path: string, text: string): void => {
    const target = join(dir, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  return {
    dir,
    git: (...args) => runGit(dir, args),
    gitIn: (cwd, ...args) => runGit(cwd, args),
    write,
    read: (path) => readFileSync(join(dir, path), "utf8"),
    commit: (message, files = {}) => {
      for (const [path, text] of Object.entries(files)) write(path, text);
      return commitAll(dir, message);
    },
  };
}

const remotes = new Memory<void>();

/**
 * Clones `repo` to a bare repository beside it, makes that its `origin` and fetches,
 * so that refs/remotes/origin/main exists and main tracks it.
 * @returns the bare repository's path
 */
export function createBareRemote(repo: TestRepo): string {
  const bare = join(dirname(repo.dir), `${basename(repo.dir)}-origin.git`);
  remotes.takeNow(repo, "bare remote", () => {
    runGit(dirname(repo.dir), ["clone", "--quiet", "--bare", repo.dir, bare]);
    repo.git("remote", "add", "origin", bare);
    repo.git("fetch", "--quiet", "origin");
    repo.git("branch", "--quiet", "--set-upstream-to=origin/main", "main");
  });
  return bare;
}

/** A private directory, as a real path, deleted when the running test ends. */
export function createTempDir(): string {
  const dir = temporaryDirectory(privatePrefix);
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  });
  return dir;
}

/** What a worktree holds, comparable with `toEqual`: equal snapshots mean that nothing was touched. */
export interface WorktreeSnapshot {
  /** The branch's full ref name, or undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** HEAD's commit, or undefined while the branch is unborn. */
  readonly head: string | undefined;
  /** `git ls-files -s` with flags, one line an entry. */
  readonly index: readonly string[];
  /** `git status --porcelain=v2`, ignored files included. */
  readonly status: readonly string[];
  /** Path to `mode content`; contents that are not UTF-8 as base64. Git's own folder is left out. */
  readonly files: Readonly<Record<string, string>>;
}

/** Describes a worktree's HEAD, index, status and every file. Reads only: the index is not refreshed. */
export function snapshot(dir: string): WorktreeSnapshot {
  return {
    branch: tryGit(dir, ["symbolic-ref", "--quiet", "HEAD"]),
    head: tryGit(dir, ["rev-parse", "--verify", "--quiet", "HEAD"]),
    index: lines(runGit(dir, ["ls-files", "-s", "-v"])),
    status: lines(
      runGit(dir, ["--no-optional-locks", "status", "--porcelain=v2", "-uall", "--ignored=matching"]),
    ),
    files: describeFiles(dir),
  };
}

const templates = new Map<string, string>();

/** A repository with these commits, made once in each worker. */
function template(commits: Commits): string {
  const key = JSON.stringify(commits);
  const known = templates.get(key);
  if (known !== undefined && existsSync(known)) return known;
  const dir = sharedDirectory("coppice-template-");
  const last = commits.at(-1);
  if (last !== undefined) {
    cpSync(template(commits.slice(0, -1)), dir, { recursive: true, preserveTimestamps: true });
    openRepo(dir).commit(...last);
  } else {
    runGit(dir, ["init", "--quiet", "-b", "main"]);
    // Sample hooks are most of a new repository's files and never run.
    rmSync(join(dir, ".git", "hooks"), { recursive: true, force: true });
    mkdirSync(join(dir, ".git", "hooks"));
    openRepo(dir).commit("Start the project", TEMPLATE_FILES);
  }
  templates.set(key, dir);
  return dir;
}

/** How many commits lie behind one, its own included, of those that were made here. */
const counts = new Map<string, number>();

function commitAll(dir: string, message: string): string {
  runGit(dir, ["add", "--all"]);
  const before = headOf(dir);
  const merging = before !== undefined && existsSync(join(gitDirOf(dir), "MERGE_HEAD"));
  const count =
    (before === undefined ? undefined : counts.get(before)) ??
    Number(tryGit(dir, ["rev-list", "--count", "HEAD"]) ?? "0");
  const date = `${FIRST_COMMIT_TIME + 60 * count} +0000`;
  runGit(dir, ["commit", "--quiet", "--allow-empty", "--no-verify", "-m", message], {
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  });
  const oid = headOf(dir) ?? runGit(dir, ["rev-parse", "HEAD"]);
  if (!merging) counts.set(oid, count + 1);
  return oid;
}

/** HEAD's commit as its files tell, without a process; undefined where they do not (packed refs, reftable, no repository). */
export function headOf(dir: string): string | undefined {
  try {
    const gitDir = gitDirOf(dir);
    const head = readFileSync(join(gitDir, "HEAD"), "utf8").trim();
    const home = commonDirOf(gitDir);
    const oid = head.startsWith("ref: ") ? readFileSync(join(home, head.slice(5)), "utf8").trim() : head;
    return /^[0-9a-f]{40,64}$/.test(oid) ? oid : undefined;
  } catch {
    return undefined;
  }
}

/** The directory that a repository's worktrees share. */
export function commonDirOf(gitDir: string): string {
  const file = join(gitDir, "commondir");
  return existsSync(file) ? resolve(gitDir, readFileSync(file, "utf8").trim()) : gitDir;
}

/** The git directory of a worktree, as its `.git` tells. */
export function gitDirOf(dir: string): string {
  const own = join(dir, ".git");
  if (lstatSync(own).isDirectory()) return own;
  return resolve(
    dir,
    readFileSync(own, "utf8")
      .replace(/^gitdir: /, "")
      .trim(),
  );
}

function runGit(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { code, stdout, stderr } = runInShell(cwd, ["git", ...args], env);
  if (code !== 0)
    throw Object.assign(new Error(`Command failed: git ${args.join(" ")}\n${stderr}`), {
      status: code,
      stdout,
      stderr,
    });
  return stdout.trim();
}

function tryGit(cwd: string, args: readonly string[]): string | undefined {
  try {
    return runGit(cwd, args);
  } catch {
    return undefined;
  }
}

function lines(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

function describeFiles(root: string): Record<string, string> {
  const files: Record<string, string> = {};
  const visit = (dir: string): void => {
    for (const name of readdirSync(dir).sort()) {
      if (name === ".git") continue;
      const path = join(dir, name);
      const stat = lstatSync(path);
      if (stat.isDirectory()) visit(path);
      else files[relative(root, path)] = `${(stat.mode & 0o777777).toString(8)} ${contentOf(path)}`;
    }
  };
  visit(root);
  return files;
}

function contentOf(path: string): string {
  if (lstatSync(path).isSymbolicLink()) return readlinkSync(path);
  const bytes = readFileSync(path);
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : `base64:${bytes.toString("base64")}`;
}
