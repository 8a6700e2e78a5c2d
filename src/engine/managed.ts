import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BranchName } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { hasCode } from "./files.js";
import { live } from "./find.js";
import { coppiceDir } from "./init-clone.js";

/**
 * For sh hooks: an empty file `coppice/managed/<branch>` says that the branch has a live record. A branch name is a
 * valid path (no empty part, none that begins with a dot), so it leads nowhere else.
 */
export const managedDir = (commonDir: string): string => join(coppiceDir(commonDir), "managed");

/** Whether a record's branch is marked: a live worktree's is, the home workspace never. */
export const isMarkable = ({ type, status }: WorktreeRecord): boolean =>
  type === "worktree" && status !== "removed";

/**
 * Marks a branch, or takes its mark away. Records may speak of `a` and of `a/b` although git holds only one of them at
 * a time; the folder that `a/b` needs then stands for `a`, too: hooks ask whether anything is there.
 */
export function markBranch(commonDir: string, branch: BranchName, managed: boolean): void {
  const root = managedDir(commonDir);
  const path = join(root, branch);
  if (managed) {
    if (!existsSync(path)) put(root, path);
  } else {
    take(root, path);
  }
}

/** The branches whose mark does not say whether they have a live record. Writes nothing. */
export function wrongMarks({ repo }: Engine, records: Iterable<WorktreeRecord>): string[] {
  const root = managedDir(repo.commonDir);
  const wanted = new Set<string>([...records].filter(isMarkable).map(({ branch }) => branch));
  const isUnmarked = (branch: string): boolean => !existsSync(join(root, branch));
  return [...filesBelow(root).filter((branch) => !wanted.has(branch)), ...[...wanted].filter(isUnmarked)];
}

/** Brings the marks in line with the records, also those that came from other clones. */
export async function syncManaged(engine: Engine): Promise<void> {
  const { commonDir } = engine.repo;
  const records = live((await engine.journal.records()).values()).filter(isMarkable);
  const wanted = new Set<string>(records.map(({ branch }) => branch));
  const root = managedDir(commonDir);
  for (const branch of filesBelow(root)) if (!wanted.has(branch)) take(root, join(root, branch));
  for (const { branch } of records) markBranch(commonDir, branch, true);
}

function put(root: string, path: string): void {
  clearFileAbove(root, path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "", { flag: "a" });
}

/** A marked `a` makes room for the folder that `a/b` needs. */
function clearFileAbove(root: string, path: string): void {
  for (let at = dirname(path); at.length > root.length; at = dirname(at)) {
    try {
      if (statSync(at).isFile()) rmSync(at, { force: true });
    } catch (error) {
      if (!hasCode(error, "ENOENT", "ENOTDIR")) throw error;
    }
  }
}

function take(root: string, path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    // A folder: it stands for branches below it.
    if (!hasCode(error, "ERR_FS_EISDIR", "EISDIR", "EPERM", "ENOTDIR")) throw error;
  }
  for (let at = dirname(path); at.length > root.length; at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      // It holds another mark.
      return;
    }
  }
}

function filesBelow(root: string, prefix = ""): string[] {
  try {
    return readdirSync(join(root, prefix), { withFileTypes: true }).flatMap((entry) => {
      const name = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, name) : [name];
    });
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}
