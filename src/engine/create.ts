import { CoppiceError } from "../lifecycle/errors.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { type Brought, type Created, make } from "./create-make.js";
import { type CreateRequest, planOf, roleFilesOf } from "./create-plan.js";
import { newDirectory } from "./directory.js";
import { hearOf, joinNews } from "./hear.js";
import { recoverSets } from "./set-undo.js";
import { requireSetupTrust } from "./setup.js";
import { isHalfTakenUp, takeUpRecord, unheldRecord } from "./take-up.js";

export type { Created } from "./create-make.js";
export type { CreateRequest } from "./create-plan.js";

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
