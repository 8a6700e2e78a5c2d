import type { BranchRules, ForgeSettings, HostedForge, HostedPull } from "../../forge/hosted.js";
import type { DraftStore } from "../../journal/draft.js";
import type { ConflictFile, CoppiceError } from "../../lifecycle/errors.js";
import type { Strategy } from "../../lifecycle/events.js";
import type { BranchName, Oid, RecordId } from "../../lifecycle/ids.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import type { Status } from "../../lifecycle/states.js";
import type { Engine } from "../context.js";
import type { HostedRemote } from "./remote.js";

export const mergeWhens = ["submitted", "approved", "checks-pass", "always"] as const;
export type MergeWhen = (typeof mergeWhens)[number];
export const mergeOrders = ["age", "least-conflict"] as const;
export type MergeOrderName = (typeof mergeOrders)[number];

/** What a run was asked for beside what the configuration says. Times are those of config `prune`. */
export interface HostedSettings {
  readonly mergeWhen: MergeWhen;
  readonly order: MergeOrderName;
  /** At most so many branches are merged in one run; the rest waits for the next. */
  readonly maxMerges: number;
  readonly requireSubmit: boolean;
  readonly prune: boolean;
  readonly dryRun: boolean;
  readonly conflictLabel: string;
}

/** One run over a repository on a forge: from a checkout, on the journals of the remote. */
export interface HostedRun {
  /** `config` is that of base's tree with the inputs over it; `config.base` is set. `journal` is `draft`. */
  readonly engine: Engine;
  readonly draft: DraftStore;
  readonly remote: HostedRemote;
  readonly forge: HostedForge;
  readonly settings: HostedSettings;
  readonly base: BranchName;
  /** Where a person can read about this run; stands in statuses and comments. */
  readonly runUrl: string | undefined;
  /** Waits so many milliseconds; ends early when the run is interrupted. */
  readonly pause: (ms: number) => Promise<void>;
}

/** What one look found over there. */
export interface HostedState {
  /** Every branch of the remote whose name git takes. */
  readonly heads: ReadonlyMap<BranchName, Oid>;
  readonly baseTip: Oid;
  /** The commit of the notes ref; undefined: there is none yet. */
  readonly notesTip: Oid | undefined;
  readonly pulls: Pulls;
  readonly rules: BranchRules | undefined;
  readonly forge: ForgeSettings | undefined;
  /** What could not be read, one sentence each: whatever depends on it stays as it is. */
  readonly gaps: readonly string[];
  /** Commits of branches that could not be read, or not with all of their history: such a branch stays as it is. */
  readonly broken: ReadonlyMap<Oid, CoppiceError>;
}

/** Pull requests of the repository itself; those of forks are left out. */
export interface Pulls {
  /** Undefined: they could not be read. */
  readonly open: readonly HostedPull[] | undefined;
  readonly closed: readonly HostedPull[];
  /** Whether `closed` is all there are. */
  readonly complete: boolean;
}

/** A live record and its branch over there. */
export interface Task {
  readonly record: WorktreeRecord;
  readonly branch: BranchName;
  /** Undefined: the branch is gone. */
  readonly head: Oid | undefined;
  /** The open pull request from the branch into base; undefined: none, or unknown (`Pulls.open`). */
  readonly pull: HostedPull | undefined;
}

/** A task that is to be merged now. */
export interface Candidate {
  readonly task: Task;
  readonly head: Oid;
  readonly strategy: Strategy;
  readonly keep: boolean;
  /** The request's time, else the record's; the older goes first. */
  readonly since: string;
  /** Base is protected, and others have approved this very commit, or its checks have passed. */
  readonly approved?: boolean;
}

/** What became of one branch in one run. */
export type Outcome =
  | "merged"
  | "conflicted"
  | "already-landed"
  | "refused"
  /** It, or base, moved meanwhile; the next run looks at it again. */
  | "raced"
  /** It is not ready: no request, no approval, a draft ... */
  | "waiting"
  /** A pull request was opened or updated because base takes no push. */
  | "proposed"
  /** Somebody merged its pull request, closed it, or deleted the branch: that was recorded. */
  | "reconciled"
  | "pruned"
  | "kept"
  /** Marked as stale; it goes when the grace is over. */
  | "marked";

/** A row of the outputs and of the summary. */
export interface Row {
  readonly branch: string;
  readonly id: RecordId | null;
  /** States of the record before and after the run. */
  readonly before: Status | null;
  readonly after: Status | null;
  readonly outcome: Outcome;
  /** The commit that was looked at. */
  readonly head: Oid | null;
  readonly mergeOid: Oid | null;
  /** How it is known that base has the work: merge, ancestor, patch-id, tree, pull-request. */
  readonly evidence: string | null;
  /** Why, as a sentence without a full stop; null where the outcome says it. */
  readonly reason: string | null;
  readonly pr: { readonly number: number; readonly url: string } | null;
  readonly files: readonly ConflictFile[];
  /** How many files conflict, of which `files` may be the first. */
  readonly filesTotal: number;
  /** The branch is gone over there, by this run or before. */
  readonly branchDeleted: boolean;
  /** What brings a deleted branch back, for plain git. */
  readonly restore: string | null;
}

/** What a run did. Attempted is never told as done. */
export interface Report {
  readonly operation: "merge" | "prune" | "sync" | "check";
  readonly dryRun: boolean;
  readonly rows: readonly Row[];
  /** What a person should know, a sentence each. */
  readonly warnings: readonly string[];
  /** What went wrong and concerns no single branch. A run with one fails. */
  readonly problems: readonly CoppiceError[];
  /** How many pushes and requests it took. */
  readonly pushes: number;
  readonly requests: number;
}
