import { decodePaths } from "../git/paths.js";
import { standingAt } from "../git/raw-files.js";
import type { RecordId } from "../lifecycle/ids.js";
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

/** Whether a record's worktree has any, wherever it lies. */
export async function hasIgnoredWork(engine: Engine, id: RecordId): Promise<boolean> {
  const located = locate(engine, id);
  return located?.state === "intact" && (await ignoredWork(engine, id, located.path)).length > 0;
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
