import { match } from "ts-pattern";
import type { GuardContext, RemovalRequirement } from "./guards.js";
import type { WorktreeRecord } from "./record.js";
import { dirtyRefusal, nameOf, type Refusal, refuse, withFiles } from "./refusal.js";
import { shellWord } from "./shell-word.js";

/**
 * A refusal of a removal for what lies in the worktree, which one `--force` lifts. Where a process or a person holds the
 * worktree as well, that is named with it: only `--force` twice lifts both.
 * @param way what leads on instead of force, and how its hint ends
 */
export function namingHolders(
  refusal: Refusal,
  { record, facts }: Pick<GuardContext, "facts"> & { readonly record: WorktreeRecord },
  { first, end }: { readonly first: string; readonly end: string },
): Refusal {
  const lease = facts.liveLease ?? undefined;
  // A live lease is what holds git's lock then; whose else it may be, force twice lifts it too.
  const lock = record.lock ?? (lease === undefined ? facts.gitLock : null) ?? undefined;
  const held = [
    ...(lease === undefined ? [] : [`in use by ${lease.holder}`]),
    ...(lock === undefined ? [] : [`locked${reasonOf(lock)}`]),
  ].join(", and ");
  if (held === "") return { ...refusal, suggestedAction: `${first}, or give --force${end}.` };
  const steps = [
    first,
    ...(lease === undefined ? [] : ["wait until the process that uses it has ended"]),
    ...(lock === undefined ? [] : [`coppice unlock ${shellWord(record.branch)}`]),
  ].join(", then ");
  return {
    ...refusal,
    message: `${refusal.message}. It is also ${held}`,
    details: {
      ...refusal.details,
      ...(lease === undefined ? {} : { lease: { until: lease.until, holder: lease.holder } }),
      ...(lock === undefined ? {} : { lock: lock.reason === null ? {} : { reason: lock.reason } }),
    },
    suggestedAction: `${steps}; or give --force twice${end}.`,
  };
}

const reasonOf = ({ reason }: { readonly reason: string | null }): string =>
  reason === null || reason === "" ? "" : `: ${reason}`;

/** Why a worktree is not removed or pruned. */
export function removalRefusal(requirement: RemovalRequirement, context: GuardContext): Refusal {
  const { record, facts } = context;
  const name = nameOf(record);
  const branch = record === null ? {} : { branch: record.branch };
  return match(requirement)
    .returnType<Refusal>()
    .with("owned", () =>
      refuse(
        "INVALID_STATE",
        `${name} belongs to another clone; only the clone that holds its directory removes it`,
        branch,
        "Run the command in the clone that made it.",
      ),
    )
    .with("notInside", () =>
      refuse(
        "INVALID_STATE",
        `${name} cannot be removed from inside its own directory`,
        branch,
        `Leave it first: cd to the main worktree, then coppice remove${record === null ? "" : ` ${shellWord(record.branch)}`}.`,
      ),
    )
    .with("notInUse", () =>
      refuse(
        "WORKTREE_IN_USE",
        `${name} is in use by ${facts.liveLease?.holder ?? "a process"}`,
        facts.liveLease
          ? { ...branch, lease: { until: facts.liveLease.until, holder: facts.liveLease.holder } }
          : branch,
        "Wait until the process that uses it has ended, or give --force twice.",
      ),
    )
    .with("notLocked", () => {
      const reason = facts.gitLock?.reason ?? record?.lock?.reason ?? null;
      return refuse("WORKTREE_LOCKED", `${name} is locked${reason === null ? "" : `: ${reason}`}`, {
        ...branch,
        lock: reason === null ? {} : { reason },
      });
    })
    .with("cleanOrForced", () =>
      dirtyRefusal(
        record,
        facts.uncommitted,
        "that work would be lost with it",
        "Commit or discard the changes, or give --force: they are archived.",
      ),
    )
    .with("restorable", () =>
      refuse(
        "WORKTREE_DIRTY",
        `${name} has ${facts.operationHere ? `a ${facts.operationHere} in progress` : "unmerged files"}, which could not be restored exactly`,
        { ...branch, ...withFiles(facts.unmerged ?? []) },
        "End it there, or give --force twice: the index and the files are archived, what is in progress is not.",
      ),
    )
    .with("commitsKept", () =>
      refuse(
        "WORKTREE_DIRTY",
        `${name} has commits that exist nowhere else; removing its branch would lose them`,
        { ...branch, reason: "commits that exist nowhere else" },
        "Merge or push it, keep the branch with --keep-branch, or give --force: they are archived.",
      ),
    )
    .with("due", () =>
      refuse(
        "INVALID_STATE",
        `${name} is neither stale nor orphaned nor completed`,
        branch,
        "coppice remove takes it away at any time.",
      ),
    )
    .with("prunable", () =>
      refuse(
        "INVALID_STATE",
        `${name} is never pruned: ${facts.neverPruned ?? "it is the main worktree"}`,
        { ...branch, reason: facts.neverPruned ?? "home" },
        "coppice remove takes it away all the same.",
      ),
    )
    .exhaustive();
}
