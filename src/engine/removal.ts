import { readdirSync, rmdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { deleteRef } from "../git/refs.js";
import { pruneRegistration, removeWorktree } from "../git/worktree-remove.js";
import { branchRef } from "../lifecycle/ids.js";
import { restoreFile } from "./archive-apply.js";
import { type Saved, saveCommits, saveLanded, saveWork } from "./archive-save.js";
import { headBranch } from "./base.js";
import { checkedOutAt, pruneBranch } from "./branch-removal.js";
import type { Engine } from "./context.js";
import { identityOf } from "./files.js";
import { isInside } from "./find.js";
import { foreignIn, isBeingMade, isCheckedOut } from "./half-made.js";
import { hasHiddenWork, ignoredPrint } from "./ignored-work.js";
import type { EffectRunners } from "./interpret.js";
import { type Located, locate } from "./place.js";
import { noteDeletion, stillReachableElsewhere } from "./reachable.js";
import { preferringWorktreeLock, withBranchLock } from "./record-lock.js";
import { mayGo, type RemovalOptions, save, saveAgain, stillAsSaved, stillClean } from "./removal-check.js";
import { lossFacts } from "./removal-facts.js";
import { lookAtWhole, staysBehind, type WholePlace } from "./removal-modules.js";
import { roleFacts } from "./role-copied.js";
import { syncRoleLines } from "./role-lines.js";
import type { RecordSession } from "./session.js";
import { stopCommand } from "./stop.js";
import { removeLeftovers } from "./verify.js";
import { worktreeRoot } from "./worktree-root.js";
import { refuseWorktreesInside } from "./worktrees-inside.js";

export { checkedOutAt } from "./branch-removal.js";

/** The runners of every removal: by command, after a merge, in a retry. Each counts what is gone as done. */
export function removalRunners(session: RecordSession, options: RemovalOptions): EffectRunners {
  const { engine } = session;
  let isToSave = false;
  let saved: Saved | undefined;
  return {
    // The holder was stopped before the effects began (protocol.ts); the merge's worktree goes as a whole.
    stopSetup: async () => {},
    abortMerge: async () => {},
    archive: async ({ scope }) => {
      if (scope === "squashed") saved = await saveLanded(engine, session.record);
      // Just before the directory goes: what still ran there has been stopped, and nothing is looked at twice.
      else isToSave = true;
    },
    removeWorktree: async ({ force }) => {
      // What a killed process left running for the record would write on into the directory that goes.
      await stopCommand(engine, session.id);
      const located = locate(engine, session.id);
      const isWhole = located?.state === "intact" && options.setupStopped !== true;
      const seen = isWhole ? await mayGo(session, options, force && options.force > 0, located) : undefined;
      const ignored = isWhole ? ignoredPrint(engine, session.id, located.path) : "";
      const behind = isToSave && isWhole ? wholePlace(located) : undefined;
      const whole = behind === undefined ? undefined : await lookAtWhole(engine, behind);
      // What git ignores is nowhere else, and no look before the removal has counted it.
      const isEdited = !isToSave && isWhole && !isGivenUp(session, options);
      // What lies beside a setup that was stopped may be a person's.
      const isHalfSetUp = located?.state === "intact" && !isWhole && !isGivenUp(session, options);
      if (
        isToSave ||
        isHalfSetUp ||
        (isEdited && saved === undefined && (await hasHiddenWork(engine, session.id)))
      )
        saved = await save(session, seen);
      if (located === undefined) return;
      const lookAgain = async (moved: string): Promise<void> => {
        if (seen === undefined) return;
        if (!force || options.force === 0) await stillClean(session, moved, seen);
        else if (behind !== undefined && whole !== undefined)
          await stillAsSaved(session, behind, moved, whole);
        else if (isToSave) saved = (await saveAgain(session, moved, seen)) ?? saved;
        // The time of a file's last change stays when a directory above it moves.
        if (isGivenUp(session, options) || ignoredPrint(engine, session.id, moved) === ignored) return;
        saved = (await saveWork(engine, session.record, { ...located, path: moved })) ?? saved;
      };
      const place = engine.local.place(session.id);
      // A creation may have been killed before git came: then all there is is the empty directory.
      if (place !== undefined && located.gitDir === undefined) removeIfEmpty(place.path, place.identity);
      await takeAway(engine, located, lookAgain);
    },
    pruneBranch: ({ branch }) => pruneBranch(session, branch, options, saved),
    cleanupDirectory: async ({ halfMade }) => {
      await removeLeftovers(session.engine, session.record);
      if (halfMade) await undoCreation(session);
      else await forget(session);
    },
  };
}

/** Of a worktree with submodules. */
const wholePlace = ({ path, gitDir }: Located): WholePlace | undefined =>
  gitDir !== undefined && staysBehind(gitDir) ? { path, gitDir } : undefined;

/** @param look sees the directory once it is out of the way, or where it stays; what it throws puts it back */
async function takeAway(
  engine: Engine,
  located: Located,
  look?: (moved: string) => Promise<void>,
): Promise<void> {
  const { gitDir, path, state } = located;
  if (gitDir === undefined) {
    if (state !== "missing" && identityOf(path) !== undefined)
      engine.report.warn(`What is at ${path} is no worktree of Coppice's and stays.`);
    return;
  }
  refuseWorktreesInside(engine, located);
  const id = basename(gitDir);
  const removed = await preferringWorktreeLock(engine, async () =>
    removeWorktree(engine.repo, { id, path }, async (at, ino) => {
      const taken = await engine.trash.takeAway(at, ino, look);
      if (taken === "impossible") await look?.(at);
      return taken;
    }),
  );
  if (removed.directory === "kept") {
    engine.report.warn(`Something else is at ${path} by now and stays; only the registration is gone.`);
  }
}

/** After a failed creation: the worktree as far as it was made, and the branch that this operation made. */
async function undoCreation(session: RecordSession): Promise<void> {
  const { engine, id } = session;
  const place = engine.local.place(id);
  if (place === undefined || place.found === true) return;
  const located = locate(engine, id);
  if (located?.gitDir !== undefined) {
    // A retry finds all of it as it is, with the branch.
    if (!(await isUntouched(session, located))) return;
    await takeAway(engine, located);
    if (locate(engine, id)?.state !== "missing")
      pruneRegistration(engine.repo, { id: basename(located.gitDir) });
  }
  removeIfEmpty(place.path, place.identity);
  const { branch } = place;
  if (branch?.made === true && (await checkedOutAt(engine, branch.name)) === undefined) {
    await withBranchLock(engine, async () => {
      // Another branch that stood at that commit may have gone since, for the reason that this one has it.
      if (!(await stillReachableElsewhere(engine, branch.start, branch.name)))
        await saveCommits(engine, session.record);
      noteDeletion(engine);
      await deleteRef(engine.repo, branchRef(branch.name), branch.start);
    });
  }
  engine.local.setPlace(id, {
    ...place,
    identity: null,
    gitDir: null,
    branch: branch === null ? null : { ...branch, made: false },
  });
}

/** A worktree that was complete when something later failed may have been worked in; a half-made one was not. */
async function isUntouched(session: RecordSession, located: Located): Promise<boolean> {
  if (located.state !== "intact" || located.gitDir === undefined) return true;
  // What is in it by now comes from the archive, where it still is.
  if (session.engine.local.read(session.id, restoreFile) !== undefined) return true;
  if (!isCheckedOut(located) && isBeingMade(located.gitDir)) {
    if ((await foreignIn(session.engine, located, session.record.branch)).length === 0) return true;
    session.engine.report.warn(`The worktree at ${located.path} stays: something was put into it.`);
    return false;
  }
  const { facts } = await lossFacts(session.engine, session.record, 0);
  const isOnBranch = (await headBranch(session.engine.repo, located.gitDir)) === session.record.branch;
  if (facts.uncommitted?.total === 0 && isOnBranch) return true;
  session.engine.report.warn(`The worktree at ${located.path} stays: something was changed in it.`);
  return false;
}

/** The person said that what is nowhere else may go. */
const isGivenUp = ({ record }: RecordSession, { force, discard }: RemovalOptions): boolean =>
  force > 0 && (discard ?? record.removal?.discard) === true;

async function forget(session: RecordSession): Promise<void> {
  const { engine, id } = session;
  const place = engine.local.place(id);
  const hadRoleFiles = roleFacts(engine, id) !== undefined;
  engine.local.forget(id);
  if (hadRoleFiles) await syncRoleLines(engine);
  if (place !== undefined) removeEmptyParents(engine, dirname(place.path));
}

/** Directories of a pattern like `{run}/{task}`, up to the root, when this worktree was the last in them. */
function removeEmptyParents(engine: Engine, start: string): void {
  const root = worktreeRoot(engine);
  for (let at = start; at !== root && isInside(at, root); at = dirname(at)) {
    try {
      // Refuses a directory that holds something.
      rmdirSync(at);
    } catch {
      return;
    }
  }
}

/** The directory that `mkdir` made for the worktree, when nothing came into it and nothing else took its place. */
function removeIfEmpty(path: string, made: { readonly dev: string; readonly ino: string } | null): void {
  const found = identityOf(path);
  if (found === undefined || !found.directory || readdirSync(path).length > 0) return;
  if (made !== null && (made.dev !== found.dev || made.ino !== found.ino)) return;
  try {
    rmdirSync(path);
  } catch {
    // Something came into it since.
  }
}
