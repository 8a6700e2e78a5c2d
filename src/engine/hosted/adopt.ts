import type { BranchName, Oid, RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { newOp } from "../session.js";
import { recordEnded } from "./endings.js";
import type { Ledger } from "./ledger.js";
import type { Task } from "./model.js";
import { type HostedContext, tasksOf } from "./tasks.js";

type Place = Pick<HostedContext, "base" | "defaultBranch" | "isTaskBranch" | "heads" | "now">;

/** Where a branch forked from base; undefined: it is not known. */
export type ForkOf = (head: Oid) => Promise<Oid | undefined>;

/**
 * Gives every task branch that has none a record that no clone holds: it was pushed without Coppice. A branch that only
 * stands where its ended record landed is over, and gets none (`leftoversOf`). One that moved on while its record was
 * ending gets a new one.
 * @param forkOf left out: the records do not say where their branches began
 * @returns the new records
 */
export async function adopt(context: Place, ledger: Ledger, forkOf?: ForkOf): Promise<RecordId[]> {
  await endMoved(context, ledger);
  const ended = endedByBranch(ledger);
  const adopted: RecordId[] = [];
  for (const [branch, head] of context.heads) {
    if (branch === context.base || branch === context.defaultBranch || !context.isTaskBranch(branch))
      continue;
    if (ledger.liveOf(branch) !== undefined || isOver(ended.get(branch), head, context.now)) continue;
    adopted.push(await adoptOne(context, ledger, { branch, head, fork: await forkOf?.(head) }));
  }
  return adopted;
}

/** The branch has commits that the ending of its record does not speak of. */
async function endMoved({ heads }: Place, ledger: Ledger): Promise<void> {
  for (const record of ledger.live()) {
    const head = heads.get(record.branch);
    if (isEnding(record) && head !== undefined && head !== record.landed?.headOid) {
      await recordEnded(ledger, record.id);
    }
  }
}

async function adoptOne(
  { base }: Place,
  ledger: Ledger,
  { branch, head, fork }: { readonly branch: BranchName; readonly head: Oid; readonly fork: Oid | undefined },
): Promise<RecordId> {
  const op = newOp();
  const id = await ledger.create({
    type: "CREATE",
    op,
    branch,
    base,
    baseOid: fork ?? null,
    clone: null,
    adopted: true,
    setup: { copyEnv: false, installDeps: false, runInitScript: false },
  });
  await ledger.append(id, { type: "INIT_COMPLETE", op, sha: head });
  await ledger.append(id, { type: "INIT_COMPLETE", op, sha: head });
  return id;
}

/**
 * Branches that were to be deleted and are still there, at the very commit that landed: their record ends here, or has
 * ended. Only the journal says so; whoever deletes makes sure that base has the commit.
 */
export function leftoversOf({ base, heads }: Pick<HostedContext, "base" | "heads">, ledger: Ledger): Task[] {
  const ended = endedByBranch(ledger);
  const left: Task[] = [];
  for (const [branch, head] of heads) {
    if (branch === base) continue;
    const live = ledger.liveOf(branch);
    const record = live ?? ended.get(branch);
    if (record?.landed?.headOid !== head) continue;
    const goes = live === undefined ? record.removal?.pruneBranch !== false : isEnding(record);
    if (goes) left.push({ record, branch, head, pull: undefined });
  }
  return left;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Branches of clones that a run has merged, and that ended before it came to delete them. After a day this is pruning's,
 * so that a branch that cannot be deleted is not tried for ever.
 */
export function undeletedOf(context: Omit<HostedContext, "merge">, ledger: Ledger): Task[] {
  const { base, now } = context;
  return tasksOf(context, ledger).filter(({ record, head, pull }) => {
    const { id, owner, status, request, lock, landed } = record;
    if (head === undefined || landed?.headOid !== head) return false;
    const wanted = ledger
      .entries(id)
      .flatMap(({ event }) => (event.type === "MERGE" || event.type === "RESOLVE_CONFLICT" ? [event] : []))
      .at(-1);
    return (
      owner !== null &&
      status === "active" &&
      request === null &&
      lock === null &&
      pull === undefined &&
      wanted?.headOid === head &&
      wanted.keep !== true &&
      landed.target === base &&
      landed.evidence === "merge" &&
      now - Date.parse(landed.at) < dayMs
    );
  });
}

const isEnding = ({ owner, status }: WorktreeRecord): boolean => owner === null && status === "removing";

/**
 * Whether a branch without a record that is alive needs none. A record that ended in the future, by another clock,
 * would swallow one that begins now: the two would be read as one.
 */
const isOver = (ended: WorktreeRecord | undefined, head: Oid, now: number): boolean =>
  ended !== undefined && (ended.landed?.headOid === head || Date.parse(endOf(ended)) > now);

/** The record of each branch that ended last. */
function endedByBranch(ledger: Ledger): ReadonlyMap<string, WorktreeRecord> {
  const ended = new Map<string, WorktreeRecord>();
  for (const record of ledger.records.values()) {
    if (record.status !== "removed" || record.type === "home") continue;
    const other = ended.get(record.branch);
    if (other === undefined || endOf(other) < endOf(record)) ended.set(record.branch, record);
  }
  return ended;
}

const endOf = ({ removedAt, updatedAt }: WorktreeRecord): string => removedAt ?? updatedAt;
