import { existsSync, lstatSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { readRef, updateRef } from "../git/refs.js";
import { filesTimeoutMs, type GitOptions } from "../git/run.js";
import { lineIn, readRegistrations } from "../git/worktree-links.js";
import { diskProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { keptFiles } from "../lifecycle/events.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import { noteMove, settleMove, takeBackMove } from "./base-move.js";
import type { Engine } from "./context.js";
import type { BaseCheckout, MergeTarget } from "./merge-target.js";
import { checkRoom } from "./move-room.js";
import { withBaseLock } from "./record-lock.js";
import { type TreeDifference, treeDifference } from "./tree-diff.js";

/**
 * Moves base to a commit that contains it, if it still is where it was read. Where it is checked out, that worktree
 * moves with it: `git merge --ff-only` keeps edits and refuses to lose any.
 * @returns "stale": base is elsewhere by now, or is checked out differently; nothing has moved
 * @throws WORKTREE_DIRTY, naming the files, when edits where base is checked out would be lost
 */
export async function moveBase(
  engine: Engine,
  target: MergeTarget,
  to: Oid,
  message: string,
): Promise<"moved" | "stale"> {
  const [checkout] = target.checkouts;
  // Who ends the merge from outside holds the lock until it has ended.
  return withBaseLock(engine, async () => {
    if (checkout === undefined) {
      if (isCheckedOutNow(engine, target.ref)) return "stale";
      return updateRef(engine.repo, target.ref, to, target.local, message);
    }
    await settleMove(engine, target.ref);
    return (await readRef(engine.repo, target.ref)) === target.local
      ? fastForward(engine, target, checkout, to, message)
      : "stale";
  });
}

/**
 * Says before anything is done whether base can move to `to`: every folder that it changes can be read (a merge takes
 * one that only one side has changed without reading it), and no edits are in the way where base is checked out.
 * @returns "stale": base is elsewhere by now
 * @throws WORKTREE_DIRTY, naming the files; GIT_FAILED when a folder is missing
 */
export async function checkMove(engine: Engine, target: MergeTarget, to: Oid): Promise<"free" | "stale"> {
  const [checkout] = target.checkouts;
  const difference = await treeDifference(
    engine.repo.objects(),
    target.local ?? target.tip,
    to,
    checkout === undefined ? 0 : mostFiles,
  );
  const { local } = target;
  if (checkout === undefined || local === undefined) return "free";
  return withBaseLock(engine, async () => {
    await settleMove(engine, target.ref);
    if ((await readRef(engine.repo, target.ref)) !== local) return "stale";
    await checkEdits(engine, { ...target, local }, checkout, to, difference);
    return "free";
  });
}

async function checkEdits(
  engine: Engine,
  target: MergeTarget & { readonly local: Oid },
  checkout: BaseCheckout,
  to: Oid,
  difference: TreeDifference,
): Promise<void> {
  await checkRoom(engine.repo, checkout.path, target.local, to, difference);
  await checkDeletions(engine, target, checkout, to, difference);
  const tried = ["read-tree", "--dry-run", "-m", "-u", target.local, to];
  if ((await inCheckout(engine, checkout, tried)).code !== 0) {
    // read-tree goes by the file times in the index, which are old where files were copied or touched and not changed.
    await inCheckout(engine, checkout, ["update-index", "-q", "--refresh"]);
    const { code, stderr } = await inCheckout(engine, checkout, tried);
    if (code !== 0) throw await editsInTheWay(engine, target, checkout, to, stderr);
  }
  await checkAdditions(engine, target, checkout, to, difference);
}

/** How many changed files are looked for one by one before git is asked. */
const mostFiles = 10_000;

/** git takes a file that was deleted and not staged for one that nobody edited, and writes it anew. */
async function checkDeletions(
  engine: Engine,
  { branch, local }: MergeTarget,
  checkout: BaseCheckout,
  to: Oid,
  { total, modified }: TreeDifference,
): Promise<void> {
  const gone = modified.filter((path) => isGone(join(checkout.path, path)));
  if (gone.length === 0 && total <= mostFiles) return;
  // A file may be missing on purpose: outside of a sparse checkout.
  const args = ["diff-files", "-z", "--no-renames", "--name-only", "--diff-filter=D"];
  const deleted = new Set(await pathsIn(engine, checkout, args));
  const changed = total <= mostFiles ? gone : await changedPaths(engine, local ?? to, checkout, to);
  const files = changed.filter((path) => deleted.has(path));
  if (files.length > 0) throw localChanges(branch, files);
}

/** read-tree overwrites ignored files, which the merge itself will not: they are looked for where it adds files. */
async function checkAdditions(
  engine: Engine,
  { branch, local }: MergeTarget,
  checkout: BaseCheckout,
  to: Oid,
  { total, added }: TreeDifference,
): Promise<void> {
  const all =
    total <= mostFiles
      ? added
      : await changedPaths(engine, local ?? to, checkout, to, "--diff-filter=A", "--ignore-submodules=all");
  const taken = all.filter((path) => isTaken(checkout.path, path));
  if (taken.length === 0) return;
  // What is there may be staged already, just as the merge has it.
  const files = overlap(taken, await pathsIn(engine, checkout, ["ls-files", "-z", "--others"]));
  if (files.length > 0) throw localChanges(branch, files);
}

/** Whether something is at a path, or something other than a folder where one above it has to be. */
function isTaken(root: string, path: string): boolean {
  if (!isGone(join(root, path))) return true;
  const above = dirname(path);
  if (above === ".") return false;
  const found = lookAt(join(root, above));
  return found === undefined ? isTaken(root, above) : !found.isDirectory();
}

const isGone = (path: string): boolean => lookAt(path) === undefined;

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // What stands above it is no folder any more.
    return undefined;
  }
}

async function fastForward(
  engine: Engine,
  target: MergeTarget,
  checkout: BaseCheckout,
  to: Oid,
  message: string,
): Promise<"moved" | "stale"> {
  const { ref } = target;
  const { gitDir } = checkout;
  // What throws from here on leaves the note: whoever comes next takes back what git has written.
  const forget =
    target.local === undefined ? () => {} : noteMove(engine, { ref, from: target.local, to, gitDir });
  const { code, stderr } = await inCheckout(
    engine,
    checkout,
    [
      "merge",
      "--ff-only",
      "--no-autostash",
      // What branch.<base>.mergeOptions and merge.* may ask for is about merges of the person's own.
      "--no-squash",
      "--commit",
      "--no-verify-signatures",
      // An ignored file is no rubbish: without this git overwrites it silently.
      "--no-overwrite-ignore",
      "--no-stat",
      "--quiet",
      to,
    ],
    { env: { GIT_REFLOG_ACTION: message }, finish: true },
  );
  const now = await readRef(engine.repo, target.ref);
  if (code === 0) forget();
  if (code === 0 && now === to) return "moved";
  if (code === 0 || now !== target.local) return "stale";
  const problem =
    (await stoppedHalfway(engine, target, checkout, to, stderr)) ??
    (await editsInTheWay(engine, target, checkout, to, stderr));
  forget();
  throw problem;
}

/** A fast-forward that could not write all files: what it wrote is taken back. Undefined: it has written none. */
async function stoppedHalfway(
  engine: Engine,
  { branch, local }: MergeTarget,
  checkout: BaseCheckout,
  to: Oid,
  said: string,
): Promise<CoppiceError | undefined> {
  const files = await takeBackMove(engine, checkout, { from: local ?? to, to });
  if (files === 0) return undefined;
  return (
    (await diskProblem(checkout.path, said)) ??
    new CoppiceError(
      "MERGE_FAILED",
      `git could not write all files where ${branch} is checked out. What it had written is taken back; nothing has moved.`,
      { details: { base: branch, output: said.slice(-16_384) } },
    )
  );
}

function inCheckout(
  engine: Engine,
  { path, gitDir }: BaseCheckout,
  args: readonly string[],
  options: Pick<GitOptions, "env" | "finish"> = {},
) {
  // git's directory is given: where a `.git` file has gone missing, git would find the repository around it.
  return engine.repo.git.run(path, [`--git-dir=${gitDir}`, `--work-tree=${path}`, ...args], {
    ...options,
    codes: "any",
    timeoutMs: filesTimeoutMs,
  });
}

/** Why base cannot move where it is checked out: unmerged files, or files that differ and that the merge changes too. */
async function editsInTheWay(
  engine: Engine,
  target: MergeTarget,
  checkout: BaseCheckout,
  to: Oid,
  said: string,
): Promise<CoppiceError> {
  const paths = (...args: readonly string[]): Promise<string[]> => pathsIn(engine, checkout, args);
  const { branch, local } = target;
  // Then git neither writes the index nor brings file times up to date there: what it calls edited may be none.
  const lock = join(checkout.gitDir, "index.lock");
  if (existsSync(lock)) return lockedIndex(branch, lock, said);
  const unmerged = await paths("diff", "-z", "--no-renames", "--name-only", "--diff-filter=U");
  if (unmerged.length > 0) {
    return inTheWay(
      branch,
      unmerged,
      `There are unmerged files where ${branch} is checked out`,
      "Resolve them there",
    );
  }
  const changed = await changedPaths(engine, local ?? to, checkout, to);
  const edited = await paths("diff-index", "-z", "--no-renames", "--name-only", local ?? "HEAD");
  const untracked = await paths("ls-files", "-z", "--others");
  const files = overlap(changed, [...edited, ...untracked]);
  if (files.length > 0) return localChanges(branch, files);
  const disk = await diskProblem(checkout.gitDir, said);
  if (disk !== undefined) return disk;
  return new CoppiceError(
    "MERGE_FAILED",
    `git cannot move ${branch} where it is checked out. Nothing has moved.`,
    {
      details: { base: branch, output: said.slice(-16_384) },
    },
  );
}

const lockedIndex = (base: BranchName, lock: string, said: string): CoppiceError =>
  new CoppiceError(
    "MERGE_FAILED",
    `git's index is locked where ${base} is checked out: ${lock}. Nothing has moved.`,
    {
      details: { base, output: said.slice(-16_384) },
      suggestedAction:
        "If no git is at work there, coppice doctor --fix moves the lock away; then run the command again.",
    },
  );

async function pathsIn(engine: Engine, checkout: BaseCheckout, args: readonly string[]): Promise<string[]> {
  const { stdout } = await inCheckout(engine, checkout, args);
  return stdout.toString("utf8").split("\0").filter(Boolean);
}

/** What differs between base and where it is to go. */
const changedPaths = (
  engine: Engine,
  from: Oid,
  checkout: BaseCheckout,
  to: Oid,
  ...only: readonly string[]
): Promise<string[]> =>
  pathsIn(engine, checkout, ["diff-tree", "-r", "-z", "--no-renames", "--name-only", ...only, from, to]);

const localChanges = (branch: BranchName, files: readonly string[]): CoppiceError =>
  inTheWay(
    branch,
    files,
    `The merge changes what has local changes where ${branch} is checked out`,
    "Commit them or put them aside there",
  );

function inTheWay(branch: BranchName, files: readonly string[], what: string, action: string): CoppiceError {
  const paths = [...new Set(files)];
  const named =
    paths.length <= 3 ? paths.join(", ") : `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more`;
  return new CoppiceError("WORKTREE_DIRTY", `${what}: ${named}. Nothing has moved.`, {
    details: { base: branch, uncommittedFiles: paths.slice(0, keptFiles), uncommittedTotal: paths.length },
    suggestedAction: `${action}, then merge again.`,
  });
}

/** Paths of `mine` that equal one of `theirs`, lie below one, or have one below them. */
export function overlap(theirs: readonly string[], mine: readonly string[]): string[] {
  const exact = new Set(theirs);
  const folders = new Set(theirs.flatMap(foldersOf));
  return [...new Set(mine)]
    .filter(
      (path) => exact.has(path) || folders.has(path) || foldersOf(path).some((folder) => exact.has(folder)),
    )
    .sort();
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at));
  return folders;
}

/** Whether a HEAD names the ref, read from files; a reftable repository keeps its HEADs elsewhere. */
function isCheckedOutNow({ repo }: Engine, ref: string): boolean {
  const admins = [
    ...(repo.mainWorktree === undefined ? [] : [repo.commonDir]),
    ...readRegistrations(repo.commonDir).map((registration) => registration.adminDir),
  ];
  return admins.some((dir) => lineIn(join(dir, "HEAD")) === `ref: ${ref}`);
}
