import { lockWorktree } from "../git/worktrees.js";
import type { Lock } from "../journal/lock.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid, RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { restoreFile } from "./archive-apply.js";
import type { Engine } from "./context.js";
import { createEvent, createFacts, newPlace } from "./create-facts.js";
import { type CreateRequest, forkOf, type Plan, planOf } from "./create-plan.js";
import { branchTaken } from "./create-taken.js";
import { creationFacts, creationRunners } from "./creation.js";
import type { newDirectory } from "./directory.js";
import { readStatus } from "./facts.js";
import { recordOfBranch } from "./find.js";
import { ensureHooksRun } from "./hooks-husky.js";
import { refreshHookSettings } from "./hooks-settings.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import { tryRecordLock, withCreateLock } from "./record-lock.js";
import { planRoleFiles } from "./role-files.js";
import type { RoleFile } from "./roles.js";
import { type Interruptible, interruptible } from "./running.js";
import { RecordSession } from "./session.js";

export interface Created {
  readonly record: WorktreeRecord;
  /** The worktree's directory, absolute. */
  readonly path: string;
  /** The record was there before, and no clone held it. */
  readonly takenUp?: boolean;
}

/** A commit that was fetched for a branch to start at. */
export interface Brought {
  readonly oid: Oid;
  /** It comes from somebody who may not write here: nothing of it is run, nor made ready to. */
  readonly foreign: boolean;
  /** Called when the record is there and nothing is made for it yet. */
  readonly begun: (session: RecordSession) => Promise<void>;
}

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

/**
 * Makes the record and, unless it is adopted, the worktree.
 * @throws as `create`
 */
export async function make(
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
