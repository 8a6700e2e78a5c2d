import type { PruneReason } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { decidePrune, type KeepReason, type PruneTerms, type PruneVerdict } from "../lifecycle/prune.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { isProcessInside } from "./kept.js";
import { absence } from "./place.js";
import type { LocalSubject } from "./prune-facts.js";

/** Why a worktree stays. Beside what keeps any branch: what only the clone that holds the directory can see. */
export type SkipReason =
  | KeepReason
  /** It is stale, and told so now; it goes when the grace is over. */
  | "marked"
  /** Another clone holds it, or none. */
  | "elsewhere"
  | "inside"
  /** git is in the middle of something there. */
  | "operation"
  /** HEAD is detached, or on another branch. */
  | "switched"
  | "missing"
  | "conflict"
  | "submitted"
  | "refused"
  /** Ctrl-C came first. */
  | "interrupted";

/** What becomes of a worktree. `because` is a sentence without a full stop, for people. */
export type LocalVerdict =
  | Exclude<PruneVerdict, { kind: "keep" }>
  | { readonly kind: "keep"; readonly why: SkipReason; readonly because: string }
  /** A removal that was killed is done. */
  | { readonly kind: "finish"; readonly reason: PruneReason; readonly because: string };

const keep = (why: SkipReason, because: string): LocalVerdict => ({ kind: "keep", why, because });

/**
 * Decides as for any branch, and then about what the clone sees that holds the directory.
 * @param places - where processes stand; default: as it is now
 */
export function localVerdict(
  engine: Engine,
  subject: LocalSubject,
  terms: PruneTerms,
  places?: readonly string[],
): LocalVerdict {
  const { record, busy, problem } = subject;
  if (problem !== undefined) return keep("unknown", problem);
  if (busy !== undefined) return keep("running", `another command works on it: ${busy}`);
  if (isUnfinished(subject)) {
    const reason = record.removal?.reason;
    return {
      kind: "finish",
      reason: isPruneReason(reason) ? reason : "manual",
      because: "its removal was interrupted",
    };
  }
  const verdict = decidePrune(subject.facts, terms);
  if (verdict.kind === "keep") return verdict;
  return protectedHere(engine, subject, { terms, places }, verdict) ?? verdict;
}

const isPruneReason = (reason: string | null | undefined): reason is PruneReason =>
  reason === "task_completed" || reason === "branch_deleted" || reason === "orphaned" || reason === "stale";

/** A process was killed while it removed the worktree, and the directory is gone or no longer whole. */
const isUnfinished = ({ record, observed, facts }: LocalSubject): boolean =>
  record.status === "error" &&
  !observed.present &&
  facts.lease === null &&
  record.lock === null &&
  (record.op === null
    ? record.lastError?.operation === "remove" && record.lastError.code === "INTERRUPTED"
    : record.op.name === "remove");

function protectedHere(
  engine: Engine,
  subject: LocalSubject,
  { terms, places }: { readonly terms: PruneTerms; readonly places: readonly string[] | undefined },
  due: Exclude<PruneVerdict, { kind: "keep" }>,
): LocalVerdict | undefined {
  const { record, observed, facts, operation, sight } = subject;
  if (subject.inside) return keep("inside", "the command runs inside it");
  if (operation !== undefined) return keep("operation", `a ${operation} is in progress there`);
  if (facts.head === null && observed.present && record.headOid === null)
    return keep("new", "it has no commits yet");
  if (observed.present && observed.branch !== record.branch) {
    const there = observed.detached ? "HEAD is detached" : `${observed.branch ?? "nothing"} is checked out`;
    return keep("switched", `${there} there`);
  }
  const located = sight?.located;
  const isForgotten = located === undefined || (located.state === "missing" && located.gitDir === undefined);
  if (!observed.present && facts.head !== null && !isForgotten) {
    // What git still lists may lie on a disk that is not there at the moment.
    return keep("missing", `its worktree ${absence(engine, record, located)}`);
  }
  if (record.status === "conflict" && !terms.force) {
    return keep("conflict", "its merge needs a decision");
  }
  const isStale = due.kind === "mark" || due.reason === "stale";
  if (record.request !== null && isStale) return keep("submitted", "it was submitted, and is not merged yet");
  const path = located?.path;
  if (due.kind === "prune" && observed.present && path !== undefined && isProcessInside(path, places)) {
    return keep("inside", "a process works in it");
  }
  return undefined;
}

/** The facts of the guard that only a prune has. */
export function dueFacts(reason: PruneReason, force: boolean): Facts {
  return {
    completed: reason === "task_completed",
    stale: reason === "stale",
    orphaned: reason === "orphaned" || reason === "branch_deleted",
    neverPruned: null,
    forceLevel: force ? 1 : 0,
    // What nothing else holds is archived before the branch goes.
    reachableElsewhere: true,
  };
}

/** The facts of the guard as they were seen, for saying what a prune would do. */
export function seenFacts({ facts, observed, operation, sight, inside }: LocalSubject): Facts {
  const { located, status } = sight ?? {};
  return {
    owner: true,
    insideDirectory: inside,
    liveLease: null,
    gitLock: null,
    operationHere: operation ?? null,
    ...(located === undefined || located.state === "missing" ? { directoryExists: false } : {}),
    ...(observed.present ? { directoryExists: true } : {}),
    ...(observed.uncommitted === null ? {} : { uncommitted: observed.uncommitted }),
    ...(status === undefined ? {} : { unmerged: status.unmerged }),
    ...(facts.head === null || facts.head === undefined
      ? { branchExists: false }
      : { branchExists: true, headOid: facts.head }),
  };
}

/** Whether PRUNE is valid: in any other state, and for force, it is a REMOVE. */
export const isPlainPrune = ({ status }: Pick<WorktreeRecord, "status">, { force }: PruneTerms): boolean =>
  status === "active" && !force;
