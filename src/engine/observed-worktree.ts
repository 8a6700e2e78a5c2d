import { isTaskBranch } from "../config/task-branches.js";
import { operationInProgress } from "../git/operations.js";
import { branchOfRef } from "../git/refs.js";
import type { Journal } from "../journal/store.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, type Oid, oidSchema, type RecordId } from "../lifecycle/ids.js";
import { stateProperties } from "../lifecycle/states.js";
import { headBranch } from "./base.js";
import type { Engine } from "./context.js";
import { readStatus } from "./facts.js";
import { finishHalfCommit, isHalfAdopted } from "./half-done.js";
import type { HookObservation, ObservedPlace } from "./observation-files.js";
import { journalCommits, journalObservation } from "./observe.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";
import type { RecordSession } from "./session.js";

/**
 * Journals what hooks saw in a linked worktree. One on a task branch that has no record yet is adopted.
 * @returns "waits" while somebody works on the record
 */
export async function journalHooks(
  engine: Engine,
  place: ObservedPlace,
  observations: readonly HookObservation[],
): Promise<"done" | "waits"> {
  // The person is in the middle of it; at the end of a rebase post-rewrite tells.
  if (await isRebasing(engine, place)) return "done";
  const id = await recordAt(engine, place, observations);
  if (id === undefined) return "done";
  if (id === "waits" || recordLockHolder(engine, id) !== undefined) return "waits";
  await finishHalfCommit(engine, id);
  try {
    await withRecord(engine, id, "read what hooks saw", (session) => journal(session, place, observations));
    return "done";
  } catch (error) {
    const refused = error instanceof CoppiceError && error.code === "INVALID_STATE";
    if (refused && recordLockHolder(engine, id) !== undefined) return "waits";
    throw error;
  }
}

async function isRebasing(engine: Engine, { gitDir }: ObservedPlace): Promise<boolean> {
  if ((await operationInProgress(engine.repo, gitDir)) !== "rebase") return false;
  // git runs post-rewrite a moment before it forgets the rebase; HEAD is back on the branch then.
  return (await headBranch(engine.repo, gitDir)) === undefined;
}

/** The record of a worktree, adopted when need be; undefined: it is none of ours. */
async function recordAt(
  engine: Engine,
  place: ObservedPlace,
  observations: readonly HookObservation[],
): Promise<RecordId | "waits" | undefined> {
  const marked = engine.local.markOf(place.gitDir);
  if (marked !== undefined) {
    const known = await engine.journal.read(marked);
    if (known === undefined) return undefined;
    if (isOurs(engine, known)) {
      if (!isHalfAdopted(known)) return known.id;
      const { finishAdoption } = await import("./adopt.js");
      return finishAdoption(engine, known, observations);
    }
    // Whoever took the record up here ended before it was this clone's; or it was joined with an older one of nobody's.
    if (known.record?.owner !== null || known.record.status === "removed") return undefined;
  }
  const branch = await headBranch(engine.repo, place.gitDir);
  if (branch === undefined || !isTaskBranch(engine.config, branch)) return undefined;
  const { adoptWorktree } = await import("./adopt.js");
  return adoptWorktree(engine, place, branch, observations);
}

const isOurs = (engine: Engine, { record }: Journal): boolean =>
  record !== null &&
  record.owner === engine.clone &&
  record.status !== "removed" &&
  record.type === "worktree";

async function journal(
  session: RecordSession,
  place: ObservedPlace,
  observations: readonly HookObservation[],
): Promise<void> {
  if (stateProperties(session.record.status).isTransient) return;
  for (const observation of observations) await replay(session, observation);
  await journalObservation(session, await readStatus(session.engine, place.path, place.gitDir));
}

/**
 * Tells what one hook saw, at the commit that it saw: when the entries are written, the branch may have moved on. What
 * the journal tells already is not told again.
 */
async function replay(session: RecordSession, observation: HookObservation): Promise<void> {
  const { hook, headRef, args } = observation;
  const branch = headRef === undefined ? undefined : branchOfRef(headRef);
  const oid = observation.oid ?? (hook === "post-checkout" ? oidOf(args[1]) : undefined);
  if (branch === undefined || oid === undefined) return;
  if ((await session.engine.repo.objects().resolve(`${oid}^{commit}`)) !== oid) return;
  if (hook === "post-checkout") {
    if (args[2] === "1" && branch !== branchThere(session))
      await session.observed({ type: "HEAD", oid, branch });
    return;
  }
  const { record } = session;
  if (branch !== record.branch || oid === record.headOid || isTold(session, oid)) return;
  if (hook === "post-commit") await journalCommits(session, branch, oid);
  else await session.observed({ type: "HEAD", oid, branch });
}

const oidOf = (text: string | undefined): Oid | undefined => {
  const oid = oidSchema.safeParse(text);
  return oid.success ? oid.data : undefined;
};

/** The branch that was last said to be checked out. */
function branchThere({ journal: { entries }, record }: RecordSession): BranchName {
  const told = entries.findLast(({ entry }) => entry.event.type === "HEAD")?.entry.event;
  return told?.type === "HEAD" ? told.branch : record.branch;
}

/** Whether the journal tells of a commit: as one that was made, or as the place of HEAD. */
const isTold = (session: RecordSession, oid: Oid): boolean =>
  session.journal.entries.some(({ entry: { event } }) =>
    event.type === "HEAD" ? event.oid === oid : event.type === "INIT_COMPLETE" && event.sha === oid,
  );
