import { readdirSync, rmdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { deleteRef, listRefs, readRef } from "../git/refs.js";
import { readRegistrations, readText } from "../git/worktree-links.js";
import { pruneRegistration, removeWorktree } from "../git/worktree-remove.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid } from "../lifecycle/ids.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { restoreFile } from "./archive-apply.js";
import { saveCommits, saveLanded, saveWork } from "./archive-save.js";
import type { Engine } from "./context.js";
import { identityOf } from "./files.js";
import { isInside } from "./find.js";
import type { EffectRunners } from "./interpret.js";
import { type Located, locate } from "./place.js";
import { reachableElsewhere } from "./reachable.js";
import { preferringWorktreeLock } from "./record-lock.js";
import { type ForceLevel, removalFacts } from "./removal-facts.js";
import type { RecordSession } from "./session.js";
import { stopCommand } from "./stop.js";
import { removeLeftovers } from "./verify.js";
import { worktreeRoot } from "./worktree-root.js";

export interface RemovalOptions {
  /** How often the person said `--force`. */
  readonly force: ForceLevel;
  /** The branch's tip that was decided about: the branch goes when it still stands there. */
  readonly expected?: Oid | undefined;
  /** The branch's commits are nowhere else, and nobody said that they may go: they get a ref first. */
  readonly archive?: boolean;
  /** A setup was stopped: what it left half done is no work of anybody. */
  readonly setupStopped?: boolean;
}

/** The runners of every removal: by command, after a merge, in a retry. Each counts what is gone as done. */
export function removalRunners(session: RecordSession, options: RemovalOptions): EffectRunners {
  const { engine } = session;
  let saved = false;
  const save = async (): Promise<void> => {
    await saveWork(engine, session.record);
    saved = true;
  };
  return {
    // The holder was stopped before the effects began (protocol.ts); the merge's worktree goes as a whole.
    stopSetup: async () => {},
    abortMerge: async () => {},
    archive: async ({ scope }) => {
      if (scope === "squashed") await saveLanded(engine, session.record);
      else await save();
    },
    removeWorktree: async ({ force }) => {
      // What a killed process left running for the record would write on into the directory that goes.
      await stopCommand(engine, session.id);
      const located = locate(engine, session.id);
      if (located === undefined) return;
      const place = engine.local.place(session.id);
      if (located.state === "intact" && options.setupStopped !== true) {
        await mayGo(session, options, force && options.force > 0);
        // Somebody may have gone on working there: what is the same is not saved twice.
        if (saved) await save();
      }
      // A creation may have been killed before git came: then all there is is the empty directory.
      if (place !== undefined && located.gitDir === undefined) removeIfEmpty(place.path, place.identity);
      await takeAway(engine, located);
    },
    pruneBranch: ({ branch }) => pruneBranch(session, branch, options),
    cleanupDirectory: async ({ halfMade }) => {
      await removeLeftovers(session.engine, session.record);
      if (halfMade) await undoCreation(session);
      else forget(session);
    },
  };
}

/** Looks again, just before: since the decision, somebody may have worked there, or taken it. */
async function mayGo(session: RecordSession, options: RemovalOptions, force: boolean): Promise<void> {
  const { record, engine } = session;
  const level = options.force;
  const { facts } = await removalFacts(engine, record, level);
  const { branch } = record;
  if (facts.insideDirectory === true) {
    throw new CoppiceError("WORKTREE_IN_USE", `The command runs inside the worktree of ${branch}.`, {
      details: { branch },
      suggestedAction: `Leave it first, then coppice remove ${shellWord(branch)}.`,
    });
  }
  if (level < 2 && facts.liveLease) {
    throw new CoppiceError("WORKTREE_IN_USE", `${branch} is in use by ${facts.liveLease.holder}.`, {
      details: { branch, lease: facts.liveLease },
    });
  }
  if (level < 2 && facts.gitLock) {
    const { reason } = facts.gitLock;
    throw new CoppiceError("WORKTREE_LOCKED", `${branch} is locked${reason === null ? "" : `: ${reason}`}.`, {
      details: { branch, lock: reason === null ? {} : { reason } },
    });
  }
  if (options.expected !== undefined && facts.headOid !== undefined && facts.headOid !== options.expected) {
    throw new CoppiceError("WORKTREE_DIRTY", `${branch} has new commits by now; its worktree stays.`, {
      details: { branch, expectedOid: options.expected, actualOid: facts.headOid },
      suggestedAction: `Look at them, then coppice remove ${shellWord(branch)} again.`,
    });
  }
  if (force) return;
  if (facts.uncommitted === undefined) {
    throw new CoppiceError(
      "WORKTREE_REMOVAL_FAILED",
      `The status of ${branch} could not be read, so it stays.`,
    );
  }
  if (facts.uncommitted.total > 0) {
    throw new CoppiceError(
      "WORKTREE_DIRTY",
      `${branch} has uncommitted changes by now; its worktree stays.`,
      {
        details: {
          uncommittedFiles: [...facts.uncommitted.files],
          uncommittedTotal: facts.uncommitted.total,
        },
      },
    );
  }
}

async function takeAway(engine: Engine, located: Located): Promise<void> {
  const { gitDir, path, state } = located;
  if (gitDir === undefined) {
    if (state !== "missing" && identityOf(path) !== undefined)
      engine.report.warn(`What is at ${path} is no worktree of Coppice's and stays.`);
    return;
  }
  const id = basename(gitDir);
  const removed = await preferringWorktreeLock(engine, async () =>
    removeWorktree(engine.repo, { id, path }, engine.trash.takeAway),
  );
  if (removed.directory === "kept") {
    engine.report.warn(`Something else is at ${path} by now and stays; only the registration is gone.`);
  }
}

async function pruneBranch(
  session: RecordSession,
  branch: BranchName,
  { expected, force, archive = false }: RemovalOptions,
): Promise<void> {
  const { engine, record } = session;
  const tip = await readRef(engine.repo, branchRef(branch));
  if (tip === undefined) return;
  const holder = await checkedOutAt(engine, branch);
  if (holder !== undefined) {
    engine.report.warn(`The branch ${branch} stays: it is checked out in ${holder}.`);
    return;
  }
  // The journal alone gives up nothing: it may say what somebody elsewhere wrote.
  const givenUp = force > 0 && record.removal?.discard === true && tip === record.headOid;
  const decided = tip === expected || tip === record.landed?.headOid || givenUp;
  if (!decided && !(await reachableElsewhere(engine, [tip], branch))) {
    engine.report.warn(`The branch ${branch} stays: it has commits that exist nowhere else.`);
    return;
  }
  if (archive) await saveCommits(engine, record);
  if ((await deleteRef(engine.repo, branchRef(branch), tip)) === "stale") {
    engine.report.warn(`The branch ${branch} stays: it has just moved.`);
    return;
  }
  await forgetSettings(engine, branch);
}

/** As `git branch -d` does it: a later branch of the same name is not to inherit an upstream. */
async function forgetSettings({ repo }: Engine, branch: BranchName): Promise<void> {
  const section = `branch.${branch}`;
  const names = repo.config.keys().filter((key) => key.startsWith(`${section}.`));
  if (!names.some((key) => !key.slice(section.length + 1).includes("."))) return;
  // What the person has set elsewhere than in this repository stays.
  await repo.git.run(repo.commonDir, ["config", "--local", "--remove-section", section], { codes: "any" });
}

/**
 * Where a branch is checked out, or is the subject of a rebase or bisect: deleting it would break that worktree.
 * git's list does not tell of the latter, as HEAD is detached then.
 */
export async function checkedOutAt(engine: Engine, branch: BranchName): Promise<string | undefined> {
  const { repo } = engine;
  const ref = branchRef(branch);
  const found = (await listRefs(repo, [ref])).find((one) => one.name === ref);
  if (found?.worktreePath !== undefined) return found.worktreePath;
  const places = [
    { path: repo.mainWorktree ?? repo.commonDir, gitDir: repo.commonDir },
    ...readRegistrations(repo.commonDir).map((one) => ({ path: one.path, gitDir: one.adminDir })),
  ];
  return places.find(({ gitDir }) => isSubjectOf(gitDir, ref, branch))?.path;
}

function isSubjectOf(gitDir: string, ref: string, branch: BranchName): boolean {
  const names = ["rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"];
  return names.some((name) => {
    const text = readText(join(gitDir, name))?.trim();
    return text === ref || text === branch;
  });
}

/** After a failed creation: the worktree as far as it was made, and the branch that this operation made. */
async function undoCreation(session: RecordSession): Promise<void> {
  const { engine, id } = session;
  const place = engine.local.place(id);
  if (place === undefined || place.found === true) return;
  const located = locate(engine, id);
  if (located?.gitDir !== undefined && (await isUntouched(session, located))) {
    await takeAway(engine, located);
    if (locate(engine, id)?.state !== "missing")
      pruneRegistration(engine.repo, { id: basename(located.gitDir) });
  }
  removeIfEmpty(place.path, place.identity);
  const { branch } = place;
  if (branch?.made === true && (await checkedOutAt(engine, branch.name)) === undefined) {
    await deleteRef(engine.repo, branchRef(branch.name), branch.start);
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
  if (readText(join(located.gitDir, "locked"))?.trim() === "initializing") return true;
  const { facts } = await removalFacts(session.engine, session.record, 0);
  if (facts.uncommitted?.total === 0) return true;
  session.engine.report.warn(`The worktree at ${located.path} stays: something was changed in it.`);
  return false;
}

function forget(session: RecordSession): void {
  const { engine, id } = session;
  const place = engine.local.place(id);
  engine.local.forget(id);
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
