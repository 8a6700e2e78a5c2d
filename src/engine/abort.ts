import { join } from "node:path";
import { decodePaths, displayPath, encodePath } from "../git/paths.js";
import { readRef } from "../git/refs.js";
import { diskProblem } from "../git/write-probe.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import { branchRef } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Status } from "../lifecycle/states.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { findLanded } from "./merge-landed.js";
import { absence, locate } from "./place.js";
import { takeOver, withRecord } from "./protocol.js";
import { putBaseBack } from "./put-base-back.js";
import { preferringBaseLock, recordLockHolder } from "./record-lock.js";
import { isHalfAborted, type Resolution, resolutionFile } from "./resolution.js";
import { keepWork } from "./resolve-keep.js";
import { gitAt, isOurs, mergeHead, standingAt, takenOut, type Workplace } from "./resolve-state.js";
import { takeBackHalfBegun } from "./resolve-take-back.js";
import { newOp, type RecordSession } from "./session.js";
import { stopCommand, stopHolder } from "./stop.js";
import { removeLeftovers } from "./verify.js";

/**
 * Gives up a merge that runs, was interrupted, or conflicts. Only what Coppice began in the task's worktree is undone;
 * a person's own merge, and a resolution that was committed, stay.
 * @throws INVALID_STATE where there is no merge to give up, ABORT_FAILED
 */
export async function abort(
  engine: Engine,
  name: string | undefined,
  reason?: string,
): Promise<WorktreeRecord> {
  const record = await findRecord(engine, name);
  const event = { type: "ABORT_MERGE", ...(reason === undefined ? {} : { reason }) } as const;
  const runs = record.status === "merging" && record.op?.clone === engine.clone;
  if (runs && recordLockHolder(engine, record.id) !== undefined) {
    return preferringBaseLock(engine, () => abortRunning(engine, record, event));
  }
  return withRecord(engine, record.id, "abort", async (session) => {
    if (isHalfAborted(engine, session.record) || (await leaveInterruption(session)) === "active") {
      await undo(session);
      return session.record;
    }
    await session.run(await session.open(event, {}), { abortMerge: () => undo(session) });
    return session.record;
  });
}

/** The caller holds the lock of base, if it could be had: then base does not move any more. */
function abortRunning(
  engine: Engine,
  record: WorktreeRecord,
  event: LifecycleEventInput,
): Promise<WorktreeRecord> {
  return takeOver(engine, record.id, {
    purpose: "abort",
    open: async (outside) => {
      await refuseLanded(engine, outside.record, "is merged already");
      return { event, facts: {} };
    },
    stop: () => stopHolder(engine, record.id),
    runners: (session) => ({
      abortMerge: async () => {
        await undo(session);
        await tellLate(session, record);
      },
    }),
  });
}

/** A git that held the lock of base for long may have moved it all the same. */
async function tellLate(session: RecordSession, { merge }: WorktreeRecord): Promise<void> {
  const { engine, record } = session;
  const landed = await findLanded(engine, { ...record, merge });
  if (landed === undefined) return;
  const { target, head, mergeOid } = landed;
  const how = merge?.strategy === "merge" ? "ancestor" : "tree";
  const carried = mergeOid === null ? {} : { mergeOid };
  await session.note({ type: "LANDED", target, headOid: head, evidence: how, ...carried });
  throw new CoppiceError("INVALID_STATE", `${record.branch} was merged before it could be aborted.`, {
    details: { branch: record.branch, base: target, state: record.status },
    suggestedAction: `coppice remove ${shellWord(record.branch)}, or go on there.`,
  });
}

/**
 * A merge whose process has died is in `error` by now. Going back from there without a new try gives it up; from an
 * interrupted resolution that leads to the conflict, which is then aborted.
 * @returns the state after that; undefined when there was no such interruption
 * @throws INVALID_STATE when the interrupted merge had landed
 */
async function leaveInterruption(session: RecordSession): Promise<Status | undefined> {
  const { engine, record } = session;
  const error = record.lastError;
  const merging = error?.operation === "merge" || error?.operation === "resolve";
  if (record.status !== "error" || error?.code !== "INTERRUPTED" || !merging) return undefined;
  await refuseLanded(engine, record, "was merged before its process ended");
  await putBaseBack(engine, record);
  await session.open({ type: "RETRY", op: newOp(), operation: error.operation, run: false }, {});
  return session.record.status;
}

/** What base has is no merge to give up any more. */
async function refuseLanded(engine: Engine, record: WorktreeRecord, how: string): Promise<void> {
  const landed = await findLanded(engine, record);
  if (landed === undefined) return;
  const branch = shellWord(record.branch);
  throw new CoppiceError("INVALID_STATE", `${record.branch} ${how}: ${landed.target} has it.`, {
    details: { branch: record.branch, base: landed.target, state: record.status },
    suggestedAction:
      record.status === "merging"
        ? `Wait until coppice show ${branch} tells that the merge has ended.`
        : `coppice retry ${branch} completes it.`,
  });
}

/** Undoes what is left of a merge: the verify worktree, and our own merge of base in the task's worktree. */
async function undo(session: RecordSession): Promise<void> {
  const { engine, record, id } = session;
  await stopCommand(engine, id);
  await removeLeftovers(engine, record);
  const memory = engine.local.read(id, resolutionFile);
  const located = locate(engine, id);
  if (memory === undefined || located?.state !== "intact" || located.gitDir === undefined) {
    if (memory !== undefined) {
      engine.report.warn(
        `The worktree of ${record.branch} ${absence(engine, record, located)}. If it comes back, git merge --abort there gives up what was begun.`,
      );
    }
    engine.local.clear(id, resolutionFile);
    return;
  }
  const place: Workplace = { path: located.path, gitDir: located.gitDir };
  if (memory.tree === null) return takeBackHalfBegun(session, place);
  const head = await readRef(engine.repo, branchRef(record.branch));
  if (isOurs(memory, place, head)) {
    await keepWork(session, place, memory.tree, "the merge was aborted");
    let problem = await abortMerge(session, place, memory);
    if (problem !== undefined && (await stageEdits(engine, place)))
      problem = await abortMerge(session, place, memory);
    if (problem !== undefined) throw problem;
  }
  engine.local.clear(id, resolutionFile);
}

/** @returns why the merge is still going on */
async function abortMerge(
  { engine, record, id }: RecordSession,
  place: Workplace,
  memory: Resolution,
): Promise<CoppiceError | undefined> {
  // git writes files, too: what it has written of them when it ends early is taken back as a half-begun merge is.
  engine.local.write(id, resolutionFile, { ...memory, tree: null });
  // git goes by the times in the index, which are not those of a side that was written.
  await gitAt(engine, place, ["update-index", "-q", "--refresh"], { codes: "any" });
  const { code, stderr } = await gitAt(engine, place, ["merge", "--abort"], { codes: "any" });
  if (code === 0 && mergeHead(place) === undefined) return undefined;
  engine.local.write(id, resolutionFile, memory);
  const failed = `git could not abort the merge in the worktree of ${record.branch}.`;
  const folders = (await undone(engine, place)).filter((path) => isFolder(place, path)).map(displayPath);
  const details = {
    branch: record.branch,
    exitCode: code,
    output: stderr.slice(-16_384),
    ...(folders.length === 0 ? {} : { files: folders.slice(0, 100) }),
  };
  const way =
    folders.length === 0
      ? {}
      : {
          suggestedAction: `Move away what stands in the place of ${folders.slice(0, 3).join(", ")}, then coppice abort ${shellWord(record.branch)}.`,
        };
  return (
    (await diskProblem(place.gitDir, stderr)) ?? new CoppiceError("ABORT_FAILED", failed, { details, ...way })
  );
}

const namesOf = async (engine: Engine, place: Workplace, args: readonly string[]): Promise<string[]> =>
  decodePaths((await gitAt(engine, place, [...args, "-z", "--name-only"])).stdout);

/** What git gives the task's version again when it aborts. */
const undone = (engine: Engine, place: Workplace): Promise<string[]> =>
  namesOf(engine, place, ["diff-index", "--cached", "HEAD"]);

/** Whether a folder, and no repository, stands at a path. */
const isFolder = (place: Workplace, path: string): boolean =>
  standingAt(join(place.path, path))?.isDirectory() === true &&
  standingAt(join(place.path, path, ".git")) === undefined;

/**
 * git does not give up a file that was edited after a side of it had been taken, nor one that was made anew after it had
 * been deleted. Its edit is kept by now, so the index may have it.
 * @returns whether there was one
 */
async function stageEdits(engine: Engine, place: Workplace): Promise<boolean> {
  const changed = await namesOf(engine, place, ["diff-files"]);
  const edited = new Set([...changed, ...(await takenOut(engine, place))]);
  const paths = (await undone(engine, place)).filter((path) => edited.has(path) && !isFolder(place, path));
  if (paths.length === 0) return false;
  const stdin = encodePath(paths.map((path) => `${path}\0`).join(""));
  await gitAt(engine, place, ["update-index", "--add", "--remove", "-z", "--stdin"], { stdin });
  return true;
}
