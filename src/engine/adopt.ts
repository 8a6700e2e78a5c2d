import { realpathSync } from "node:fs";
import { join } from "node:path";
import { isAncestor } from "../git/history.js";
import { readRef } from "../git/refs.js";
import { lineIn, readRegistrations } from "../git/worktree-links.js";
import type { Journal } from "../journal/store.js";
import { CoppiceError, type ErrorCode } from "../lifecycle/errors.js";
import { type BranchName, branchRef, type Oid, oidSchema, type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { baseBranches } from "./base.js";
import type { Engine } from "./context.js";
import { adopt, type ToldOf } from "./create-make.js";
import { creationFacts, creationRunners } from "./creation.js";
import { worktreeFacts } from "./facts.js";
import { identityOf } from "./files.js";
import { recordOfBranch } from "./find.js";
import { isHalfAdopted } from "./half-done.js";
import type { HookObservation, ObservedPlace } from "./observation-files.js";
import { locate } from "./place.js";
import { withRecord } from "./protocol.js";
import { recordLockHolder } from "./record-lock.js";
import { newOp } from "./session.js";

/** Why a worktree is none of ours: nothing would change by trying again. */
export const notOurs: ReadonlySet<ErrorCode> = new Set([
  "BRANCH_CHECKED_OUT",
  "BRANCH_CREATION_FAILED",
  "INVALID_BRANCH_NAME",
  "NOT_A_REPO",
  "WORKTREE_EXISTS",
  "WORKTREE_NOT_FOUND",
]);

/**
 * Gives a worktree that plain git made of a task branch its record: a new one, or the one that the branch has without
 * a directory. Base branches and a branch that another worktree has are left alone.
 */
export async function adoptWorktree(
  engine: Engine,
  place: ObservedPlace,
  branch: BranchName,
  observations: readonly HookObservation[],
): Promise<RecordId | "waits" | undefined> {
  const tip = await readRef(engine.repo, branchRef(branch));
  if (tip === undefined || (await baseBranches(engine)).has(branch)) return undefined;
  const living = recordOfBranch((await engine.journal.records()).values(), branch);
  if (living !== undefined) return takeUp(engine, living, place, observations);
  if (isElsewhere(engine, branch, place)) return undefined;
  try {
    return await adoptUnrecorded(engine, place, branch, await startOf(engine, tip, observations));
  } catch (error) {
    if (!(error instanceof CoppiceError) || !notOurs.has(error.code)) throw error;
    engine.report.warn(`${branch} is not adopted: ${error.message}`);
    return undefined;
  }
}

/**
 * Gives a worktree whose branch has no live record a new one.
 * @param told what another tool that kept it knows of it
 * @throws as `create`; the worktree stays as it is
 */
export async function adoptUnrecorded(
  engine: Engine,
  { gitDir }: Pick<ObservedPlace, "gitDir">,
  branch: BranchName,
  start: Oid,
  told: ToldOf = {},
): Promise<RecordId> {
  await clearMark(engine, gitDir, branch);
  return (await adopt(engine, branch, start, told)).record.id;
}

/** A mark that is left of another record would hide the worktree from its new one. */
async function clearMark({ journal, local }: Engine, gitDir: string, branch: BranchName): Promise<void> {
  const mark = local.markOf(gitDir);
  if (mark === undefined) return;
  const marked = (await journal.records()).get(journal.joined.get(mark) ?? mark);
  // Another process has just adopted it.
  if (marked?.branch === branch && marked.status !== "removed") return;
  local.unmarkWorktree(gitDir, mark);
}

/** Goes on where an adoption was interrupted, or failed. */
export async function finishAdoption(
  engine: Engine,
  { id }: Pick<Journal, "id">,
  observations: readonly HookObservation[],
): Promise<RecordId | "waits"> {
  if (recordLockHolder(engine, id) !== undefined) return "waits";
  await withRecord(engine, id, "adopt", async (session) => {
    const { branch, lastError } = session.record;
    const tip = await readRef(engine.repo, branchRef(branch));
    if (lastError === null || tip === undefined) return;
    const { facts } = await worktreeFacts(engine, session.record);
    const event = { type: "RETRY" as const, op: newOp(), operation: lastError.operation, run: true };
    const effects = await session.open(event, facts);
    const runners = creationRunners(session, await startOf(engine, tip, observations));
    await session.run(effects, runners, { facts: creationFacts });
  });
  return id;
}

/** The live record of the branch gets this worktree, when it has no other. */
export async function takeUp(
  engine: Engine,
  record: WorktreeRecord,
  place: ObservedPlace,
  observations: readonly HookObservation[],
): Promise<RecordId | "waits" | undefined> {
  const { id, owner } = record;
  // What another clone holds it tells of itself; two worktrees of one branch are a matter for a person.
  if (owner !== null && owner !== engine.clone) return undefined;
  const located = owner === null ? undefined : locate(engine, id);
  if (located?.gitDir !== undefined && realpathSync(located.gitDir) !== place.gitDir) return undefined;
  if (recordLockHolder(engine, id) !== undefined) return "waits";
  const journal = await engine.journal.read(id);
  if (journal !== undefined && located?.gitDir !== undefined && isHalfAdopted(journal)) {
    return finishAdoption(engine, journal, observations);
  }
  await withRecord(engine, id, "adopt", async (session) => {
    const { path, gitDir } = place;
    const found = identityOf(path);
    const identity = found === undefined ? null : { dev: found.dev, ino: found.ino };
    engine.local.setPlace(id, { v: 1, path, identity, gitDir, found: true, branch: null });
    engine.local.markWorktree(gitDir, id);
    if (owner === null) await session.note({ type: "OWN", clone: engine.clone });
    engine.local.writeState(id, session.record);
  });
  return id;
}

/** Whether another worktree has the branch as well (`add --force`). */
const isElsewhere = ({ repo }: Engine, branch: BranchName, place: ObservedPlace): boolean =>
  readRegistrations(repo.commonDir).some(
    ({ adminDir }) =>
      adminDir !== place.gitDir && lineIn(join(adminDir, "HEAD")) === `ref: ${branchRef(branch)}`,
  );

/** Where the branch stood when the worktree was seen first, so that the commits since then are told one by one. */
async function startOf(engine: Engine, tip: Oid, [first]: readonly HookObservation[]): Promise<Oid> {
  const seen = await firstSeen(engine, first);
  return seen !== undefined && (await isAncestor(engine.repo, seen, tip)) ? seen : tip;
}

async function firstSeen(engine: Engine, first: HookObservation | undefined): Promise<Oid | undefined> {
  const told = first?.hook === "post-checkout" ? first.args[1] : first?.oid;
  const parsed = oidSchema.safeParse(told);
  const objects = engine.repo.objects();
  if (!parsed.success || (await objects.resolve(`${parsed.data}^{commit}`)) !== parsed.data) return undefined;
  if (first?.hook !== "post-commit") return parsed.data;
  return (await objects.commit(parsed.data)).parents[0] ?? parsed.data;
}
