import { lockWorktree } from "../git/worktrees.js";
import type { Lock } from "../journal/lock.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid, RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { restoreFile } from "./archive-apply.js";
import type { Engine } from "./context.js";
import { createEvent, createFacts, newPlace } from "./create-facts.js";
import { type CreateRequest, forkOf, type Plan, planOf, roleFilesOf } from "./create-plan.js";
import { branchTaken } from "./create-taken.js";
import { creationFacts, creationRunners } from "./creation.js";
import { newDirectory } from "./directory.js";
import { readStatus } from "./facts.js";
import { recordOfBranch } from "./find.js";
import { hearOf, joinNews } from "./hear.js";
import { ensureHooksRun } from "./hooks-husky.js";
import { refreshHookSettings } from "./hooks-settings.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import { tryRecordLock, withCreateLock } from "./record-lock.js";
import { planRoleFiles } from "./role-files.js";
import type { RoleFile } from "./roles.js";
import { type Interruptible, interruptible } from "./running.js";
import { RecordSession } from "./session.js";
import { recoverSets } from "./set-undo.js";
import { requireSetupTrust } from "./setup.js";
import { isHalfTakenUp, takeUpRecord, unheldRecord } from "./take-up.js";

export type { CreateRequest } from "./create-plan.js";

export interface Created {
  readonly record: WorktreeRecord;
  /** The worktree's directory, absolute. */
  readonly path: string;
  /** The record was there before, and no clone held it. */
  readonly takenUp?: boolean;
}

/**
 * Makes a worktree with its branch and sets it up. A branch that exists only on the remote is checked out, and
 * tracks it. Where the branch has a record that no clone holds (the Action made it), that one is taken up: see
 * `takeUpRecord`.
 * @throws ROLE_NOT_FOUND, INVALID_BRANCH_NAME, WORKTREE_EXISTS, BRANCH_EXISTS, BRANCH_CHECKED_OUT, PATH_EXISTS, NOT_A_REPO,
 *   BRANCH_CREATION_FAILED, UNTRUSTED: nothing was made. WORKTREE_CREATION_FAILED and the codes of the setup: the
 *   record is in `error`.
 */
export async function create(engine: Engine, request: CreateRequest): Promise<Created> {
  // What a dead process has left of a set may hold the very branch.
  for (const { told } of await recoverSets(engine)) engine.report.warn(told);
  let plan = await planOf(engine, request);
  if (await isUnheld(engine, plan.branch)) {
    const taken = await takeUp(engine, request, plan.branch);
    if (taken !== undefined) return taken;
    plan = await planOf(engine, request);
  }
  const roleFiles = await roleFilesOf(engine, request, plan);
  await requireSetupTrust(engine, plan.setup, { commit: plan.start }, request.role);
  return make(engine, request, plan, { directory: newDirectory, roleFiles });
}

/** Whether the branch has a record that no clone holds, also in what was fetched of the journals. */
async function isUnheld(engine: Engine, branch: BranchName): Promise<boolean> {
  await joinNews(engine);
  return (await unheldRecord(engine, branch)) !== undefined;
}

/** @returns undefined: by now the record has ended, or another clone holds it */
async function takeUp(
  engine: Engine,
  request: CreateRequest,
  branch: BranchName,
  begun?: Brought["begun"],
): Promise<Created | undefined> {
  const remote = await hearOf(engine, branch);
  const record = await unheldRecord(engine, branch);
  if (record === undefined) return undefined;
  if (request.base !== undefined && request.base !== record.base)
    engine.report.warn(`${branch} is recorded with the base ${record.base}; --base does not change that.`);
  // It is the branch that the record speaks of, whether it is here already or not. A worktree that an interrupted
  // `create` left is none that somebody else made.
  const adopt = !(isHalfTakenUp(engine, record) && engine.local.place(record.id)?.found !== true);
  const wanted = { ...request, branch, adopt, ...(record.base === null ? {} : { base: record.base }) };
  const plan = await planOf(engine, wanted);
  return { ...(await takeUpRecord(engine, record, { request: wanted, plan, remote, begun })), takenUp: true };
}

/** A commit that was fetched for a branch to start at. */
export interface Brought {
  readonly oid: Oid;
  /** It comes from somebody who may not write here: nothing of it is run, nor made ready to. */
  readonly foreign: boolean;
  /** Called when the record is there and nothing is made for it yet. */
  readonly begun: (session: RecordSession) => Promise<void>;
}

/**
 * As `create`, for a branch that starts at a commit that was brought; one that exists is taken as it is, with `adopt`.
 * @throws as `create`
 */
export async function createAt(engine: Engine, request: CreateRequest, brought: Brought): Promise<Created> {
  const plan = await planOf(engine, request, brought.oid);
  if (plan.branch !== request.branch) throw ambiguous(request.branch);
  if (!brought.foreign && (await isUnheld(engine, plan.branch))) {
    const taken = await takeUp(engine, request, plan.branch, brought.begun);
    if (taken !== undefined) return taken;
  }
  const planned = { ...plan, foreign: brought.foreign };
  const roleFiles = await roleFilesOf(engine, request, planned);
  await requireSetupTrust(engine, plan.setup, { commit: plan.start }, request.role);
  return make(engine, request, planned, { directory: newDirectory, brought, roleFiles });
}

/**
 * As `create`, of a branch that exists, with what an archive holds put into the worktree before its creation ends.
 * @param archive undefined: there is nothing beside the branch's commits
 * @throws as `create`
 */
export async function createRestored(
  engine: Engine,
  request: CreateRequest,
  archive: Oid | undefined,
): Promise<Created> {
  const setup = { copyEnv: false, installDeps: false, runInitScript: false };
  const plan = await planOf(engine, { ...request, adopt: true, setup });
  const restored = archive === undefined ? {} : { archive };
  return make(engine, { ...request, adopt: true }, plan, { directory: newDirectory, ...restored });
}

const ambiguous = (branch: string): CoppiceError =>
  new CoppiceError("INVALID_BRANCH_NAME", `${branch} is how a branch of a remote is named here.`, {
    details: { branch },
  });

/** What is told of a worktree that is adopted, beside what git knows. */
export type ToldOf = Pick<CreateRequest, "base" | "createdAt">;

/**
 * Makes the record of a worktree that plain git has made of its branch: it is taken as it stands, without a setup.
 * @param start where the branch stood when the worktree was seen first; commits that came since are the record's to tell
 * @throws as `create`; the worktree stays, whatever happens
 */
export async function adopt(
  engine: Engine,
  branch: BranchName,
  start: Oid,
  told: ToldOf = {},
): Promise<Created> {
  const request = { ...told, branch, adopt: true };
  const plan = await planOf(engine, request);
  if (plan.existing === undefined) throw notThere(branch);
  const fork = await forkOf(engine, plan.base, start);
  return make(engine, request, { ...plan, start, fork }, { seen: start });
}

const notThere = (branch: BranchName): CoppiceError =>
  new CoppiceError("WORKTREE_NOT_FOUND", `No linked worktree has ${branch} checked out.`, {
    details: { branch },
  });

interface Beginning {
  /** Where the branch stood when its worktree was seen; undefined: as it is now. */
  readonly seen?: Oid;
  readonly brought?: Brought;
  readonly archive?: Oid;
  readonly roleFiles?: readonly RoleFile[];
  /** Where a worktree that is to be made comes to lie; one that is adopted lies there. */
  readonly directory?: typeof newDirectory;
  /** Is told the record's id before anybody can see the record. */
  readonly prepare?: (id: RecordId) => void;
}

async function make(
  engine: Engine,
  request: CreateRequest,
  plan: Plan,
  beginning: Beginning,
): Promise<Created> {
  const { seen, brought, archive } = beginning;
  const own = interruptible(engine);
  const { session, lock, effects } = await withCreateLock(engine, () => begin(own, request, plan, beginning));
  try {
    const runners = creationRunners(session, seen);
    if (brought !== undefined)
      await brought.begun(session).catch(async (error: unknown) => {
        throw await session.fail(error, runners);
      });
    await session.run(effects, runners, { facts: creationFacts });
    const { path, gitDir } = present(engine, session.record);
    if ((plan.existing !== undefined && seen === undefined) || archive !== undefined) {
      await journalObservation(session, await readStatus(engine, path, gitDir));
    }
    if (plan.foreign !== true) await ensureHooksRun(engine, path);
    refreshHookSettings(engine);
    // Under the record's lock: who comes now finds a worktree that is restored, and none that is to be finished.
    if (archive !== undefined) engine.local.clear(session.id, restoreFile);
    if (request.lock === true && lockWorktree({ gitDir, main: false }, ""))
      await session.note({ type: "LOCK" });
    return { record: session.record, path };
  } finally {
    own.done();
    lock.release();
  }
}

/** A creation whose CREATE is journaled, under the record's lock. */
export interface Begun {
  readonly session: RecordSession;
  readonly lock: Lock;
  readonly effects: Awaited<ReturnType<RecordSession["open"]>>;
}

/**
 * Decides and journals CREATE. The caller holds the create lock: two creations of one branch or path are in line.
 * @throws as `create`, of what is refused; nothing has been made then
 */
export async function begin(
  own: Interruptible,
  request: CreateRequest,
  plan: Plan,
  { archive, directory, roleFiles = [], prepare: told }: Beginning,
): Promise<Begun> {
  const { engine } = own;
  const records = [...(await engine.journal.records()).values()];
  const living = recordOfBranch(records, plan.branch);
  if (living !== undefined) throw await branchTaken(engine, living);
  const path =
    plan.existing?.path ?? (await directory?.(engine, { ...request, branch: plan.branch }, records));
  if (path === undefined) throw notThere(plan.branch);
  const facts = await createFacts(engine, request, plan, path, records);
  const event = createEvent(engine, request, plan);
  let lock: Lock | undefined;
  let known: RecordId | undefined;
  try {
    const prepare = (id: RecordId): void => {
      known = id;
      lock = lockNew(engine, id);
      own.worksOn(id);
      engine.local.setPlace(id, newPlace(plan, path));
      if (archive !== undefined) engine.local.write(id, restoreFile, { v: 1, archive });
      planRoleFiles(engine, id, roleFiles);
      told?.(id);
    };
    const { session, effects } = await RecordSession.create(engine, event, facts, prepare, records);
    if (lock === undefined) throw new Error("a new record's lock was not taken");
    return { session, lock, effects };
  } catch (error) {
    own.done();
    lock?.release();
    if (known !== undefined) engine.local.forget(known);
    throw error;
  }
}

function lockNew(engine: Engine, id: RecordId): Lock {
  const lock = tryRecordLock(engine, id, "create");
  if (!("heldBy" in lock)) return lock;
  throw new CoppiceError(
    "INVALID_STATE",
    "Another process holds the lock of a record that does not exist yet.",
  );
}
