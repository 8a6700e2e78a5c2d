import { mkdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeDirectories } from "../git/file-tree.js";
import { readRef, updateRef } from "../git/refs.js";
import { addWorktree } from "../git/worktree-add.js";
import { removeWorktree } from "../git/worktree-remove.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Facts } from "../lifecycle/facts.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { applyArchive, restoreFile } from "./archive-apply.js";
import { filesOf } from "./archive-files.js";
import { saveWork } from "./archive-save.js";
import { headBranch } from "./base.js";
import { noteEdited } from "./env-copied.js";
import { hasCode, identityOf } from "./files.js";
import { foreignIn, isBeingMade, isCheckedOut } from "./half-made.js";
import { hasHiddenWork } from "./ignored-work.js";
import type { EffectRunners } from "./interpret.js";
import type { Place } from "./local.js";
import { type Located, locate, present } from "./place.js";
import { withWorktreeLock } from "./record-lock.js";
import { removalRunners } from "./removal.js";
import { removalFacts } from "./removal-facts.js";
import { copyRoleFiles, keepHidden } from "./role-files.js";
import type { RecordSession } from "./session.js";
import { setupRunners } from "./setup.js";
import { excludeWorktreeRoot } from "./worktree-root.js";

/**
 * The runners of `creating` and `initializing`, for a creation and for its retry: what is made already stays.
 * @param seen of a worktree that is adopted the commit that was seen in it: what came since is not told by its creation
 */
export function creationRunners(session: RecordSession, seen?: Oid): EffectRunners {
  const { cleanupDirectory } = removalRunners(session, { force: 0 });
  let isSaved = true;
  return {
    ...setupRunners(session),
    createBranch: ({ branch, startOid }) => createBranch(session, branch, startOid),
    createWorktree: async ({ branch }) => {
      isSaved = false;
      await saveUnrestored(session);
      isSaved = true;
      const made = await createWorktree(session, branch);
      await restoreInto(session);
      return seen === undefined ? made : { sha: seen };
    },
    cleanupDirectory: async (effect) => {
      if (isSaved) await cleanupDirectory?.(effect);
    },
  };
}

/**
 * The facts of the closing entry of `creating` (canInitialize). The setup may have no step left that would copy the files
 * of the role: they are there before it ends.
 */
export async function creationFacts(session: RecordSession): Promise<Facts> {
  if (session.record.status === "initializing") await copyRoleFiles(session);
  const there = locate(session.engine, session.id)?.state === "intact";
  return { directoryExists: there, listed: there };
}

/** Whether everything that `creating` makes is made: what comes next is the setup. */
export async function isMade(session: RecordSession): Promise<boolean> {
  const found = locate(session.engine, session.id);
  return found !== undefined && (await isComplete(session, found, session.record.branch));
}

async function createBranch(session: RecordSession, branch: BranchName, startOid: Oid | null): Promise<void> {
  const { engine } = session;
  const place = placeOf(session);
  const start = place.branch?.start ?? startOid;
  if (start === null)
    throw new CoppiceError("BRANCH_CREATION_FAILED", `${branch} has no commit to start at.`);
  const upstream = place.branch?.upstream ?? null;
  if ((await readRef(engine.repo, branchRef(branch))) === undefined) {
    // Noted before it is made: a branch that was made and not noted would stay for ever after a kill.
    engine.local.setPlace(session.id, { ...place, branch: { name: branch, start, made: true, upstream } });
    const message = `branch: Created from ${upstream ?? session.record.base ?? start}`;
    const made = await updateRef(engine.repo, branchRef(branch), start, undefined, message);
    if (made === "stale") {
      engine.local.setPlace(session.id, place);
      throw branchExists(branch);
    }
  } else if (place.branch?.made !== true) {
    throw branchExists(branch);
  }
  if (upstream !== null) {
    await engine.repo.git.run(engine.repo.commonDir, [
      "branch",
      "--quiet",
      `--set-upstream-to=${upstream}`,
      "--",
      branch,
    ]);
  }
}

async function createWorktree(session: RecordSession, branch: BranchName): Promise<{ sha?: Oid }> {
  const { engine, id } = session;
  const found = locate(engine, id);
  const gitDir =
    found?.gitDir !== undefined && (await isComplete(session, found, branch))
      ? found.gitDir
      : await makeWorktree(session, branch, found);
  if (isBeingMade(gitDir)) rmSync(join(gitDir, "locked"), { force: true });
  const path = locate(engine, id)?.path ?? placeOf(session).path;
  engine.local.setPlace(id, { ...placeOf(session), path, identity: identity(path), gitDir });
  engine.local.markWorktree(gitDir, id);
  engine.local.writeState(id, session.record);
  const sha = await readRef(engine.repo, branchRef(branch));
  return sha === undefined ? {} : { sha };
}

/** What stands there when a restore begins again may be somebody's by now, and the archive takes its place. */
async function saveUnrestored({ engine, id, record }: RecordSession): Promise<void> {
  if (engine.local.read(id, restoreFile) === undefined) return;
  const found = locate(engine, id);
  if (found === undefined || !isCheckedOut(found)) return;
  const { facts } = await removalFacts(engine, record, 2);
  if (facts.uncommitted?.total === 0 && !(await hasHiddenWork(engine, id))) return;
  const saved = await saveWork(engine, record, found);
  if (saved === undefined) return;
  engine.report.warn(
    `What stood in the worktree of ${record.branch} when it was restored again is archived: ${saved.ref}`,
  );
}

/** Also in a retry, and then again: what stood there is saved. */
async function restoreInto(session: RecordSession): Promise<void> {
  const { engine, id, record } = session;
  const restored = engine.local.read(id, restoreFile);
  if (restored === undefined) return;
  engine.report.step("putting the changes back");
  const ignored = (await filesOf(engine.repo, restored.archive, "ignored")).map(({ path }) => path);
  // Before they are there: whatever ends this, somebody may edit them, and nobody else tells of that.
  noteEdited(engine, id, ignored);
  const { unset, detached } = await applyArchive(engine.repo, present(engine, record), restored.archive);
  await keepHidden(session, ignored);
  if (unset.length > 0) {
    engine.report.warn(
      `Settings of the worktree of ${record.branch} alone are not set again: ${unset.join(", ")}.`,
    );
  }
  if (detached !== undefined) {
    engine.report.warn(
      `HEAD is detached at ${detached.slice(0, 12)} in the worktree of ${record.branch}, off its branch: git switch -c NAME there keeps what is committed.`,
    );
  }
}

/** @returns the new worktree's git directory */
async function makeWorktree(
  session: RecordSession,
  branch: BranchName,
  found: Located | undefined,
): Promise<string> {
  const { engine, id } = session;
  const { path } = placeOf(session);
  engine.report.step(`git worktree add ${basename(path)}`);
  const added = await withWorktreeLock(engine, async () => {
    if (found?.gitDir !== undefined) {
      // What a restore has put there is in the archive, a HEAD off the branch with it.
      if (isCheckedOut(found) && engine.local.read(id, restoreFile) === undefined)
        throw headElsewhere(branch);
      const foreign = isCheckedOut(found) ? [] : await foreignIn(engine, found, branch);
      if (foreign.length > 0) throw inTheWay(branch, foreign);
      await removeWorktree(engine.repo, { id: basename(found.gitDir), path: found.path });
    }
    excludeWorktreeRoot(engine);
    makeDirectory(path, branch);
    engine.local.setPlace(id, { ...placeOf(session), identity: identity(path) });
    return addWorktree(engine.repo, {
      path,
      branch,
      hooks: placeOf(session).foreign !== true,
      signal: engine.signal,
      // Coppice's own hooks must not record what this operation records.
      env: { COPPICE_RECORD: id, COPPICE_OP: session.record.op?.id ?? "" },
      onStderr: (chunk) => engine.report.output(chunk),
    });
  });
  if (added.hookExit !== undefined) {
    engine.report.warn(
      `The post-checkout hook ended with exit code ${added.hookExit}; the worktree of ${branch} is complete all the same.`,
    );
  }
  return added.gitDir;
}

/** Made by Coppice before git comes, so that it is certain whose directory it is. An empty one is taken as it is. */
function makeDirectory(path: string, branch: BranchName): void {
  makeDirectories(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    if (identityOf(path)?.directory !== true) {
      throw new CoppiceError(
        "PATH_EXISTS",
        `Something else is where the worktree of ${branch} was to be made.`,
        {
          details: { branch },
        },
      );
    }
  }
}

/** Everything that `git worktree add` does is done, a hook and its own lock apart: links, HEAD, files, index. */
async function isComplete(session: RecordSession, found: Located, branch: BranchName): Promise<boolean> {
  const { gitDir } = found;
  if (gitDir === undefined || !isCheckedOut(found)) return false;
  return (await headBranch(session.engine.repo, gitDir)) === branch;
}

function identity(path: string): Place["identity"] {
  const found = identityOf(path);
  return found === undefined ? null : { dev: found.dev, ino: found.ino };
}

function placeOf({ engine, id, record }: RecordSession): Place {
  const place = engine.local.place(id);
  if (place !== undefined) return place;
  throw new CoppiceError(
    "WORKTREE_CREATION_FAILED",
    `It is not known where the worktree of ${record.branch} was to be.`,
    {
      details: { branch: record.branch },
      recoverable: false,
      suggestedAction: `coppice remove ${shellWord(record.branch)}, then create it again.`,
    },
  );
}

/** git had made it whole, so somebody has taken HEAD elsewhere since, and may have worked there. */
const headElsewhere = (branch: BranchName): CoppiceError =>
  new CoppiceError(
    "WORKTREE_CREATION_FAILED",
    `The worktree of ${branch} is there already, with something else checked out; nothing in it was touched.`,
    {
      details: { branch },
      suggestedAction: `git switch ${shellWord(branch)} in that worktree, then coppice retry ${shellWord(branch)}.`,
    },
  );

/** What git had not finished is made anew, but for what somebody has put there meanwhile. */
const inTheWay = (branch: BranchName, files: readonly string[]): CoppiceError =>
  new CoppiceError(
    "WORKTREE_CREATION_FAILED",
    `In the half-made worktree of ${branch} lies what git has not put there: ${files.slice(0, 3).join(", ")}.`,
    {
      details: { branch, files: files.slice(0, 100) },
      suggestedAction: `Move it out of there, then coppice retry ${shellWord(branch)}.`,
    },
  );

/** It came while the creation was under way, which has a record by then. */
const branchExists = (branch: BranchName): CoppiceError =>
  new CoppiceError("BRANCH_EXISTS", `The branch ${branch} exists already.`, {
    details: { branch },
    suggestedAction: `coppice remove ${shellWord(branch)} --keep-branch gives this creation up; then choose another name, or take the branch as it is.`,
  });
