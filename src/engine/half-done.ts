import { readRef } from "../git/refs.js";
import { fold } from "../journal/fold.js";
import type { Journal } from "../journal/store.js";
import { branchRef, type Oid, type RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { commitsSince } from "./observe.js";
import { tryRecordLock } from "./record-lock.js";
import { RecordSession } from "./session.js";

/* What a process leaves that was killed while it turned observations into entries: what it told of has happened. */

/** Whether a process that adopted the worktree ended, or failed, before it was done. */
export function isHalfAdopted({ record, entries }: Journal): boolean {
  if (entries[0]?.entry.by.door !== "hook" || record === null) return false;
  const failed = record.status === "error" ? record.lastError?.operation : undefined;
  return (
    record.status === "creating" ||
    record.status === "initializing" ||
    failed === "create" ||
    failed === "init"
  );
}

/**
 * A flusher that was killed between a COMMIT and its completion leaves a commit that seems to run: the commit had been
 * made before either was written.
 */
export async function finishHalfCommit(engine: Engine, id: RecordId): Promise<void> {
  if (!isHalfCommitted(engine, await engine.journal.read(id))) return;
  const lock = tryRecordLock(engine, id, "read what hooks saw");
  if ("heldBy" in lock) return;
  try {
    const session = await RecordSession.watch(engine, id);
    const { op, headOid, branch } = session.record;
    const tip = await readRef(engine.repo, branchRef(branch));
    if (op === null || tip === undefined || !isHalfCommitted(engine, session.journal)) return;
    const made = headOid === null ? [] : await commitsSince(engine, headOid, tip);
    await session.observed({ type: "INIT_COMPLETE", op: op.id, sha: made.at(-1)?.oid ?? tip });
  } finally {
    lock.release();
  }
}

function isHalfCommitted(engine: Engine, found: Journal | undefined): boolean {
  if (found?.record?.status !== "committing" || found.record.op?.clone !== engine.clone) return false;
  return found.entries.findLast(({ entry }) => entry.event.type === "COMMIT")?.entry.by.door === "hook";
}

/**
 * Where the branch stood when its last commit was begun, by a command or by somebody whose commit was only told of: where
 * it stands elsewhere since, that commit was made, or another.
 * @returns null: nobody knows
 */
export function headBeforeCommit({ id, entries }: Journal): Oid | null {
  const at = entries.findLastIndex(({ entry, superseded }) => entry.event.type === "COMMIT" && !superseded);
  const lines = entries.slice(0, Math.max(0, at)).map(({ line, pending }) => ({ text: line, pending }));
  return fold(id, lines).record?.headOid ?? null;
}
