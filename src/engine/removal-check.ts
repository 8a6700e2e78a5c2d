import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPlainIndex } from "../git/index-flags.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { shellWord } from "../lifecycle/shell-word.js";
import { type Saved, saveCommits, saveWork } from "./archive-save.js";
import type { Engine } from "./context.js";
import { editedCopies } from "./env-copied.js";
import type { WorktreeFacts } from "./facts.js";
import { type ForceLevel, lossFacts } from "./removal-facts.js";
import type { RecordSession } from "./session.js";

export interface RemovalOptions {
  /** How often the person said `--force`. */
  readonly force: ForceLevel;
  /** The branch's tip that was decided about: the branch goes when it still stands there. */
  readonly expected?: Oid | undefined;
  /** The person said that what is nowhere else may go. Default: what the record says. */
  readonly discard?: boolean;
  /** A setup was stopped: what it left half done is no work of anybody. */
  readonly setupStopped?: boolean;
}

/**
 * Where the status tells that nothing lies there but the branch's commits, those are all there is to be saved.
 * @returns undefined: nothing would be lost
 */
export async function save(
  { engine, record }: RecordSession,
  seen: WorktreeFacts | undefined,
): Promise<Saved | undefined> {
  if (seen === undefined || !isBareOfWork(engine, record, seen)) return saveWork(engine, record);
  return record.removal?.pruneBranch === false ? undefined : saveCommits(engine, record);
}

function isBareOfWork(engine: Engine, record: WorktreeRecord, seen: WorktreeFacts): boolean {
  const { facts, status, located } = seen;
  const gitDir = located?.gitDir;
  if (status === undefined || gitDir === undefined || !status.clean || status.detached) return false;
  if (status.branch !== record.branch || status.oid !== facts.headOid) return false;
  if (facts.operationHere !== null || existsSync(join(gitDir, "config.worktree"))) return false;
  if (editedCopies(engine, record.id, located?.path ?? "").length > 0) return false;
  try {
    return isPlainIndex(readFileSync(join(gitDir, "index")), engine.repo.objectFormat);
  } catch {
    return false;
  }
}

/**
 * Looks again, just before: since the decision, somebody may have worked there, or taken it.
 * @returns what was seen
 */
export async function mayGo(
  session: RecordSession,
  options: RemovalOptions,
  force: boolean,
): Promise<WorktreeFacts> {
  const { record, engine } = session;
  const level = options.force;
  const seen = await lossFacts(engine, record, level);
  const { facts } = seen;
  const { branch } = record;
  if (facts.insideDirectory === true) {
    throw new CoppiceError("WORKTREE_IN_USE", `The command runs inside the worktree of ${branch}.`, {
      details: { branch },
      suggestedAction: `Leave it first, then coppice remove ${shellWord(branch)}.`,
    });
  }
  if (level < 2 && facts.liveLease) {
    throw new CoppiceError("WORKTREE_IN_USE", `${branch} is in use by ${facts.liveLease.holder}.`, {
      details: { branch, lease: facts.liveLease },
    });
  }
  if (level < 2 && facts.gitLock) {
    const { reason } = facts.gitLock;
    throw new CoppiceError("WORKTREE_LOCKED", `${branch} is locked${reason === null ? "" : `: ${reason}`}.`, {
      details: { branch, lock: reason === null ? {} : { reason } },
    });
  }
  if (options.expected !== undefined && facts.headOid !== undefined && facts.headOid !== options.expected) {
    throw new CoppiceError("WORKTREE_DIRTY", `${branch} has new commits by now; its worktree stays.`, {
      details: { branch, expectedOid: options.expected, actualOid: facts.headOid },
      suggestedAction: `Look at them, then coppice remove ${shellWord(branch)} again.`,
    });
  }
  if (force) return seen;
  if (facts.uncommitted === undefined) {
    throw new CoppiceError(
      "WORKTREE_REMOVAL_FAILED",
      `The status of ${branch} could not be read, so it stays.`,
    );
  }
  if (facts.uncommitted.total > 0) {
    throw new CoppiceError(
      "WORKTREE_DIRTY",
      `${branch} has uncommitted changes by now; its worktree stays.`,
      {
        details: {
          uncommittedFiles: [...facts.uncommitted.files],
          uncommittedTotal: facts.uncommitted.total,
        },
      },
    );
  }
  return seen;
}
