import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { systemError } from "../lifecycle/system-errors.js";
import { makeDirectories, removeTree } from "./file-tree.js";
import { backoff } from "./locks.js";
import { deleteRef, readRef, updateRef } from "./refs.js";
import type { Repository } from "./repository.js";
import { filesTimeoutMs, type GitResult } from "./run.js";
import {
  asGitTrims,
  gitDirOf,
  lineIn,
  linkState,
  readRegistrations,
  readText,
  realPath,
} from "./worktree-links.js";
import { pruneRegistration } from "./worktree-remove.js";
import { listWorktrees } from "./worktrees.js";
import { spaceProblem, toldProblem, writeProblem } from "./write-probe.js";

export interface AddWorktree {
  /** Where it goes. Nothing may be there, or an empty directory. */
  readonly path: string;
  readonly branch: BranchName;
  /** Makes the branch at this commit; without it the branch exists and is taken as it is. */
  readonly start?: Oid;
  /** Added to git's environment, and so to the hooks'. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the repository's hooks run. Default true: a person counts on their post-checkout. */
  readonly hooks?: boolean;
  readonly signal?: AbortSignal;
  /** Milliseconds for one `git worktree add`. Default 10 minutes: it checks out every file. */
  readonly timeoutMs?: number;
  readonly onStderr?: (chunk: string) => void;
}

export interface AddedWorktree {
  /** With the symbolic links of its parents resolved: as git lists it. */
  readonly path: string;
  readonly gitDir: string;
  /** Set when the repository's post-checkout hook failed; the worktree is complete all the same. */
  readonly hookExit: number | undefined;
}

const attempts = 5;

/**
 * Makes a linked worktree. The branch is made first, by compare-and-swap, so it is certain who made it: when the
 * worktree cannot be made, that branch goes again and nothing is left. No upstream is set up.
 * git's own parallel `worktree add` loses a few of many (a half-written registration of a rival stops it); those
 * are tried again.
 *
 * @throws CoppiceError PATH_EXISTS, WORKTREE_EXISTS, BRANCH_EXISTS, BRANCH_CHECKED_OUT, BRANCH_CREATION_FAILED,
 *   WORKTREE_CREATION_FAILED, TIMEOUT, INTERRUPTED, or one of the system group
 */
export async function addWorktree(repo: Repository, wanted: AddWorktree): Promise<AddedWorktree> {
  const path = preparePath(repo, wanted.path);
  if (wanted.start !== undefined) await createBranch(repo, wanted.branch, wanted.start);
  try {
    return await checkOut(repo, wanted, path);
  } catch (error) {
    cleanUpHalfMade(repo, path, wanted.branch);
    if (wanted.start !== undefined) await deleteMadeBranch(repo, wanted.branch, wanted.start);
    throw error;
  }
}

/** Deletes the branch that we made, unless somebody has moved it or checked it out meanwhile. */
async function deleteMadeBranch(repo: Repository, branch: BranchName, start: Oid): Promise<void> {
  try {
    if ((await listWorktrees(repo)).some((worktree) => worktree.branch === branch)) return;
    await deleteRef(repo, branchRef(branch), start);
  } catch {
    // Why the worktree could not be made is what the caller has to hear; the branch is at base's tip and harms nobody.
  }
}

function preparePath(repo: Repository, wanted: string): string {
  try {
    makeDirectories(dirname(wanted));
  } catch (error) {
    throw (
      systemError(error, "make the worktree's parent directory") ??
      creationFailed("its parent directory could not be made", error)
    );
  }
  const path = join(realpathSync(dirname(wanted)), basename(wanted));
  if (readRegistrations(repo.commonDir).some((one) => one.path === path || realPath(one.path) === path)) {
    throw new CoppiceError("WORKTREE_EXISTS", `A worktree is registered at ${basename(path)} already.`);
  }
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !(stat.isDirectory() && readdirSync(path).length === 0)) {
    throw new CoppiceError("PATH_EXISTS", `Something else is where ${basename(path)} was to be made.`);
  }
  return path;
}

async function createBranch(repo: Repository, branch: BranchName, start: Oid): Promise<void> {
  let outcome: "moved" | "stale";
  try {
    outcome = await updateRef(repo, branchRef(branch), start, undefined, `branch: Created from ${start}`);
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "GIT_FAILED") throw error;
    const { blockedBy } = error.details;
    const blocking = blockedBy?.replace(/^refs\/heads\//, "");
    throw new CoppiceError(
      "BRANCH_CREATION_FAILED",
      blocking === undefined
        ? `The branch ${branch} could not be made.`
        : `The branch ${branch} cannot exist beside the branch ${blocking}: git keeps branches as files and folders.`,
      {
        details: { ...error.details, branch, ...(blocking === undefined ? {} : { blockedBy: blocking }) },
        ...(blocking === undefined
          ? {}
          : { suggestedAction: `Choose another name, or rename the branch ${blocking}.` }),
        cause: error,
      },
    );
  }
  if (outcome === "stale") {
    throw new CoppiceError("BRANCH_EXISTS", `The branch ${branch} exists already.`, { details: { branch } });
  }
}

async function checkOut(repo: Repository, wanted: AddWorktree, path: string): Promise<AddedWorktree> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await repo.git.run(
      repo.commonDir,
      [...checkoutSettings(repo), "worktree", "add", "--quiet", "--", path, wanted.branch],
      {
        codes: "any",
        hooks: wanted.hooks ?? true,
        // A rival's lock may stop it half way: what is left is cleared away before the next attempt, below.
        retryLocks: false,
        timeoutMs: wanted.timeoutMs ?? filesTimeoutMs,
        ...(wanted.env === undefined ? {} : { env: wanted.env }),
        ...(wanted.signal === undefined ? {} : { signal: wanted.signal }),
        ...(wanted.onStderr === undefined ? {} : { onStderr: wanted.onStderr }),
      },
    );
    const gitDir = await completeGitDir(repo, path, wanted.branch);
    if (gitDir !== undefined) return { path, gitDir, hookExit: result.code === 0 ? undefined : result.code };
    cleanUpHalfMade(repo, path, wanted.branch);
    if (attempt >= attempts || !lostToRival(result)) throw await explain(repo, wanted, path, result);
    await backoff(attempt);
  }
}

/**
 * Several processes write the files of a large checkout, as many as there are processors: git writes them one after the
 * other unless it is told otherwise (`checkout.workers`, since 2.32). Measured on two cores: twice as fast with 2,000
 * files and more, slower with 500. What the person's configuration says of it stays.
 */
const checkoutSettings = ({ config }: Repository): readonly string[] =>
  Object.entries({ "checkout.workers": "0", "checkout.thresholdForParallelism": "2000" }).flatMap(
    ([key, value]) => (config.get(key) === undefined ? ["-c", `${key}=${value}`] : []),
  );

/** Wording decides only whether it is worth another try; what the error is comes from facts, below. */
const lostToRival = (result: GitResult): boolean =>
  /\.lock'|could not lock|commondir|failed to read|could not open|No such file or directory/.test(
    result.stderr,
  );

/**
 * The worktree's git directory, when everything but a hook has worked: both links are there, HEAD is on the
 * branch, the index is written, and git's own lock for the time of making it ("initializing") is gone.
 */
async function completeGitDir(
  repo: Repository,
  path: string,
  branch: BranchName,
): Promise<string | undefined> {
  const gitDir = gitDirOf(path);
  if (gitDir === undefined || dirname(gitDir) !== join(repo.commonDir, "worktrees")) return undefined;
  if (linkState(path, gitDir) !== "intact" || isInitializing(gitDir)) return undefined;
  if (lstatSync(join(gitDir, "index"), { throwIfNoEntry: false }) === undefined) return undefined;
  return (await headRef(repo, gitDir)) === branchRef(branch) ? gitDir : undefined;
}

const isInitializing = (gitDir: string): boolean =>
  readText(join(gitDir, "locked"))?.trim() === "initializing";

async function headRef(repo: Repository, gitDir: string): Promise<string | undefined> {
  if (repo.refFormat === "files") return /^ref: (.*)$/s.exec(lineIn(join(gitDir, "HEAD")) ?? "")?.[1];
  const { stdout } = await repo.git.run(
    repo.commonDir,
    [`--git-dir=${gitDir}`, "symbolic-ref", "--quiet", "HEAD"],
    {
      codes: "any",
    },
  );
  return asGitTrims(stdout.toString("utf8"));
}

/**
 * Takes away what a failed or killed `git worktree add` left at a path that was free before: registrations of
 * that path which git never finished, and the directory when one of them names it.
 */
function cleanUpHalfMade(repo: Repository, path: string, branch: BranchName): void {
  for (const registration of readRegistrations(repo.commonDir)) {
    if (realPath(registration.path) !== path) continue;
    const head = lineIn(join(registration.adminDir, "HEAD"));
    const ours =
      isInitializing(registration.adminDir) || head === undefined || head === `ref: ${branchRef(branch)}`;
    if (!ours) continue;
    const state = linkState(path, registration.adminDir);
    if (state === "intact" || (state === "no-git-file" && readdirSync(path).length === 0)) removeTree(path);
    pruneRegistration(repo, registration);
  }
}

async function explain(
  repo: Repository,
  wanted: AddWorktree,
  path: string,
  result: GitResult,
): Promise<CoppiceError> {
  const { branch } = wanted;
  const worktrees = await listWorktrees(repo);
  const holder = worktrees.find((one) => one.branch === branch);
  if (holder !== undefined) {
    const blockedBy = holder.main ? "the main worktree" : basename(holder.path);
    return new CoppiceError("BRANCH_CHECKED_OUT", `The branch ${branch} is checked out in ${blockedBy}.`, {
      details: { branch, blockedBy },
    });
  }
  if (worktrees.some((one) => one.path === path)) {
    return new CoppiceError("WORKTREE_EXISTS", `A worktree is registered at ${basename(path)} already.`);
  }
  if ((await readRef(repo, branchRef(branch))) === undefined) {
    return new CoppiceError("BRANCH_CREATION_FAILED", `The branch ${branch} does not exist.`, {
      details: { branch },
    });
  }
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat !== undefined && !(stat.isDirectory() && readdirSync(path).length === 0)) {
    return new CoppiceError("PATH_EXISTS", `Something else is where ${basename(path)} was to be made.`);
  }
  const problem =
    (await writeProblem(dirname(path))) ??
    (await writeProblem(repo.commonDir)) ??
    toldProblem(result.stderr) ??
    (await checkoutSpaceProblem(repo, branch, dirname(path)));
  return problem ?? creationFailed(`git worktree add ended with exit code ${result.code}`, undefined, result);
}

/** The disk's smallest piece, roughly: what a file takes even when it holds one byte. */
const blockBytes = 4096;
/** What git writes for the worktree itself: its directory, and an index with about as many bytes for each file. */
const ownBytes = 65_536;
const entryBytes = 128;

/** Of a file that does not fit, git says that it could not be written and not why. */
async function checkoutSpaceProblem(
  repo: Repository,
  branch: BranchName,
  directory: string,
): Promise<CoppiceError | undefined> {
  const { code, stdout } = await repo.git.run(
    repo.commonDir,
    ["ls-tree", "-r", "--full-tree", "--format=%(objectsize)", branchRef(branch)],
    { codes: "any" },
  );
  if (code !== 0) return undefined;
  const sizes = stdout.toString("utf8").split("\n").filter(Boolean).map(Number);
  const perFile = sizes.map((size) => entryBytes + blockBytes * Math.ceil((size || 1) / blockBytes));
  return spaceProblem(
    directory,
    perFile.reduce((sum, bytes) => sum + bytes, ownBytes),
  );
}

function creationFailed(reason: string, cause?: unknown, result?: GitResult): CoppiceError {
  return new CoppiceError("WORKTREE_CREATION_FAILED", `The worktree could not be made: ${reason}.`, {
    details: result === undefined ? {} : { exitCode: result.code, output: result.stderr.slice(-16_384) },
    cause,
  });
}
