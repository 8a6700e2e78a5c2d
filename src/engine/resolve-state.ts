import { copyFileSync, existsSync, lstatSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import { parseOid, zeroOid } from "../git/oid.js";
import { decodePaths, encodePath, nativePath } from "../git/paths.js";
import { filesTimeoutMs } from "../git/run.js";
import { readText } from "../git/worktree-links.js";
import { type Oid, oidSchema } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import type { Resolution } from "./resolution.js";

/** A task's worktree, certain to be it. */
export interface Workplace {
  readonly path: string;
  readonly gitDir: string;
}

/** What a merge in progress is merging; undefined: none is in progress. An octopus tells its first. */
export function mergeHead({ gitDir }: Workplace): Oid | undefined {
  const parsed = oidSchema.safeParse(readText(join(gitDir, "MERGE_HEAD"))?.split("\n")[0]);
  return parsed.success ? parsed.data : undefined;
}

/** Whether the merge in progress is the one that Coppice began, on the very commit where it began. */
export const isOurs = (memory: Resolution | undefined, place: Workplace, head: Oid | undefined): boolean =>
  memory !== undefined && memory.tip === mergeHead(place) && memory.head === head;

/** Runs git in a worktree, told where its git directory is. */
export function gitAt(
  engine: Engine,
  { path, gitDir }: Workplace,
  args: readonly string[],
  options: Parameters<Engine["repo"]["git"]["run"]>[2] = {},
) {
  return engine.repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...args], {
    signal: engine.signal,
    writes: gitDir,
    timeoutMs: filesTimeoutMs,
    ...options,
  });
}

/**
 * The worktree's files as a tree, untracked ones too, whatever the index says of them. The index is not touched.
 * Two calls give one tree when nothing was edited between them.
 * @param also files that are in it although git is told to ignore them
 */
export function worktreeTree(engine: Engine, place: Workplace, also: readonly string[] = []): Promise<Oid> {
  return onCopy(place, async (env) => {
    await forgetUnmergedSubmodules(engine, place, env);
    await addAll(engine, place, env);
    if (also.length > 0) {
      const stdin = encodePath(also.map((path) => `${path}\0`).join(""));
      await gitAt(engine, place, ["update-index", "--add", "-z", "--stdin"], { env, stdin });
    }
    return writtenTree(engine, place, env);
  });
}

/**
 * Everything, outside of a sparse checkout too. A repository inside that has no commit yet cannot be added; nothing here
 * takes it away.
 */
async function addAll(engine: Engine, place: Workplace, env: IndexFile): Promise<void> {
  const add = ["-c", "advice.addEmbeddedRepo=false", "add", "--all", "--sparse"];
  const { code } = await gitAt(engine, place, [...add, "--ignore-errors"], { env, codes: [0, 1] });
  if (code === 0) return;
  const left = await gitAt(engine, place, ["diff-files", "--quiet", "--ignore-submodules=dirty"], {
    env,
    codes: [0, 1],
  });
  if (left.code !== 0) await gitAt(engine, place, add, { env });
}

/** @param lines what is changed of a tree, for `git update-index --index-info` */
export function changedTree(engine: Engine, place: Workplace, tree: Oid, lines: Buffer): Promise<Oid> {
  return onCopy(place, async (env) => {
    await gitAt(engine, place, ["read-tree", tree], { env });
    await gitAt(engine, place, ["update-index", "-z", "--index-info"], { env, stdin: lines });
    return writtenTree(engine, place, env);
  });
}

type IndexFile = Readonly<Record<"GIT_INDEX_FILE", string>>;

async function writtenTree(engine: Engine, place: Workplace, env: IndexFile): Promise<Oid> {
  const { stdout } = await gitAt(engine, place, ["write-tree"], { env });
  return parseOid(stdout.toString("utf8").trim());
}

/** Works on a copy of the worktree's index. */
async function onCopy<T>(place: Workplace, work: (env: IndexFile) => Promise<T>): Promise<T> {
  const index = join(place.gitDir, "coppice-tree-index");
  // A git that was killed here leaves its lock; the record's lock keeps others away.
  rmSync(`${index}.lock`, { force: true });
  try {
    if (existsSync(join(place.gitDir, "index"))) copyFileSync(join(place.gitDir, "index"), index);
    return await work({ GIT_INDEX_FILE: index });
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}

/**
 * Files of the task's commit that are not in the index any more and stand there all the same: git takes them for
 * untracked ones, and leaves those out that it is told to ignore.
 */
export async function takenOut(engine: Engine, place: Workplace): Promise<string[]> {
  const args = ["diff-index", "--cached", "-z", "--name-only", "--no-renames", "--diff-filter=D", "HEAD"];
  const { stdout } = await gitAt(engine, place, args);
  return decodePaths(stdout).filter((path) => isFileAt(place.path, path));
}

/** `git add` cannot add a submodule that is unmerged and not checked out. */
async function forgetUnmergedSubmodules(
  engine: Engine,
  place: Workplace,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { stdout } = await gitAt(engine, place, ["ls-files", "--unmerged", "-z"], { env });
  const records = decodePaths(stdout);
  const paths = records.flatMap((record) => /^160000 [^\t]+\t([\s\S]+)$/.exec(record)?.[1] ?? []);
  if (paths.length === 0) return;
  const zero = zeroOid(engine.repo.objectFormat);
  const stdin = [...new Set(paths)].map((path) => `0 ${zero}\t${path}\0`).join("");
  await gitAt(engine, place, ["update-index", "-z", "--index-info"], {
    env,
    stdin: encodePath(stdin),
  });
}

/** What stands at a path, without following a link; undefined: nothing, also where a parent is a file. */
export function standingAt(path: string): Stats | undefined {
  try {
    return lstatSync(nativePath(path));
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** The file that stands at a path or in the place of one of its folders; a folder at the path itself is none. */
export function obstacleAt(root: string, path: string): string | undefined {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length += 1) {
    const part = parts.slice(0, length).join("/");
    const stat = standingAt(join(root, part));
    if (stat === undefined) return undefined;
    if (!stat.isDirectory()) return part;
  }
  return undefined;
}

/** Whether a file or a link stands at a path itself, nothing else and no link above it. */
export function isFileAt(root: string, path: string): boolean {
  if (obstacleAt(root, path) !== path) return false;
  const stat = standingAt(join(root, path));
  return stat?.isFile() === true || stat?.isSymbolicLink() === true;
}
