import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { ConfigInput } from "../../src/config/load.js";
import { create } from "../../src/engine/create.js";
import { type MergeOptions, type MergeOutcome, merge } from "../../src/engine/merge.js";
import { trust } from "../../src/engine/trust.js";
import type { WorktreeRecord } from "../../src/lifecycle/record.js";
import { Memory } from "../support/remembered.js";
import { createRepo, openRepo, type RepoOptions, type TestRepo } from "../support/repo.js";
import { run, type TestEngineOptions } from "./support.js";

export interface Task {
  readonly record: WorktreeRecord;
  /** Its worktree. */
  readonly tree: TestRepo;
}

/** A repository whose worktrees lie beside it, so that the main worktree holds nothing but its own. */
export function project(options: RepoOptions & { readonly config?: ConfigInput } = {}): TestRepo {
  const config: ConfigInput = { worktreeRoot: "../{repo}-trees", ...options.config };
  const repo = createRepo({
    ...options,
    commits: [["Configure", { "coppice.config.json": JSON.stringify(config) }]],
  });
  return repo;
}

interface Made {
  readonly record: WorktreeRecord;
  /** Relative to the repository's parent. */
  readonly place: string;
}

const memory = new Memory<Made>();

/** A new worktree in which `files` are committed, unless there are none. */
export async function task(
  repo: TestRepo,
  branch: string,
  files: Readonly<Record<string, string>> = {},
  request: { readonly base?: string; readonly task?: string; readonly title?: string } = {},
): Promise<Task> {
  const parent = dirname(repo.dir);
  const make = async (): Promise<Made> => {
    const { record, path } = await run(repo.dir, (engine) =>
      create(engine, {
        branch,
        base: "main",
        setup: { copyEnv: false, installDeps: false, runInitScript: false },
        ...request,
      }),
    );
    if (Object.keys(files).length > 0) openRepo(path).commit(`Work on ${branch}`, files);
    return { record, place: relative(parent, path) };
  };
  const made = await memory.take(repo, JSON.stringify([branch, files, request]), make);
  return { record: made.record, tree: openRepo(join(parent, made.place)) };
}

/**
 * The same for a whole scene, of one worktree: what `make` does, later tests that begin alike get by copying files.
 */
export async function scene(repo: TestRepo, what: string, make: () => Promise<Task>): Promise<Task> {
  const parent = dirname(repo.dir);
  const made = await memory.take(repo, `scene ${what}`, async () => {
    const { record, tree } = await make();
    return { record, place: relative(parent, tree.dir) };
  });
  return { record: made.record, tree: openRepo(join(parent, made.place)) };
}

/** One `coppice merge` of one worktree, as a process of its own would do it. */
export async function mergeOne(
  cwd: string,
  name: string | undefined,
  options: MergeOptions = {},
  engineOptions: TestEngineOptions = {},
): Promise<MergeOutcome> {
  const outcomes = await run(
    cwd,
    (engine) => merge(engine, name === undefined ? [] : [name], options),
    engineOptions,
  );
  const [outcome] = outcomes;
  if (outcome === undefined || outcomes.length > 1) throw new Error("one outcome was expected");
  return outcome;
}

export const trustAll = (repo: TestRepo) => run(repo.dir, trust);

/** Switches the main worktree to another branch, so that main is checked out nowhere. */
export function leaveMain(repo: TestRepo): void {
  repo.git("switch", "--quiet", "-c", "elsewhere");
}

export const gone = (task: Task): boolean => !existsSync(task.tree.dir);

/** Writes a file without committing it. */
export function edit(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

/** `git cat-file -p`, header lines by name. */
export function commitAt(repo: TestRepo, name: string) {
  const text = repo.git("cat-file", "-p", name);
  const end = text.indexOf("\n\n");
  const header = text.slice(0, end).split("\n");
  const values = (key: string): string[] =>
    header.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  return {
    oid: repo.git("rev-parse", name),
    tree: values("tree")[0] ?? "",
    parents: values("parent"),
    author: values("author")[0] ?? "",
    committer: values("committer")[0] ?? "",
    message: `${text.slice(end + 2)}\n`,
  };
}
