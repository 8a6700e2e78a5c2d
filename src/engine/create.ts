import { branchOfRef, readRef } from "../git/refs.js";
import { lockWorktree } from "../git/worktrees.js";
import type { Lock } from "../journal/lock.js";
import type { CreateEvent } from "../journal/store.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Facts } from "../lifecycle/facts.js";
import { type BranchName, branchRef, type Oid, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type CreateRequest, forkOf, type Plan, planOf } from "./create-plan.js";
import { creationFacts, creationRunners } from "./creation.js";
import { isFree, newDirectory } from "./directory.js";
import { readStatus } from "./facts.js";
import { recordOfBranch } from "./find.js";
import { ensureHooksRun } from "./hooks-husky.js";
import { refreshHookSettings } from "./hooks-settings.js";
import type { Place } from "./local.js";
import { journalObservation } from "./observe.js";
import { isElsewhere, present } from "./place.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder, tryRecordLock, withCreateLock } from "./record-lock.js";
import { type Interruptible, interruptible } from "./running.js";
import { newOp, RecordSession } from "./session.js";
import { requireSetupTrust } from "./setup.js";
import { wayOn } from "./wording.js";

export type { CreateRequest } from "./create-plan.js";

export interface Created {
  readonly record: WorktreeRecord;
  /** The worktree's directory, absolute. */
  readonly path: string;
}

/**
 * Makes a worktree with its branch and sets it up. A branch that exists only on the remote is checked out, and
 * tracks it.
 * @throws INVALID_BRANCH_NAME, WORKTREE_EXISTS, BRANCH_EXISTS, BRANCH_CHECKED_OUT, PATH_EXISTS, NOT_A_REPO,
 *   BRANCH_CREATION_FAILED, UNTRUSTED: nothing was made. WORKTREE_CREATION_FAILED and the codes of the setup: the
 *   record is in `error`.
 */
export async function create(engine: Engine, request: CreateRequest): Promise<Created> {
  const plan = await planOf(engine, request);
  await requireSetupTrust(engine, plan.setup, { commit: plan.start });
  return make(engine, request, plan);
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
  await requireSetupTrust(engine, plan.setup, { commit: plan.start });
  return make(engine, request, { ...plan, foreign: brought.foreign }, { brought });
}

const ambiguous = (branch: string): CoppiceError =>
  new CoppiceError("INVALID_BRANCH_NAME", `${branch} is how a branch of a remote is named here.`, {
    details: { branch },
  });

/**
 * Makes the record of a worktree that plain git has made of its branch: it is taken as it stands, without a setup.
 * @param start where the branch stood when the worktree was seen first; commits that came since are the record's to tell
 * @throws as `create`; the worktree stays, whatever happens
 */
export async function adopt(engine: Engine, branch: BranchName, start: Oid): Promise<Created> {
  const request = { branch, adopt: true };
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
}

async function make(
  engine: Engine,
  request: CreateRequest,
  plan: Plan,
  { seen, brought }: Beginning = {},
): Promise<Created> {
  const own = interruptible(engine);
  const { session, lock, effects } = await withCreateLock(engine, () => begin(own, request, plan));
  try {
    const runners = creationRunners(session, seen);
    if (brought !== undefined)
      await brought.begun(session).catch(async (error: unknown) => {
        throw await session.fail(error, runners);
      });
    await session.run(effects, runners, { facts: creationFacts });
    const { path, gitDir } = present(engine, session.record);
    if (plan.existing !== undefined && seen === undefined) {
      await journalObservation(session, await readStatus(engine, path, gitDir));
    }
    if (plan.foreign !== true) await ensureHooksRun(engine, path);
    refreshHookSettings(engine);
    if (request.lock === true && lockWorktree({ gitDir, main: false }, ""))
      await session.note({ type: "LOCK" });
    return { record: session.record, path };
  } finally {
    own.done();
    lock.release();
  }
}

interface Begun {
  readonly session: RecordSession;
  readonly lock: Lock;
  readonly effects: Awaited<ReturnType<RecordSession["open"]>>;
}

/** Decides and journals CREATE. The caller holds the create lock: two creations of one branch or path are in line. */
async function begin(own: Interruptible, request: CreateRequest, plan: Plan): Promise<Begun> {
  const { engine } = own;
  const records = [...(await engine.journal.records()).values()];
  const living = recordOfBranch(records, plan.branch);
  if (living !== undefined) throw await exists(engine, living);
  const path = plan.existing?.path ?? newDirectory(engine, { ...request, branch: plan.branch }, records);
  const facts = await createFacts(engine, request, plan, path);
  const event: CreateEvent = {
    type: "CREATE",
    op: newOp(),
    branch: plan.branch,
    base: plan.base.branch,
    baseOid: plan.fork,
    clone: engine.clone,
    setup: plan.setup,
    ...(plan.refs.some((ref) => ref.name === branchRef(plan.branch)) ? { adopted: true } : {}),
    ...optional("task", request.task),
    ...optional("title", request.title),
    ...optional("role", request.role),
    ...optional("session", request.session),
    ...optional("run", request.run),
  };
  let lock: Lock | undefined;
  let known: RecordId | undefined;
  try {
    const { session, effects } = await RecordSession.create(engine, event, facts, (id) => {
      known = id;
      lock = lockNew(engine, id);
      own.worksOn(id);
      engine.local.setPlace(id, newPlace(plan, path));
    });
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

const newPlace = (plan: Plan, path: string): Place => ({
  v: 1,
  path,
  identity: null,
  gitDir: plan.existing?.gitDir ?? null,
  ...(plan.existing === undefined ? {} : { found: true }),
  ...(plan.foreign === true ? { foreign: true } : {}),
  branch: plan.refs.some((ref) => ref.name === branchRef(plan.branch))
    ? null
    : { name: plan.branch, start: plan.start, made: false, upstream: plan.upstream },
});

async function createFacts(engine: Engine, request: CreateRequest, plan: Plan, path: string): Promise<Facts> {
  const own = plan.refs.find((ref) => ref.name === branchRef(plan.branch));
  return {
    hasCommit: true,
    liveRecord: false,
    branchExists: own !== undefined,
    adopt: request.adopt === true,
    branchBlockedBy: await blockingBranch(engine, plan),
    branchCheckedOutAt: own?.worktreePath ?? null,
    pathFree: plan.existing === undefined ? isFree(path) : true,
    listed: plan.existing !== undefined,
    directoryExists: plan.existing !== undefined,
  };
}

/** git keeps `x` as a file where `x/y` needs a folder; one of them has to give way. */
async function blockingBranch(engine: Engine, plan: Plan): Promise<BranchName | null> {
  const below = plan.refs.find((ref) => ref.name.startsWith(`${branchRef(plan.branch)}/`));
  if (below !== undefined) return branchOfRef(below.name) ?? null;
  const parts = plan.branch.split("/");
  for (let count = 1; count < parts.length; count += 1) {
    const ref = `refs/heads/${parts.slice(0, count).join("/")}`;
    if ((await readRef(engine.repo, ref)) !== undefined) return branchOfRef(ref) ?? null;
  }
  return null;
}

/** There is a live record: says what it is doing, and journals that its operation died when nobody does it any more. */
async function exists(engine: Engine, living: WorktreeRecord): Promise<CoppiceError> {
  const dead = living.op?.clone === engine.clone && recordLockHolder(engine, living.id) === undefined;
  const record = dead
    ? await withRecord(engine, living.id, "create", async (session) => session.record)
    : living;
  const failed = record.status === "error" ? record.lastError : null;
  const elsewhere = isElsewhere(engine, record);
  const what = failed === null ? `it is ${record.status}` : failed.message.replace(/\.$/, "");
  const next = elsewhere
    ? "Go on with it in the clone that made it, or here on a branch of another name."
    : failed && wayOn(record);
  return new CoppiceError(
    "WORKTREE_EXISTS",
    `${record.branch} has a worktree ${elsewhere ? "in another clone" : "already"}: ${what}.`,
    {
      details: { branch: record.branch, state: record.status },
      ...(next === null ? {} : { suggestedAction: next }),
    },
  );
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const result: { [P in K]?: string } = {};
  if (value !== undefined && value !== "") result[key] = value;
  return result;
}
