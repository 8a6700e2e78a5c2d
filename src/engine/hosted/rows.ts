import type { Ledger } from "./ledger.js";
import type { Outcome, Row, Task } from "./model.js";

/** What a row says beside what the task tells by itself. */
export type Told = Partial<Omit<Row, "branch" | "id" | "before" | "outcome">>;

/**
 * The row of a task. What is not told is what the task was when it was read; the state after is the ledger's.
 * @param ledger left out: nothing was journaled
 */
export function rowOf(task: Task, outcome: Outcome, told: Told = {}, ledger?: Ledger): Row {
  const { record, branch, head, pull } = task;
  const now = ledger?.get(record.id) ?? record;
  const pr = pull ?? now.pr;
  return {
    branch,
    id: record.id,
    before: record.status,
    after: now.status,
    outcome,
    head: head ?? null,
    mergeOid: null,
    evidence: null,
    reason: null,
    pr: pr === null ? null : { number: pr.number, url: pr.url },
    files: [],
    filesTotal: told.files?.length ?? 0,
    branchDeleted: false,
    restore: null,
    ...told,
  };
}
