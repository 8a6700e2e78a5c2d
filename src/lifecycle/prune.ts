import type { EventOf, PruneReason } from "./events.js";
import type { Oid } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
import { several } from "./refusal.js";
import { stateProperties } from "./states.js";

/** How it is known that base has a branch's work. */
export type Evidence = EventOf<"LANDED">["evidence"];

/** What base has of the work of one commit. Times are milliseconds since the epoch. */
export type Work =
  | {
      readonly kind: "merged";
      readonly evidence: Evidence;
      /** The commit on base that carries it, where one does. */
      readonly mergeOid: Oid | null;
      /** When base got it; null: that cannot be told. */
      readonly at: number | null;
    }
  /**
   * The commit stands on base's own line: nothing was ever committed on the branch, or base was fast-forwarded to it.
   * Only who knows the branch's past can tell these apart.
   */
  | { readonly kind: "level"; readonly at: number | null }
  | {
      readonly kind: "unmerged";
      /** Commits that base does not contain. */
      readonly commits: number;
    }
  /** `reason` completes "it is not known whether base has its work: ...". */
  | { readonly kind: "unknown"; readonly reason: string };

/** Branches that stand under somebody's protection. */
export type Guarded = "base" | "default" | "protected" | "exempt" | "no-task";

/**
 * What is known of a branch with its record, when it is asked whether both may go. Undefined: it could not be found
 * out, and keeps the branch.
 */
export interface PruneFacts {
  readonly record: WorktreeRecord;
  /** The branch's tip, which everything else here is about; null: the branch is gone. */
  readonly head: Oid | null | undefined;
  readonly work: Work;
  /** The newest sign of work, whoever saw it: milliseconds since the epoch. */
  readonly lastWork: number | undefined;
  /** When the record came to say that the task is verified. */
  readonly verifiedAt: number | undefined;
  /** Changed and untracked files; 0 where there is no directory. */
  readonly uncommitted: number | undefined;
  /** Until when somebody works here for certain; null: nobody does. */
  readonly lease: string | null | undefined;
  /** git's own lock on the worktree; that of the record stands there. */
  readonly locked: boolean | undefined;
  /** Numbers of the open pull requests that have the branch as head and as base. */
  readonly pulls: { readonly from: readonly number[]; readonly onto: readonly number[] } | undefined;
  readonly guarded: Guarded | null | undefined;
  /** The branch exists nowhere, as far as its owner and the remote can tell. */
  readonly orphaned: boolean | undefined;
  /** Whether it is judged by who cannot see the owner's directory. */
  readonly fromOutside: boolean;
}

/** When what is due. Durations are milliseconds. */
export interface PruneTerms {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly maxAge: number;
  /** Between the STALE mark and the removal. */
  readonly grace: number;
  /** Between the completion of what a clone owns and its removal. */
  readonly delay: number;
  /** What is looked for. */
  readonly filters: ReadonlySet<PruneFilter>;
  /** Lifts grace, delay and uncommitted changes, nothing else. */
  readonly force: boolean;
  /** A person named it: it is due whatever else is true. */
  readonly manual: boolean;
}

export type PruneFilter = "completed" | "orphaned" | "stale";
export const pruneFilters: ReadonlySet<PruneFilter> = new Set(["completed", "orphaned", "stale"]);

/** Why a branch stays. */
export type KeepReason =
  | "new"
  | "worked-on"
  | "delay"
  | "grace"
  | "unknown"
  | "running"
  | "leased"
  | "locked"
  | "uncommitted"
  | "in-progress"
  | "pull-request"
  | "owned"
  | Guarded;

/** What becomes of a branch. `because` is a sentence without a full stop, for people. */
export type PruneVerdict =
  | {
      readonly kind: "prune";
      readonly reason: PruneReason;
      readonly evidence: Evidence | null;
      readonly because: string;
    }
  /** It is told that it is stale, and goes when the grace is over. `lastWork`: milliseconds since the epoch. */
  | { readonly kind: "mark"; readonly lastWork: number; readonly because: string }
  | { readonly kind: "keep"; readonly why: KeepReason; readonly because: string };

type Kept = Extract<PruneVerdict, { kind: "keep" }>;
type Pruned = Extract<PruneVerdict, { kind: "prune" }>;

const keep = (why: KeepReason, because: string): Kept => ({ kind: "keep", why, because });
const prune = (reason: PruneReason, because: string, evidence: Evidence | null = null): Pruned => ({
  kind: "prune",
  reason,
  evidence,
  because,
});

/**
 * Decides whether a branch and its record go. Of several reasons the first of task_completed, branch_deleted, orphaned,
 * stale, manual is given. Whatever could not be found out keeps it.
 */
export function decidePrune(facts: PruneFacts, terms: PruneTerms): PruneVerdict {
  if (facts.head === undefined) return keep("unknown", "its tip could not be read");
  const due = dueOf(facts, terms);
  if (due.kind === "keep") return due;
  const never = neverPruned(facts, terms, due);
  // Whoever waits for a pull request should hear of it, although the branch stays as long as it is open.
  if (due.kind === "mark" && never?.why === "pull-request" && facts.pulls?.onto.length === 0) return due;
  return never ?? due;
}

/** Whether base has the commit, and its commits were the branch's own. */
export function isMerged({ record, head, work }: Pick<PruneFacts, "record" | "head" | "work">): boolean {
  return work.kind === "merged" || (work.kind === "level" && isKnownWork(record, head ?? null));
}

/** What is due by itself, before it is asked what protects the branch. */
function dueOf(facts: PruneFacts, terms: PruneTerms): PruneVerdict {
  const completed = terms.filters.has("completed") ? completion(facts, terms) : undefined;
  if (completed?.kind === "prune") return completed;
  if (facts.head === null && terms.filters.has("orphaned")) {
    return prune("branch_deleted", "its branch was deleted");
  }
  if (facts.orphaned && terms.filters.has("orphaned")) return prune("orphaned", "its branch exists nowhere");
  const fresh = isNew(facts) ? keep("new", "it has no commits of its own yet: new, not merged") : undefined;
  const stale = terms.filters.has("stale") && fresh === undefined ? staleness(facts, terms) : undefined;
  if (stale?.kind === "prune") return stale;
  if (terms.manual) return fresh ?? prune("manual", "it was named");
  // A merged one that only waits is not marked as stale on top.
  return completed ?? stale ?? fresh ?? keep("worked-on", "nothing that was looked for is true of it");
}

const isNew = (facts: PruneFacts): boolean => facts.work.kind === "level" && !isMerged(facts);

/**
 * Whether the record tells that a commit on base's line was once ahead of base: it was asked to be merged, or stood
 * beyond base when it was adopted.
 */
function isKnownWork(record: WorktreeRecord, head: Oid | null): boolean {
  // Where it was made to begin there is nothing of its own, whoever says that it has landed.
  if (head === null || isBeginning(record, head)) return false;
  const { landed, request, merge, conflict } = record;
  if ([landed, request, merge, conflict].some((one) => one?.headOid === head)) return true;
  const wasAhead = record.baseOid !== null && record.baseOid !== record.headOid;
  return record.owner === null && record.adopted && wasAhead && record.headOid === head;
}

/** Whether a branch stands where it began: nobody has committed anything on it, whatever became of base since. */
export const isBeginning = ({ adopted, baseOid }: WorktreeRecord, head: Oid): boolean =>
  !adopted && baseOid === head;

/** A landed branch with newer commits is not completed, nor one that was worked on after it was verified. Undefined: it is not. */
function completion(facts: PruneFacts, terms: PruneTerms): PruneVerdict | undefined {
  const { record, work } = facts;
  // Of a branch that is gone counts where it was seen last.
  const head = facts.head ?? record.headOid;
  const found: { readonly at: number | undefined; readonly because: string; readonly evidence?: Evidence }[] =
    [];
  const base = record.base ?? "base";
  if (record.landed !== null && record.landed.headOid === head) {
    const { at, evidence, target } = record.landed;
    found.push({ at: Date.parse(at), because: `it has landed on ${target} (${evidence})`, evidence });
  }
  if (isMerged(facts)) {
    const [at, evidence] =
      work.kind === "merged"
        ? [work.at, work.evidence]
        : [work.kind === "level" ? work.at : null, "ancestor" as const];
    found.push({ at: at ?? undefined, because: `${base} has its work (${evidence})`, evidence });
  }
  // What was verified is what has landed; newer commits are other work.
  if (isVerified(record) && !isOutrun(facts) && (record.landed === null || found.length > 0)) {
    found.push({ at: facts.verifiedAt, because: "its task is verified" });
  }
  const [first] = found;
  if (first === undefined) return undefined;
  const evidence = found.find((one) => one.evidence !== undefined)?.evidence ?? null;
  if (record.owner === null || terms.force) return prune("task_completed", first.because, evidence);
  const since = Math.min(...found.flatMap(({ at }) => (at === undefined ? [] : [at])));
  if (!Number.isFinite(since)) return keep("unknown", "it is not known since when it is completed");
  const left = since + terms.delay - terms.now;
  if (left <= 0) return prune("task_completed", first.because, evidence);
  return keep("delay", `${first.because}, and goes in ${span(left)}`);
}

const isVerified = (record: WorktreeRecord): boolean => record.task?.status === "verified";

/** Worked on since it was verified, perhaps under a name that another branch had then. */
const isOutrun = ({ verifiedAt, lastWork }: PruneFacts): boolean =>
  verifiedAt !== undefined && lastWork !== undefined && lastWork > verifiedAt;

function staleness({ record, lastWork }: PruneFacts, terms: PruneTerms): PruneVerdict {
  if (lastWork === undefined || !Number.isFinite(lastWork)) {
    return keep("unknown", "the time of its last work could not be read");
  }
  const age = terms.now - lastWork;
  if (age < terms.maxAge)
    return keep("worked-on", `it was last worked on ${age < 0 ? "just now" : `${span(age)} ago`}`);
  const because = `no work for ${span(age)}`;
  const mark = record.stale;
  // New work voids a mark, also work that no entry tells of.
  const marked = mark !== null && Date.parse(mark.lastActivity) >= lastWork ? Date.parse(mark.at) : undefined;
  if (terms.force || terms.grace <= 0) return prune("stale", because);
  if (marked === undefined) return { kind: "mark", lastWork, because };
  const left = marked + terms.grace - terms.now;
  return left <= 0
    ? prune("stale", `${because}, marked ${span(terms.now - marked)} ago`)
    : keep("grace", `${because}, marked as stale, and goes in ${span(left)}`);
}

/** The first thing that protects a branch, whatever is due; undefined: nothing does. */
function neverPruned(facts: PruneFacts, terms: PruneTerms, due: PruneVerdict): Kept | undefined {
  const { record } = facts;
  const guarded =
    facts.guarded === undefined
      ? keep("unknown", "it could not be read which branches are protected")
      : facts.guarded && keep(facts.guarded, guardedTexts[facts.guarded]);
  if (guarded) return guarded;
  if (stateProperties(record.status).isTransient)
    return keep("running", `an operation runs: ${record.status}`);
  if (facts.lease === undefined)
    return keep("unknown", "it could not be found out whether somebody works here");
  if (facts.lease !== null) return keep("leased", `somebody works here until ${facts.lease}`);
  if (record.lock !== null || facts.locked === true) return keep("locked", "it is locked");
  if (facts.locked === undefined) return keep("unknown", "it could not be found out whether it is locked");
  if (record.task?.status === "in_progress") return keep("in-progress", "its task is in progress");
  const pull = pullRequest(facts);
  if (pull !== undefined) return pull;
  if (isNew(facts)) return keep("new", "it has no commits of its own yet: new, not merged");
  if (facts.work.kind === "unknown" && facts.head !== null) {
    return keep(
      "unknown",
      `it is not known whether ${record.base ?? "base"} has its work: ${facts.work.reason}`,
    );
  }
  return uncommitted(facts, terms) ?? owned(facts, due);
}

const guardedTexts: Readonly<Record<Guarded, string>> = {
  base: "it is a base branch",
  default: "it is the default branch",
  protected: "it is protected",
  exempt: "the configuration exempts it",
  "no-task": "it is no task branch by its name",
};

function pullRequest({ pulls }: PruneFacts): Kept | undefined {
  if (pulls === undefined) return keep("unknown", "the open pull requests could not be read");
  const [from, onto] = [pulls.from[0], pulls.onto[0]];
  if (from !== undefined) return keep("pull-request", `pull request #${from} from it is open`);
  if (onto !== undefined) return keep("pull-request", `pull request #${onto} onto it is open`);
  return undefined;
}

function uncommitted(facts: PruneFacts, terms: PruneTerms): Kept | undefined {
  if (facts.uncommitted === undefined) return keep("unknown", "its uncommitted changes could not be read");
  if (facts.uncommitted === 0 || terms.force) return undefined;
  return keep("uncommitted", `it has ${several(facts.uncommitted, "uncommitted file")}`);
}

/** From outside, only pushed work that base has can be judged of what a clone owns. */
function owned({ record, head, fromOutside }: PruneFacts, due: PruneVerdict): Kept | undefined {
  if (!fromOutside || record.owner === null) return undefined;
  if (due.kind !== "prune" || due.reason !== "task_completed" || due.evidence === null) {
    return keep("owned", "a clone owns it, which alone can judge it");
  }
  if (record.status !== "active" || record.headOid !== head) {
    return keep("owned", "the clone that owns it may have work that is not pushed");
  }
  return undefined;
}

const units: readonly (readonly [name: string, ms: number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** `3 days`, `1 hour`; rounded down, at least a minute. */
function span(ms: number): string {
  const [name, size] = units.find(([, length]) => ms >= length) ?? (["minute", 60_000] as const);
  return several(Math.max(1, Math.floor(ms / size)), name);
}
