import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entriesArguments, parseEntries, type WorktreePlace } from "../git/index-copy.js";
import { isPlainIndex } from "../git/index-flags.js";
import { decodePaths } from "../git/paths.js";
import { standingAt } from "../git/raw-files.js";
import type { RecordId } from "../lifecycle/ids.js";
import { filesForModule } from "./archive-look.js";
import { operationFiles } from "./archive-pending.js";
import type { Engine } from "./context.js";
import { copiedPaths, editedCopies, printOf } from "./env-copied.js";
import { locate } from "./place.js";
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
 * Whether a record's worktree has any, wherever it lies, or what git tells nothing of: files that it was told not to look
 * at (assume-unchanged, skip-worktree), those in the folder of a submodule that is not there, and what it keeps itself of an
 * operation in progress: edits that it put aside, patches that are not applied yet.
 */
export async function hasHiddenWork(engine: Engine, id: RecordId): Promise<boolean> {
  const located = locate(engine, id);
  if (located?.state !== "intact") return false;
  if ((await ignoredWork(engine, id, located.path)).length > 0) return true;
  if (located.gitDir === undefined) return false;
  const kept = await operationFiles(engine.repo, located.gitDir);
  return kept.length > 0 || hasUntoldFiles(engine, { path: located.path, gitDir: located.gitDir });
}

async function hasUntoldFiles({ repo }: Engine, { path, gitDir }: WorktreePlace): Promise<boolean> {
  const index = join(gitDir, "index");
  if (!existsSync(index) || isPlainIndex(readFileSync(index), repo.objectFormat)) return false;
  const { stdout } = await repo.git.run(path, [
    `--git-dir=${gitDir}`,
    `--work-tree=${path}`,
    ...entriesArguments,
  ]);
  return parseEntries(stdout).some((entry) => {
    if (entry.mode === "160000") return filesForModule({ path, gitDir }, entry).length > 0;
    if (!entry.unwatched) return false;
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
