import { branchOfRef, readRef } from "../git/refs.js";
import type { CreateEvent } from "../journal/store.js";
import type { Facts } from "../lifecycle/facts.js";
import { type BranchName, branchRef } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import type { CreateRequest, Plan } from "./create-plan.js";
import { isFree } from "./directory.js";
import type { Place } from "./local.js";
import { newOp } from "./session.js";

/** The event with which a planned worktree begins. */
export function createEvent(engine: Engine, request: CreateRequest, plan: Plan): CreateEvent {
  return {
    type: "CREATE",
    op: newOp(),
    branch: plan.branch,
    base: plan.base.branch,
    baseOid: plan.fork,
    clone: engine.clone,
    setup: plan.setup,
    ...(plan.refs.some((ref) => ref.name === branchRef(plan.branch)) ? { adopted: true } : {}),
    ...(request.createdAt === undefined ? {} : { createdAt: request.createdAt }),
    ...optional("task", request.task),
    ...optional("title", request.title),
    ...optional("role", request.role),
    ...optional("session", request.session),
    ...optional("run", request.run),
  };
}

/** What this clone knows of a planned worktree before it is made. */
export const newPlace = (plan: Plan, path: string): Place => ({
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

/**
 * What decides whether a planned worktree can be made at a path.
 * @param records all of them, as they are now
 */
export async function createFacts(
  engine: Engine,
  request: CreateRequest,
  plan: Plan,
  path: string,
  records: readonly WorktreeRecord[],
): Promise<Facts> {
  const own = plan.refs.find((ref) => ref.name === branchRef(plan.branch));
  return {
    hasCommit: true,
    liveRecord: false,
    // Since it was planned, somebody may have made it.
    branchExists: own !== undefined || (await readRef(engine.repo, branchRef(plan.branch))) !== undefined,
    adopt: request.adopt === true,
    branchBlockedBy: (await blockingBranch(engine, plan)) ?? (await blockingRecord(engine, plan, records)),
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

/** A branch that is about to be made stands in the way like one that is there, and one may have come since the plan. */
async function blockingRecord(
  engine: Engine,
  { branch }: Plan,
  records: readonly WorktreeRecord[],
): Promise<BranchName | null> {
  for (const one of records) {
    const isBelow = one.branch.startsWith(`${branch}/`);
    if (one.status === "removed" || !(isBelow || branch.startsWith(`${one.branch}/`))) continue;
    if (one.status === "creating" && one.op?.clone === engine.clone) return one.branch;
    if (isBelow && (await readRef(engine.repo, branchRef(one.branch))) !== undefined) return one.branch;
  }
  return null;
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const result: { [P in K]?: string } = {};
  if (value !== undefined && value !== "") result[key] = value;
  return result;
}
