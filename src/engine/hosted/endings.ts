import { match } from "ts-pattern";
import type { CoppiceError } from "../../lifecycle/errors.js";
import type { LifecycleEventInput, PruneReason } from "../../lifecycle/events.js";
import type { Facts } from "../../lifecycle/facts.js";
import type { OpId, RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { newOp } from "../session.js";
import type { Ledger } from "./ledger.js";

/*
 * How records end that no clone holds. What a clone holds ends when its owner cleans up; nothing here touches it.
 */

/**
 * Opens the removal of a record that no clone holds, before its branch is deleted; `recordEnded` closes it after.
 * @param facts of the guard: by which evidence a prune is due
 * @returns whether it is `removing` now; false: it is a clone's, or something forbids it, which `ledger.refusal` says
 */
export async function beginPrune(
  ledger: Ledger,
  id: RecordId,
  reason: PruneReason,
  facts: Pick<Facts, "stale" | "orphaned" | "completed" | "forceLevel">,
): Promise<boolean> {
  if (ledger.get(id).owner !== null) return false;
  await bringToRest(ledger, id);
  const due: Facts = { ...facts, neverPruned: null };
  return match(ledger.get(id).status)
    .with("removing", () => true)
    .with("active", async () => {
      const after = await ledger.append(id, { type: "PRUNE", op: newOp(), reason }, due);
      return after?.status === "removing";
    })
    .with("conflict", "dirty", async () => {
      // PRUNE is valid in `active` alone. No directory is there that could hold anything.
      const gone: Facts = { ...due, branchExists: false };
      const after = await ledger.append(id, { type: "REMOVE", op: newOp(), force: true }, gone);
      return after?.status === "removing";
    })
    .with("creating", "initializing", "committing", "merging", "removed", "error", () => false)
    .exhaustive();
}

/**
 * Ends a record that no clone holds, whose branch is gone over there or has work that is another record's.
 * @returns whether it is `removed` now
 */
export async function recordEnded(ledger: Ledger, id: RecordId): Promise<boolean> {
  const { owner, status } = ledger.get(id);
  if (owner !== null) return false;
  if (status === "removed") return true;
  // Whoever deleted the branch did not ask for the lock.
  await beginPrune(ledger, id, "branch_deleted", { orphaned: true, forceLevel: 2 });
  const record = ledger.get(id);
  if (record.status === "error") {
    const gone: Facts = { branchExists: false, forceLevel: 2 };
    await ledger.append(id, { type: "REMOVE", op: newOp(), force: false }, gone);
  } else if (record.status === "removing" && record.op !== null) {
    await ledger.append(id, { type: "INIT_COMPLETE", op: record.op.id });
  }
  return ledger.get(id).status === "removed";
}

/** Journals that the branch of a record that is `removing` could not be deleted, so that not every run tries again. */
export async function recordNotDeleted(ledger: Ledger, id: RecordId, error: CoppiceError): Promise<void> {
  const { owner, status, op } = ledger.get(id);
  if (owner !== null || status !== "removing" || op === null) return;
  await ledger.append(id, {
    type: "ERROR",
    op: op.id,
    code: error.code,
    message: error.message || error.code,
    details: error.details,
    operation: "remove",
    recoverable: error.recoverable,
  });
}

/**
 * Brings a record that no clone holds out of a state in which nothing can be done with it. Whatever CI does is one push,
 * so an operation that is open in the journal has done nothing: a beginning is completed, a merge given up, a commit
 * never was. There is no directory that could be dirty.
 */
export async function bringToRest(ledger: Ledger, id: RecordId): Promise<void> {
  for (let record = ledger.get(id); record.owner === null; record = ledger.get(id)) {
    const event = restEvent(record);
    if (event === undefined || (await ledger.append(id, event)) === undefined) return;
  }
}

function restEvent({ status, op, lastError }: WorktreeRecord): LifecycleEventInput | undefined {
  return match(status)
    .returnType<LifecycleEventInput | undefined>()
    .with("creating", "initializing", () => (op === null ? undefined : { type: "INIT_COMPLETE", op: op.id }))
    .with("dirty", () => ({ type: "DISCARD" }))
    .with("committing", () => (op === null ? undefined : interruption(op.id)))
    .with("merging", () => ({ type: "ABORT_MERGE", reason: "the run that made it has ended" }))
    .with("error", () =>
      lastError?.operation === "merge" ||
      lastError?.operation === "resolve" ||
      lastError?.operation === "commit"
        ? { type: "RETRY", op: newOp(), operation: lastError.operation }
        : undefined,
    )
    .with("active", "conflict", "removing", "removed", () => undefined)
    .exhaustive();
}

const interruption = (op: OpId): LifecycleEventInput => ({
  type: "ERROR",
  op,
  code: "INTERRUPTED",
  message: "The operation was interrupted.",
  operation: "commit",
  recoverable: true,
});
