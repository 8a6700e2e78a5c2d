import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entriesArguments, parseEntries } from "../git/index-copy.js";
import { isPlainIndex } from "../git/index-flags.js";
import { decodePaths } from "../git/paths.js";
import { standingAt } from "../git/raw-files.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { copiedPaths, editedCopies, printOf } from "./env-copied.js";
import { type Located, locate } from "./place.js";
import { rolePaths } from "./role-copied.js";
import { roleLines } from "./role-lines.js";

/**
 * The ignored files of a worktree that somebody worked on as far as Coppice can know: copies that were edited since the
 * setup made them, and files that git only ignores because another worktree has a role file of that name.
 */
export async function ignoredWork(engine: Engine, id: RecordId, root: string): Promise<string[]> {
  return [...editedCopies(engine, id, root), ...(await hiddenFiles(engine, id, root))];
}

/**
 * Whether a record's worktree has any, wherever it lies, or files of the index that git was told not to look at
 * (assume-unchanged, skip-worktree): an edit of those shows nowhere else.
 */
export async function hasHiddenWork(engine: Engine, id: RecordId): Promise<boolean> {
  const located = locate(engine, id);
  if (located?.state !== "intact") return false;
  return (await ignoredWork(engine, id, located.path)).length > 0 || hasUnwatchedFiles(engine, located);
}

async function hasUnwatchedFiles({ repo }: Engine, { path, gitDir }: Located): Promise<boolean> {
  const index = gitDir === undefined ? undefined : join(gitDir, "index");
  if (index === undefined || !existsSync(index) || isPlainIndex(readFileSync(index), repo.objectFormat))
    return false;
  const { stdout } = await repo.git.run(path, [
    `--git-dir=${gitDir}`,
    `--work-tree=${path}`,
    ...entriesArguments,
  ]);
  return parseEntries(stdout).some((entry) => {
    if (!entry.unwatched || entry.mode === "160000") return false;
    const stat = standingAt(path, entry.path);
    return stat?.isFile() === true || stat?.isSymbolicLink() === true;
  });
}

/** Another text whenever one of the files that may be such work came, changed or went. */
export function ignoredPrint(engine: Engine, id: RecordId, root: string): string {
  return [...new Set([...copiedPaths(engine, id), ...rolePaths(engine)])]
    .map((path) => `${path}\0${printOf(root, path) ?? ""}`)
    .join("\0");
}

async function hiddenFiles(engine: Engine, id: RecordId, root: string): Promise<string[]> {
  if (roleLines(engine).there.length === 0) return [];
  const copied = new Set(copiedPaths(engine, id));
  const standing = rolePaths(engine).filter((path) => {
    const stat = copied.has(path) ? undefined : standingAt(root, path);
    return stat?.isFile() === true || stat?.isSymbolicLink() === true;
  });
  if (standing.length === 0) return [];
  // A relative link to the registration leads nowhere from where a directory was moved to.
  const gitDir = locate(engine, id)?.gitDir;
  const where = gitDir === undefined ? [] : [`--git-dir=${gitDir}`, `--work-tree=${root}`];
  const args = [...where, "--literal-pathspecs", "ls-files", "-z", "--", ...standing];
  const tracked = new Set(decodePaths((await engine.repo.git.run(root, args)).stdout));
  return standing.filter((path) => !tracked.has(path));
}
