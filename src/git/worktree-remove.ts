import { randomBytes } from "node:crypto";
import { type BigIntStats, lstatSync, mkdirSync, renameSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { removeTree } from "./file-tree.js";
import type { Repository } from "./repository.js";
import { linkState, type Registration, readRegistration, realPath } from "./worktree-links.js";

export interface RemovedWorktree {
  /** "kept": something is there that is not this worktree (any more); it was not touched. */
  readonly directory: "removed" | "absent" | "kept";
  readonly registration: "removed" | "absent";
}

/**
 * Takes a worktree's directory out of the way, to be deleted when nobody waits for it.
 * @param ino its inode number: what stands at the path by then may be something else
 * @returns "impossible": it is still there, to be deleted where it is; "swapped": something else is, and was not touched
 */
export type TakeAway = (path: string, ino: bigint) => Promise<"taken" | "swapped" | "impossible">;

/**
 * Deletes a linked worktree's directory and its registration, whatever is in it: modified and untracked files,
 * initialised submodules, read-only directories, a lock. Whether that may be lost is for the caller to decide first.
 * The directory goes only while it and the registration name each other; an empty directory in its place goes too,
 * anything else is kept. Idempotent.
 *
 * @param worktree - as `listWorktrees` gave it: the registration is found by its own name, never by the path alone
 * @param takeAway - without it the directory is deleted where it is, however long that takes
 * @throws CoppiceError WORKTREE_REMOVAL_FAILED, PERMISSION_DENIED, READONLY_FS
 */
export async function removeWorktree(
  repo: Repository,
  worktree: Pick<Registration, "id" | "path">,
  takeAway: TakeAway = () => Promise.resolve("impossible"),
): Promise<RemovedWorktree> {
  const adminDir = registrationDir(repo, worktree.id);
  const registered = readRegistration(adminDir);
  if (registered !== undefined && realPath(registered.path) !== realPath(worktree.path)) {
    throw new CoppiceError("WORKTREE_REMOVAL_FAILED", "The registration names another directory by now.");
  }
  const directory = await removeDirectory(repo, worktree.path, adminDir, takeAway);
  const registration = pruneRegistration(repo, worktree) ? "removed" : "absent";
  // `git worktree remove` may have taken the registration along.
  return { directory, registration: registered === undefined ? registration : "removed" };
}

async function removeDirectory(
  repo: Repository,
  path: string,
  adminDir: string,
  takeAway: TakeAway,
): Promise<RemovedWorktree["directory"]> {
  const before = standing(path);
  switch (linkState(path, adminDir)) {
    case "missing":
      return "absent";
    case "intact":
      break;
    default:
      return removeEmpty(path);
  }
  if (before === undefined) return "kept";
  const taken = await takeAway(path, before.ino);
  if (taken !== "impossible") return taken === "taken" ? "removed" : "kept";
  // Twice: also a locked one. git takes the registration along.
  const { code, stderr } = await repo.git.run(
    repo.commonDir,
    ["worktree", "remove", "--force", "--force", "--", path],
    { codes: "any" },
  );
  const after = standing(path);
  if (after === undefined) return "removed";
  // git stops at the first file that it cannot delete, and by then may have forgotten the registration.
  if (after.ino !== before.ino || after.dev !== before.dev) return "kept";
  try {
    removeTree(path);
  } catch (error) {
    throw (
      systemError(error, "delete the worktree's directory") ??
      new CoppiceError("WORKTREE_REMOVAL_FAILED", "The worktree's directory could not be deleted.", {
        details: { exitCode: code, output: stderr.slice(-16_384), reason: errnoOf(error) ?? "unknown" },
        cause: error,
      })
    );
  }
  return "removed";
}

/** What stands at a path; nothing does where a file stands in the place of one of its folders. */
function standing(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

function removeEmpty(path: string): RemovedWorktree["directory"] {
  try {
    // Refuses a directory that holds something, a file, and a symbolic link.
    rmdirSync(path);
    return "removed";
  } catch (error) {
    return errnoOf(error) === "ENOENT" ? "absent" : "kept";
  }
}

/**
 * Deletes one registration, and only that one: `git worktree prune` would also take those of worktrees on a disk
 * that is not mounted. Idempotent.
 * @returns whether it was there
 */
export function pruneRegistration(repo: Repository, registration: Pick<Registration, "id">): boolean {
  const adminDir = registrationDir(repo, registration.id);
  const stat = lstatSync(adminDir, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (!stat.isDirectory()) {
    throw new CoppiceError("WORKTREE_REMOVAL_FAILED", "The worktree's registration is no directory.");
  }
  try {
    removeTree(outOfTheWay(repo, adminDir));
  } catch (error) {
    throw systemError(error, "delete the worktree's registration") ?? error;
  }
  try {
    // git removes the folder of registrations with the last of them.
    rmdirSync(dirname(adminDir));
  } catch {
    // Others are still registered.
  }
  return true;
}

/**
 * Takes a registration from where git looks, in one step: of one that was deleted in part nobody could tell whose it was,
 * and git complains about it. What is found there is of a process that was killed meanwhile.
 * @returns where it is now
 */
function outOfTheWay(repo: Repository, adminDir: string): string {
  const folder = join(repo.commonDir, "coppice", "unregistered");
  const path = join(folder, randomBytes(8).toString("hex"));
  try {
    mkdirSync(folder, { recursive: true });
    renameSync(adminDir, path);
    return folder;
  } catch {
    // On another file system, or what may not be moved.
    return adminDir;
  }
}

function registrationDir(repo: Repository, id: string): string {
  if (id === "" || id === "." || id === ".." || basename(id) !== id || id.includes("\0")) {
    throw new CoppiceError("WORKTREE_REMOVAL_FAILED", `${JSON.stringify(id)} is no name of a registration.`);
  }
  return join(repo.commonDir, "worktrees", id);
}
