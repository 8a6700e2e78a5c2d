import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeEngine, type Engine, openEngine } from "../src/engine/context.js";
import { create } from "../src/engine/create.js";
import { GitRunner } from "../src/git/run.js";
import { environment, git, run } from "./support.js";

/** Seconds since 1970 of every commit that is made here. */
const when = 1_700_000_000;
const person = `Bench <bench@example.com> ${when} +0000`;

/** The path of one of a repository's files; about a hundred to a folder, two levels deep. */
export const filePath = (index: number): string =>
  `part${index % 10}/module${Math.floor(index / 10) % 10}/file${index}.txt`;

const fileText = (index: number): string =>
  Array.from({ length: 40 }, (_, line) => `file ${index}, line ${line}: what stands here\n`).join("");

/** What branch number `branch` makes of four files that no other branch touches, given enough files. */
function editsOf(branch: number): readonly { readonly path: string; readonly text: string }[] {
  return [0, 1, 2, 3].map((offset) => {
    const index = branch * 4 + offset;
    const lines = fileText(index).split("\n");
    lines[3 + offset] = `changed by branch ${branch}`;
    return { path: filePath(index), text: lines.join("\n") };
  });
}

export interface Repository {
  readonly dir: string;
  /** The commit that every branch starts at. */
  readonly start: string;
}

/**
 * A repository with that many files, on `main`; the main worktree is on another branch, `elsewhere`.
 * @param branches made with one commit each, by plain git, without worktrees: `branch/0` and so on
 * @param options.overlapping every fifth branch changes another line of a file that the one before it changes
 */
export function repository(
  dir: string,
  files: number,
  branches = 0,
  options: { readonly overlapping?: boolean } = {},
): Repository {
  mkdirSync(dir);
  git(dir, ["init", "--quiet", "--initial-branch=main"]);
  rmSync(join(dir, ".git", "hooks"), { recursive: true });
  git(dir, ["config", "user.name", "Bench"]);
  git(dir, ["config", "user.email", "bench@example.com"]);
  const stream = [commit("refs/heads/main", ":1", undefined, "Start")];
  const config = JSON.stringify({ worktreeRoot: "../{repo}-trees" });
  stream.push(file("coppice.config.json", config));
  for (let index = 0; index < files; index += 1) stream.push(file(filePath(index), fileText(index)));
  for (let branch = 0; branch < branches; branch += 1) stream.push(branchCommit(branch, options));
  git(dir, ["fast-import", "--quiet", "--done"], { stdin: `${stream.join("")}done\n` });
  git(dir, ["checkout", "--quiet", "-b", "elsewhere", "main"]);
  return { dir, start: git(dir, ["rev-parse", "main"]) };
}

export const branchName = (branch: number): string => `branch/${branch}`;

const branchCommit = (branch: number, { overlapping = false }: { readonly overlapping?: boolean }): string =>
  commit(`refs/heads/${branchName(branch)}`, `:${branch + 2}`, ":1", `Work on ${branch}`) +
  [...editsOf(branch), ...(overlapping && branch % 5 === 4 ? [overlap(branch)] : [])]
    .map(({ path, text }) => file(path, text))
    .join("");

export const taskBranch = (number: number): string => `task/${number}`;

/**
 * A small repository with so many task branches, `task/0` and so on, each with a commit on a file of its own; every
 * other one is merged into main. The main worktree is on `elsewhere`.
 */
export function historyRepository(dir: string, branches: number): Repository {
  const repo = repository(dir, 20);
  const path = (number: number): string => `tasks/${Math.floor(number / 100)}/task${number}.txt`;
  const stream: string[] = [];
  for (let number = 0; number < branches; number += 1) {
    const work = file(path(number), `what task ${number} wrote\n`);
    const own = commit(`refs/heads/${taskBranch(number)}`, `:${number + 1}`, repo.start, `Task ${number}`);
    stream.push(own, work);
  }
  let tip = repo.start;
  for (let number = 0; number < branches; number += 2) {
    const mark = `:${branches + number + 1}`;
    const merge = commit("refs/heads/main", mark, tip, `Merge ${number}`);
    tip = mark;
    stream.push(`${merge}merge :${number + 1}\n`, file(path(number), `what task ${number} wrote\n`));
  }
  git(dir, ["fast-import", "--quiet", "--done"], { stdin: `${stream.join("")}done\n` });
  return repo;
}

function overlap(branch: number): { readonly path: string; readonly text: string } {
  const index = (branch - 1) * 4;
  const lines = fileText(index).split("\n");
  lines[30] = `changed by branch ${branch}, too`;
  return { path: filePath(index), text: lines.join("\n") };
}

const commit = (ref: string, mark: string, from: string | undefined, message: string): string =>
  `commit ${ref}\nmark ${mark}\nauthor ${person}\ncommitter ${person}\n${data(message)}${from === undefined ? "" : `from ${from}\n`}`;

const file = (path: string, text: string): string => `M 100644 inline ${path}\n${data(text)}`;

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** Works with an engine in this process: for what a benchmark needs and does not time. */
export async function withEngine<T>(cwd: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine({ cwd, door: "cli", git: new GitRunner({ env: environment }) });
  try {
    return await work(engine);
  } finally {
    await closeEngine(engine);
  }
}

/**
 * Worktrees without a setup, one for each of the first branches.
 * @returns their directories
 */
export const worktrees = (repo: Repository, count: number): Promise<string[]> =>
  withEngine(repo.dir, async (engine) => {
    const paths: string[] = [];
    for (let branch = 0; branch < count; branch += 1) {
      const { path } = await create(engine, {
        branch: branchName(branch),
        base: "main",
        setup: { copyEnv: false, installDeps: false, runInitScript: false },
      });
      paths.push(path);
    }
    return paths;
  });

/** Changes files in a worktree of `worktrees` and commits them with plain git. */
export function commitIn(path: string, branch: number): void {
  for (const edit of editsOf(branch)) writeFileSync(join(path, edit.path), edit.text);
  git(path, ["commit", "--quiet", "--all", `--date=@${when}`, "-m", `Work on ${branch}`]);
}

/** Counts the git processes that a program starts: a `git` of its own on PATH that takes notes. */
export class GitCounter {
  readonly #log: string;
  readonly #bin: string;

  /** @param dir an empty directory of its own */
  constructor(dir: string) {
    this.#log = join(dir, "git.log");
    this.#bin = join(dir, "bin");
    mkdirSync(this.#bin, { recursive: true });
    const real = run("sh", ["-c", "command -v git"]).stdout.trim();
    const wrapper = join(this.#bin, "git");
    // One write of less than a pipe's atomic size: lines of processes that run at once do not mix.
    writeFileSync(wrapper, `#!/bin/sh\nprintf '%s\\n' "$*" >>'${this.#log}'\nexec '${real}' "$@"\n`);
    chmodSync(wrapper, 0o755);
  }

  /** What a program needs in its environment to be counted. */
  get env(): Readonly<Record<string, string>> {
    return { PATH: `${this.#bin}:${environment.PATH ?? ""}` };
  }

  /** The commands that were run during `work`, without `git`. */
  during(work: () => void): readonly string[] {
    writeFileSync(this.#log, "");
    work();
    return readFileSync(this.#log, "utf8").split("\n").filter(Boolean);
  }
}
