import { lockWorktree, unlockWorktree } from "../git/worktrees.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import type { Engine } from "./context.js";
import { findRecord } from "./find.js";
import { gitLock, holdLock, liveLease } from "./lease.js";
import { locate, present } from "./place.js";
import { withRecord } from "./protocol.js";

/**
 * Locks a worktree: git's own lock, and LOCK. It is not removed, pruned or taken away after a merge then.
 * @throws WORKTREE_LOCKED when it is locked already, WORKTREE_IN_USE while a lease holds git's lock, NO_WORKTREE,
 *   WORKTREE_NOT_FOUND, INVALID_STATE
 */
export async function lock(
  engine: Engine,
  name: string | undefined,
  reason?: string,
): Promise<WorktreeRecord> {
  const { id } = await findRecord(engine, name);
  return withRecord(engine, id, "lock", async (session) => {
    const { record } = session;
    const { gitDir } = present(engine, record);
    if (record.lock !== null) throw lockedAlready(record, record.lock.reason);
    const lease = liveLease(engine, record);
    // A lease holds git's one lock; ours is then in the journal alone, which removal honours as well.
    if (lease === null) {
      const held = gitLock(gitDir, null);
      if (held !== null) throw lockedAlready(record, held.reason);
      unlockWorktree({ gitDir, main: false });
      lockWorktree({ gitDir, main: false }, reason ?? "");
    }
    return session.note({ type: "LOCK", ...(reason === undefined || reason === "" ? {} : { reason }) });
  });
}

/**
 * Takes the lock away, git's and the journal's, whoever set it. A lease's stays.
 * @throws INVALID_STATE when it is not locked, NO_WORKTREE
 */
export async function unlock(
  engine: Engine,
  name: string | undefined,
  reason?: string,
): Promise<WorktreeRecord> {
  const { id } = await findRecord(engine, name);
  return withRecord(engine, id, "unlock", async (session) => {
    const { record } = session;
    const gitDir = locate(engine, id)?.gitDir;
    const lease = liveLease(engine, record);
    // Of a lease's own lock that says nothing, whether it lives or not.
    const held = gitDir === undefined ? null : gitLock(gitDir, null);
    if (record.lock === null && held === null) {
      throw new CoppiceError("INVALID_STATE", `${record.branch} is not locked.`, {
        details: { branch: record.branch, state: record.status },
        suggestedAction: "Nothing needs to be done.",
      });
    }
    if (gitDir !== undefined && held !== null) {
      unlockWorktree({ gitDir, main: false });
      if (lease !== null) holdLock(gitDir, lease.holder);
    }
    return session.note({ type: "UNLOCK", ...(reason === undefined || reason === "" ? {} : { reason }) });
  });
}

const lockedAlready = (record: WorktreeRecord, reason: string | null): CoppiceError =>
  new CoppiceError(
    "WORKTREE_LOCKED",
    `${record.branch} is locked already${reason === null ? "" : `: ${reason}`}.`,
    {
      details: { branch: record.branch, lock: reason === null ? {} : { reason } },
      suggestedAction: `coppice unlock ${shellWord(record.branch)} first.`,
    },
  );
