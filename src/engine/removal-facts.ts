import type { Facts } from "../lifecycle/facts.js";
import type { Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts, worktreeFacts } from "./facts.js";
import { reachableElsewhere, unpushedSubmodules } from "./reachable.js";

/** How often the person said `--force`. */
export type ForceLevel = 0 | 1 | 2;

/**
 * What decides about a removal: the worktree's facts, and whether its branch's commits exist elsewhere. What would be
 * lost beside files counts as uncommitted and is named like one: commits on a detached HEAD that no branch holds,
 * and commits of submodules that were not pushed.
 */
export async function removalFacts(
  engine: Engine,
  record: WorktreeRecord,
  force: ForceLevel,
): Promise<WorktreeFacts> {
  const gathered = await worktreeFacts(engine, record);
  const { facts } = gathered;
  const losses = await hiddenLosses(engine, gathered);
  const uncommitted =
    facts.uncommitted === undefined
      ? undefined
      : {
          files: [...losses, ...facts.uncommitted.files].slice(0, 100),
          total: facts.uncommitted.total + losses.length,
        };
  const reachable: Facts =
    facts.headOid === undefined
      ? {}
      : { reachableElsewhere: await reachableElsewhere(engine, [facts.headOid], record.branch) };
  return {
    ...gathered,
    facts: {
      ...facts,
      ...reachable,
      ...(uncommitted === undefined ? {} : { uncommitted }),
      forceLevel: force,
    },
  };
}

async function hiddenLosses(engine: Engine, { status, located }: WorktreeFacts): Promise<string[]> {
  const losses: string[] = [];
  if (status?.detached === true && status.oid !== undefined) {
    if (!(await reachableElsewhere(engine, [status.oid]))) losses.push(detachedLoss(status.oid));
  }
  if (located?.state === "intact" && located.gitDir !== undefined) {
    losses.push(
      ...(await unpushedSubmodules(engine, located.gitDir)).map((name) => `${name} (commits not pushed)`),
    );
  }
  return losses;
}

const detachedLoss = (oid: Oid): string => `HEAD (detached at ${oid.slice(0, 12)}, on no branch)`;
