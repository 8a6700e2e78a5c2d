import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Forge } from "./forge.js";

type PullRequest = NonNullable<WorktreeRecord["pr"]>;

/** A pull request as a list of them tells it. */
export interface HostedPull extends PullRequest {
  /** GitHub's global id, which its GraphQL API wants. */
  readonly nodeId: string;
  readonly draft: boolean;
  readonly labels: readonly string[];
  readonly body: string;
  readonly head: {
    /** A name in somebody's repository: only ours has to be one that git takes. */
    readonly branch: string;
    readonly oid: Oid;
    /** True also where the fork is gone. */
    readonly fork: boolean;
  };
  readonly base: { readonly branch: string };
  /** The commit on base, of a merged one. */
  readonly mergeOid: Oid | null;
  /** RFC 3339; null while it is open. */
  readonly closedAt: string | null;
  readonly updatedAt: string;
}

export interface ForgeSettings {
  readonly defaultBranch: string;
  readonly autoMerge: boolean;
  /** The ways in which the repository lets pull requests be merged. */
  readonly methods: ReadonlySet<MergeMethod>;
}

export type MergeMethod = "merge" | "squash" | "rebase";

/** What stands between a push and a branch, by protection or by rulesets. */
export interface BranchRules {
  readonly protected: boolean;
  /** Changes have to come by a pull request, by checks, signatures or a merge queue: a plain push is refused. */
  readonly refusesPush: boolean;
  readonly mergeQueue: boolean;
  readonly requiredChecks: readonly string[];
  readonly approvals: number;
}

/** A file of a branch. */
export interface FileText {
  readonly bytes: number;
  /** Null: it is no text, or the forge does not tell all of it. */
  readonly text: string | null;
}

/** Whether something was found; undefined: it could not be found out. */
export type Known = boolean | undefined;

/** How a commit or pull request was judged by others. */
export interface Judgement {
  /** Somebody with write access approves this very commit, and nobody with write access asks for changes. */
  readonly approved: Known;
  /** `none`: no check has reported. Coppice's own status and the runs of this workflow do not count. */
  readonly checks: "success" | "failure" | "pending" | "none" | undefined;
  /** Why something of it is unknown, as the end of a sentence; absent where all is known. */
  readonly why?: string;
}

/** What is asked to be judged: a commit, with the open pull request that has it as head where there is one. */
export interface Judged {
  readonly oid: Oid;
  readonly pull?: number;
}

export type MergedPull =
  | { readonly kind: "merged"; readonly mergeOid: Oid }
  /** The head is not what was evaluated any more. */
  | { readonly kind: "moved" }
  /** Protection, conflicts, a method that is not allowed: in GitHub's words, at most 300 characters. */
  | { readonly kind: "refused"; readonly reason: string };

export type CommitState = "error" | "failure" | "pending" | "success";

/**
 * Everything that is asked of the forge about a whole repository, in bulk: a list is read in pages of 100. What is
 * asked twice in one run is answered once, until something was changed by this forge.
 *
 * Every method throws CoppiceError: PERMISSION_DENIED (a permission of the token, a setting of the repository; one
 * sentence names it), RATE_LIMITED, FETCH_FAILED, TIMEOUT, INTERRUPTED. Nothing is retried that was refused.
 */
export interface HostedForge extends Forge {
  /** How many requests were sent. */
  readonly requests: number;
  settings(): Promise<ForgeSettings>;
  /** What was read of pull requests is asked anew: a push has changed it. */
  forget(): void;
  /** All open pull requests, those of forks too. */
  openPulls(): Promise<readonly HostedPull[]>;
  /**
   * Closed and merged ones, the newest change first, until all of `wanted` are among them or `pages` were read.
   * @returns `complete`: there are no more than these
   */
  closedPulls(wanted: {
    readonly numbers: ReadonlySet<number>;
    readonly pages: number;
  }): Promise<{ readonly pulls: readonly HostedPull[]; readonly complete: boolean }>;
  /** One pull request with everything; for what lists left open. */
  pull(number: number): Promise<HostedPull>;
  rules(branch: string): Promise<BranchRules>;
  /** Files of a branch's tip by their paths from the root; what is not there, or is no file, is left out. */
  files(branch: BranchName, paths: readonly string[]): Promise<ReadonlyMap<string, FileText>>;
  /** Names of all protected branches, by protection and by rulesets as far as GitHub lists them. */
  protectedBranches(): Promise<ReadonlySet<string>>;
  /** Judgements by oid, some 50 in one request. */
  judge(judged: readonly Judged[]): Promise<ReadonlyMap<Oid, Judgement>>;
  /**
   * Those of these pull requests whose label counts: set by somebody with write access, or by whom could not be told.
   */
  labelled(pulls: readonly HostedPull[], label: string): Promise<ReadonlySet<number>>;
  /**
   * Whether it can be merged now. GitHub finds out in the background: asked again a few times, then `unknown`.
   */
  mergeable(number: number): Promise<"clean" | "conflicting" | "unknown">;
  /** Opens one, or takes the open one of the same head and base over (GitHub answers 422 then). */
  openPull(wanted: {
    readonly head: BranchName;
    readonly base: BranchName;
    readonly title: string;
    readonly body: string;
  }): Promise<{ readonly pull: HostedPull; readonly opened: boolean }>;
  updatePull(
    number: number,
    change: { readonly title?: string; readonly body?: string; readonly state?: "open" | "closed" },
  ): Promise<void>;
  /** Sets a label, which is made where the repository has none of the name. */
  addLabel(number: number, label: string): Promise<void>;
  /** Takes a label off; one that is not there is no error. */
  removeLabel(number: number, label: string): Promise<void>;
  /**
   * Writes one comment of ours, found again by `marker` (an HTML comment at its start), and edits it in place.
   * @returns false when it stood there already, word for word
   */
  comment(number: number, marker: string, body: string): Promise<boolean>;
  /** Merges by the API, only this head. */
  mergePull(number: number, wanted: { readonly sha: Oid; readonly method: MergeMethod }): Promise<MergedPull>;
  /** @returns undefined when it is set, or stood already; else why not, as the end of a sentence */
  enableAutoMerge(pull: HostedPull, method: MergeMethod): Promise<string | undefined>;
  /** @param status.description at most 140 characters */
  setStatus(
    oid: Oid,
    status: { readonly state: CommitState; readonly description: string; readonly targetUrl?: string },
  ): Promise<void>;
}
