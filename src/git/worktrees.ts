import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import { errnoOf, systemError } from "../lifecycle/system-errors.js";
import { unreadCommonDir } from "./common-dirs.js";
import { parseOptionalOid } from "./oid.js";
import { branchOfRef } from "./refs.js";
import type { Repository } from "./repository.js";
import { worktreesInFiles } from "./worktree-files.js";
import {
  lineIn,
  linkState,
  listedPath,
  type Registration,
  readRegistrations,
  realPath,
} from "./worktree-links.js";

/** A worktree as git lists it. */
export interface Worktree {
  /** Of a bare repository's first entry: the repository itself. */
  readonly path: string;
  readonly main: boolean;
  readonly bare: boolean;
  /** Undefined while the branch is unborn, and for a bare repository. */
  readonly head: Oid | undefined;
  /** Undefined when HEAD is detached (a rebase in progress detaches it, too). */
  readonly branch: BranchName | undefined;
  readonly detached: boolean;
  /** The reason, which may be empty, when it is locked. */
  readonly locked: string | undefined;
  /** Why git would prune the registration, as a hint in git's words. */
  readonly prunable: string | undefined;
  /** Its git directory; undefined when no registration could be found for it. */
  readonly gitDir: string | undefined;
  /** The registration's name; undefined for the main worktree. */
  readonly id: string | undefined;
}

/** All worktrees, the main one (or the bare repository) first, with one process. */
export async function listWorktrees(repo: Repository): Promise<Worktree[]> {
  const { git, commonDir } = repo;
  const args = ["worktree", "list", "--porcelain", "-z"];
  const { code, stdout, stderr } = await git.run(commonDir, args, { codes: "any", onlyReads: true });
  if (code !== 0 && unreadCommonDir(commonDir, stderr) !== undefined) return listFromFiles(repo);
  // Once more, for the failure that it throws.
  const listed = code === 0 ? stdout : (await git.run(commonDir, args)).stdout;
  const registrations = readRegistrations(commonDir);
  return splitRecords(listed.toString("utf8")).map((fields, index) => {
    const branch = fields.get("branch");
    const head = parseOptionalOid(fields.get("HEAD") ?? "");
    const path = listedPath(repo, fields.get("worktree") ?? "");
    const registration = index === 0 ? undefined : takeRegistration(registrations, path, branch, head);
    return {
      path,
      main: index === 0,
      bare: fields.has("bare"),
      head,
      branch: branch === undefined ? undefined : branchOfRef(branch),
      detached: fields.has("detached"),
      locked: fields.get("locked"),
      prunable: fields.get("prunable"),
      gitDir: index === 0 ? commonDir : registration?.adminDir,
      id: registration?.id,
    };
  });
}

/** The same where one registration keeps git from listing any. */
async function listFromFiles(repo: Repository): Promise<Worktree[]> {
  const { commonDir, mainWorktree } = repo;
  const [main, ...linked] = worktreesInFiles(repo);
  const listed: Worktree[] = [];
  for (const { path, gitDir, id, ref, oid, locked } of [main, ...linked]) {
    const isMain = gitDir === commonDir;
    listed.push({
      path,
      main: isMain,
      bare: isMain && mainWorktree === undefined,
      head: oid ?? (ref === undefined ? undefined : await repo.objects().resolve(ref)),
      branch: ref === undefined ? undefined : branchOfRef(ref),
      detached: oid !== undefined,
      locked,
      prunable: undefined,
      gitDir,
      id,
    });
  }
  return listed;
}

/** Records end in an empty field; a field is `key` or `key SP value`. */
function splitRecords(output: string): Map<string, string>[] {
  const records: Map<string, string>[] = [];
  let current = new Map<string, string>();
  for (const field of output.split("\0")) {
    if (field === "") {
      if (current.size > 0) records.push(current);
      current = new Map();
      continue;
    }
    const space = field.indexOf(" ");
    current.set(space < 0 ? field : field.slice(0, space), space < 0 ? "" : field.slice(space + 1));
  }
  return records;
}

/** Git lists paths, not registrations; two of these may claim one path, then HEAD tells them apart. */
function takeRegistration(
  registrations: Registration[],
  path: string,
  branch: string | undefined,
  head: Oid | undefined,
): Registration | undefined {
  const exact = registrations.filter((one) => one.path === path);
  const named =
    exact.length > 0 ? exact : registrations.filter((one) => realPath(one.path) === realPath(path));
  const expected = branch === undefined ? head : `ref: ${branch}`;
  const chosen = named.find((one) => lineIn(join(one.adminDir, "HEAD")) === expected) ?? named[0];
  if (chosen !== undefined) registrations.splice(registrations.indexOf(chosen), 1);
  return chosen;
}

/** Whether a linked worktree's directory and registration name each other; see `linkState` for why not. */
export const linkIntact = (worktree: Pick<Worktree, "path" | "gitDir">): boolean =>
  worktree.gitDir !== undefined && linkState(worktree.path, worktree.gitDir) === "intact";

/**
 * Locks a worktree, as `git worktree lock` does, through the file that gitrepository-layout(5) documents: git's
 * command takes no registration by name and refuses two worktrees whose paths end alike.
 * @returns false when it is locked already; its reason stays
 */
export function lockWorktree(worktree: Pick<Worktree, "gitDir" | "main">, reason: string): boolean {
  try {
    writeFileSync(lockFile(worktree), reason === "" ? "" : `${reason.trimEnd()}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw systemError(error, "lock the worktree") ?? error;
  }
}

/** Takes the lock away. Idempotent. */
export function unlockWorktree(worktree: Pick<Worktree, "gitDir" | "main">): void {
  try {
    rmSync(lockFile(worktree), { force: true });
  } catch (error) {
    throw systemError(error, "unlock the worktree") ?? error;
  }
}

function lockFile(worktree: Pick<Worktree, "gitDir" | "main">): string {
  if (worktree.main || worktree.gitDir === undefined) {
    throw new CoppiceError("INVALID_STATE", "Only a linked worktree can be locked.");
  }
  return join(worktree.gitDir, "locked");
}
