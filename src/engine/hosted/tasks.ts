import type { HostedPull } from "../../forge/hosted.js";
import type { Strategy } from "../../lifecycle/events.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import type { Ledger } from "./ledger.js";
import type { Pulls, Task } from "./model.js";

/** What decisions about task branches look at: what one look found over there, without git and without a checkout. */
export interface HostedContext {
  readonly base: BranchName;
  /** Never a task, whatever a journal says; undefined: not known. */
  readonly defaultBranch?: string | undefined;
  /** Whether a branch is a task branch by its name. */
  readonly isTaskBranch: (branch: string) => boolean;
  /** Every branch over there. Without base in it, nothing counts as gone. */
  readonly heads: ReadonlyMap<BranchName, Oid>;
  readonly pulls: Pulls;
  /** Tips whose commits could not be read; left out: all could, or nobody looks at them. */
  readonly broken?: ReadonlyMap<Oid, unknown>;
  /** What the configuration says of merges, where a request says nothing. */
  readonly merge: { readonly strategy: Strategy; readonly keep: boolean };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The records that have not ended, each with its branch over there; base and the default branch are none of them. By
 * branch name.
 */
export function tasksOf(
  context: Pick<HostedContext, "base" | "defaultBranch" | "heads" | "pulls">,
  ledger: Ledger,
): Task[] {
  const pulls = openPulls(context);
  return ledger
    .live()
    .filter(({ branch }) => branch !== context.base && branch !== context.defaultBranch)
    .map((record) => ({
      record,
      branch: record.branch,
      head: context.heads.get(record.branch),
      pull: pulls.get(record.branch),
    }))
    .sort((a, b) => (a.branch < b.branch ? -1 : 1));
}

/** The open pull requests into base by the branch they come from. */
function openPulls({ base, pulls }: Pick<HostedContext, "base" | "pulls">): ReadonlyMap<string, HostedPull> {
  const found = new Map<string, HostedPull>();
  for (const pull of pulls.open ?? []) {
    if (!pull.head.fork && pull.base.branch === base) found.set(pull.head.branch, pull);
  }
  return found;
}
