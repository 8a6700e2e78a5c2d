import { isAncestor } from "../git/history.js";
import { readRef, updateRef } from "../git/refs.js";
import { lockWorktree } from "../git/worktrees.js";
import type { Effect } from "../lifecycle/effects.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type CloneId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { type Status, stateProperties } from "../lifecycle/states.js";
import { mainRemote } from "./base.js";
import type { Engine } from "./context.js";
import { createEvent, createFacts, newPlace } from "./create-facts.js";
import type { CreateRequest, Plan } from "./create-plan.js";
import { branchTaken } from "./create-taken.js";
import { creationRunners } from "./creation.js";
import { accepted, decided } from "./decision.js";
import { newDirectory } from "./directory.js";
import { readStatus } from "./facts.js";
import { asCoppiceError } from "./failure.js";
import { recordOfBranch } from "./find.js";
import { trackingRef } from "./hear.js";
import { ensureHooksRun } from "./hooks-husky.js";
import { refreshHookSettings } from "./hooks-settings.js";
import { runEffects } from "./interpret.js";
import { takeUpFile } from "./local.js";
import { journalObservation } from "./observe.js";
import { present } from "./place.js";
import { withRecord } from "./protocol.js";
import { withCreateLock } from "./record-lock.js";
import type { RecordSession } from "./session.js";
import { requireSetupTrust, runSetup, setupSteps } from "./setup.js";
import { pushJournals } from "./sync.js";

/* A record that no clone holds: the Action adopted it from a branch that was pushed. A clone takes it up. */

export interface TakeUp {
  readonly request: CreateRequest;
  readonly plan: Plan;
  /** Whom to tell that this clone holds it now; undefined: nobody can be told yet. */
  readonly remote: string | undefined;
  /** Called when the record is this clone's, before the setup. */
  readonly begun?: ((session: RecordSession) => Promise<void>) | undefined;
}

/** The live record of a branch, when no clone holds it. */
export async function unheldRecord(
  { journal }: Engine,
  branch: BranchName,
): Promise<WorktreeRecord | undefined> {
  const record = recordOfBranch((await journal.records()).values(), branch);
  return record?.owner === null ? record : undefined;
}

/**
 * Makes the worktree of a record that no clone holds, on its branch, and journals that this clone holds it now. The
 * state stays: a conflict is resolved here then. The setup runs in `active`; elsewhere a failure of it could not be
 * journaled.
 *
 * The worktree comes first and OWN after it: whoever is killed in between leaves a record that nobody holds, and the
 * next `create` goes on. After OWN it is as with a killed setup.
 * @throws WORKTREE_EXISTS when another clone has taken it up meanwhile, INVALID_STATE while an operation of others
 *   runs, BRANCH_CHECKED_OUT, PATH_EXISTS, UNTRUSTED, WORKTREE_CREATION_FAILED: the record stays as it was. The codes
 *   of the setup: the record is this clone's, in `error`.
 */
export async function takeUpRecord(
  engine: Engine,
  { id, status, role }: WorktreeRecord,
  { request, plan, remote, begun }: TakeUp,
): Promise<{ readonly record: WorktreeRecord; readonly path: string }> {
  if (status === "active") await requireSetupTrust(engine, plan.setup, { commit: plan.start }, role);
  return withRecord(engine, id, "create", async (session) => {
    await refuse(session);
    await withCreateLock(session.engine, () => choosePlace(session, request, plan));
    await makeWorktree(session, plan);
    await session.note({ type: "OWN", clone: session.engine.clone });
    await tell(session, remote);
    await begun?.(session);
    await noteTask(session, request);
    const { path, gitDir } = present(session.engine, session.record);
    await journalObservation(session, await readStatus(session.engine, path, gitDir));
    await ensureHooksRun(session.engine, path);
    refreshHookSettings(session.engine);
    if (request.lock === true && lockWorktree({ gitDir, main: false }, ""))
      await session.note({ type: "LOCK" });
    await setUp(session, plan);
    return { record: session.record, path };
  });
}

async function refuse({ engine, record }: RecordSession): Promise<void> {
  const { branch, status, owner } = record;
  if (owner !== null) throw await branchTaken(engine, record);
  if (!stateProperties(status).isTransient && status !== "removed") return;
  throw new CoppiceError("INVALID_STATE", `${branch} is ${status}: no clone holds it, and it is worked on.`, {
    details: { branch, state: status },
    suggestedAction: "Run coppice sync when that is over, then the command again.",
  });
}

/** Decides as for a new worktree. One that was begun here before, and not finished, keeps its place. */
async function choosePlace(session: RecordSession, request: CreateRequest, plan: Plan): Promise<void> {
  const { engine, id } = session;
  const { local } = engine;
  const setup = session.record.status === "active" && setupSteps(plan.setup).length > 0;
  const note = (): void => local.write(id, takeUpFile, { v: 1, setup });
  if (isHalfTakenUp(engine, session.record)) {
    note();
  } else {
    refuseMissing(engine, plan);
    const records = [...(await engine.journal.records()).values()];
    const path =
      plan.existing?.path ?? (await newDirectory(engine, { ...request, branch: plan.branch }, records));
    const facts = await createFacts(engine, request, plan, path, records);
    accepted(decided(engine, null, createEvent(engine, request, plan), facts));
    // The note first: a place without it would be taken by another worktree.
    note();
    local.setPlace(id, newPlace(plan, path));
  }
}

/** A branch that is nowhere would be made anew from base: that is not the record's. */
function refuseMissing(engine: Engine, { branch, refs, upstream }: Plan): void {
  if (upstream !== null || refs.some(({ name }) => name === branchRef(branch))) return;
  const remote = mainRemote(engine);
  const name = shellWord(branch);
  throw new CoppiceError(
    "BRANCH_CREATION_FAILED",
    `${branch} is recorded, but the branch is neither here nor at ${remote ?? "a remote"}.`,
    {
      details: { branch },
      suggestedAction: `Fetch it, then run the command again; if it is gone for good, coppice remove ${name} ends its record.`,
    },
  );
}

async function makeWorktree(session: RecordSession, plan: Plan): Promise<void> {
  const { engine, id } = session;
  const { branch } = plan;
  const runners = creationRunners(session);
  const place = engine.local.place(id);
  const effects: readonly Effect[] = [
    ...(place?.branch ? [{ type: "createBranch", branch, startOid: plan.start } as const] : []),
    { type: "createWorktree", branch },
  ];
  try {
    if (place?.branch === null && place.found !== true) await bringForward(engine, branch);
    await runEffects(effects, runners, engine.signal);
  } catch (error) {
    await giveBack(session);
    throw asCoppiceError(error, "WORKTREE_CREATION_FAILED", "make the worktree");
  }
}

/** A local branch that only lacks commits of the remote's is brought to it, as `git merge --ff-only` would. */
async function bringForward({ repo, config, report }: Engine, branch: BranchName): Promise<void> {
  const remote = mainRemote({ repo, config });
  const here = await readRef(repo, branchRef(branch));
  const there = remote === undefined ? undefined : await readRef(repo, trackingRef(remote, branch));
  if (here === undefined || there === undefined || here === there) return;
  if (await isAncestor(repo, here, there)) {
    await updateRef(repo, branchRef(branch), there, here, "coppice: Fast-forward");
  } else if (!(await isAncestor(repo, there, here))) {
    report.warn(`${branch} here and at ${remote} have both moved; the worktree is made on the one here.`);
  }
}

/** Takes away what was made of a record that is not this clone's yet; the record is nobody's again. */
export async function giveBack(session: RecordSession): Promise<void> {
  const { engine, id } = session;
  try {
    await creationRunners(session).cleanupDirectory?.({ type: "cleanupDirectory", halfMade: true });
    engine.local.forget(id);
  } catch (error) {
    engine.report.warn(asCoppiceError(error, "CLEANUP_FAILED", "clean up after the failure").message);
  }
}

/**
 * Tells the remote at once: until it knows, the Action takes the record for nobody's, and so does every other clone.
 * Of two that take it up at the same time, the one whose push comes first has it.
 */
async function tell(session: RecordSession, remote: string | undefined): Promise<void> {
  const { engine, record } = session;
  if (remote === undefined) return;
  try {
    const end = await pushJournals(engine, remote);
    if (end.kind !== "done") throw new CoppiceError("PUSH_REJECTED", `${remote} did not take the journals.`);
  } catch (error) {
    const { message } = asCoppiceError(error, "PUSH_REJECTED", "send the journals");
    engine.report.warn(
      `${message} ${record.branch} is this clone's; coppice sync tells others, who may take it up until then.`,
    );
  }
  await session.refresh();
  const rival = rivalOf(session);
  if (rival === undefined) return;
  if (session.record.owner === engine.clone) {
    await session.note({ type: "OWN", clone: rival });
    await pushJournals(engine, remote);
  }
  await giveBack(session);
  throw await branchTaken(engine, session.record);
}

/** A clone that took the record up too, and said so before us: nobody held it when we began. */
function rivalOf({ journal, engine }: RecordSession): CloneId | undefined {
  for (const { entry } of journal.entries)
    if (entry.event.type === "OWN" && entry.event.clone !== engine.clone) return entry.event.clone;
  return undefined;
}

/** What the person says of the task. Only a new record takes a title without one. */
async function noteTask(session: RecordSession, { task, title }: CreateRequest): Promise<void> {
  const { engine, record } = session;
  if (task !== undefined && task !== "") {
    const titled = title === undefined || title === "" ? {} : { title };
    await session.note({ type: "TASK", id: task, ...titled, status: "in_progress" });
  } else if (title !== undefined && title !== (record.pr?.title ?? record.title)) {
    engine.report.warn(`${record.branch} is recorded already; a title is taken only together with a task.`);
  }
}

async function setUp(session: RecordSession, { setup }: Plan): Promise<void> {
  const { engine, id, record } = session;
  const steps = setupSteps(setup);
  const { branch, status } = record;
  if (steps.length > 0) {
    if (isAtWork(status)) await runSetup(session, steps);
    else engine.report.warn(skipped(branch, status));
  }
  engine.local.clear(id, takeUpFile);
}

const isAtWork = (status: Status): boolean => status === "active" || status === "dirty";

function skipped(branch: BranchName, status: Status): string {
  const command = `coppice setup ${shellWord(branch)}`;
  return status === "conflict"
    ? `${branch} is in conflict and was not set up: ${command} does it.`
    : `${branch} is in ${status} and was not set up: ${command} does it when it is active again.`;
}

/** Whether this clone began to take the record up and was interrupted before the record was its own. */
export const isHalfTakenUp = ({ local }: Engine, { id, owner }: WorktreeRecord): boolean =>
  owner === null && local.read(id, takeUpFile) !== undefined && local.place(id) !== undefined;
