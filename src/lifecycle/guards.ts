import type { Actor } from "./entry.js";
import type { TransitionEvent } from "./events.js";
import type { Facts } from "./facts.js";
import type { WorktreeRecord } from "./record.js";

/** What a guard looks at. The record is null for a CREATE. */
export interface GuardContext {
  readonly record: WorktreeRecord | null;
  readonly event: TransitionEvent;
  readonly by: Actor;
  readonly facts: Facts;
}

/** What a CREATE needs. */
export const createRequirements = [
  "hasCommit",
  "noLiveRecord",
  "notBlocked",
  "branchFree",
  "notCheckedOut",
  "pathFree",
] as const;
export type CreateRequirement = (typeof createRequirements)[number];

/** What removing and pruning need. */
export const removalRequirements = [
  "owned",
  "notInside",
  "notInUse",
  "notLocked",
  "cleanOrForced",
  "commitsKept",
  "restorable",
  "due",
  "prunable",
] as const;
export type RemovalRequirement = (typeof removalRequirements)[number];

/** What the others need. */
export type WorkRequirement =
  | "worktreeThere"
  | "mergeable"
  | "noRequest"
  | "nothingInProgress"
  | "nothingInProgressAtBase"
  | "nothingUnmerged"
  | "clean"
  | "ahead"
  | "baseInOnePlace"
  | "baseNotDiverged"
  | "hasChanges"
  | "noMarkers"
  | "filesInConflict"
  | "resolved"
  | "recoverable";

/** The requirements of which guards are made, each with a refusal of its own (refusals.ts). */
export type Requirement = CreateRequirement | RemovalRequirement | WorkRequirement;

const removalFromOutside = ["owned", "notInside", "notInUse", "notLocked"] as const;

/** Every guard is the sum of its requirements; the first that does not hold is what a person is told. */
export const guards = {
  canCreate: createRequirements,
  canInitialize: ["worktreeThere"],
  canMerge: [
    "mergeable",
    "noRequest",
    "nothingInProgress",
    "nothingUnmerged",
    "clean",
    "nothingInProgressAtBase",
    "baseInOnePlace",
    "baseNotDiverged",
    "ahead",
  ],
  canStopSetup: removalFromOutside,
  canRemove: [...removalFromOutside, "cleanOrForced", "commitsKept", "restorable"],
  canPrune: [...removalFromOutside, "cleanOrForced", "due", "prunable"],
  isClean: ["clean"],
  isDirty: ["hasChanges"],
  canCommit: ["nothingUnmerged", "noMarkers", "hasChanges"],
  canResolveConflict: ["filesInConflict", "resolved"],
  canRetry: ["recoverable"],
} as const satisfies Record<string, readonly Requirement[]>;

export type GuardName = keyof typeof guards;

/** What each guard says, for the documentation. */
export const guardTexts: Readonly<Record<GuardName, string>> = {
  canCreate:
    "the repository has a commit; no live record of the branch; the branch is free (or adopt) and not blocked by x vs x/y; the path is free",
  canInitialize: "the directory exists and git lists it",
  canMerge:
    "clean; ahead of base; no merge, rebase, cherry-pick, revert, bisect in progress here or where base is checked out; nothing unmerged; base is checked out in one worktree at most and not diverged; no REQUEST pending (local merge)",
  canStopSetup:
    "owner, or the record has none; not called from inside; no live lease, not locked (or forced twice)",
  canRemove:
    "owner, or the record has none; not called from inside; no live lease, not locked (or forced twice); clean or force; tip is landed.headOid, or its commits are reachable elsewhere, or branch kept, or force (nothing in progress and nothing unmerged then, or forced twice, or given up with discard)",
  canPrune:
    "owner, or the record has none; not called from inside; no live lease, not locked; clean; stale, orphaned or completed; no reason never to prune it",
  isClean: "git status has nothing: untracked counts, ignored does not",
  isDirty: "git status has something: untracked counts, ignored does not",
  canCommit: "there are changes; nothing unmerged; no conflict markers",
  canResolveConflict:
    "ours, theirs: the named files are among the conflicted; manual: nothing unmerged, no markers left, the branch now merges cleanly",
  canRetry: "the error is recoverable (WORKTREE_NOT_FOUND becomes so when the directory is back)",
};

/** Yes, no, or unknown. */
type Answer = boolean | undefined;
const is = <T>(fact: T | undefined, test: (known: T) => boolean): Answer =>
  fact === undefined ? undefined : test(fact);
const empty = (paths: readonly string[] | undefined): Answer => is(paths, (known) => known.length === 0);

/** What a removal asks for: the event itself, or for a RETRY what the failed one asked. */
const wishOf = ({ event, record }: GuardContext): { force: boolean; prune: boolean; discard: boolean } =>
  event.type === "REMOVE"
    ? { force: event.force, prune: event.pruneBranch, discard: event.discard ?? false }
    : { force: false, prune: record?.removal?.pruneBranch ?? true, discard: false };

const twice = ({ facts }: GuardContext): boolean => facts.forceLevel === 2;
const isHome = ({ record }: GuardContext): boolean => record?.type === "home";
/** No clone holds a directory: what only a directory has, there is not. */
const hasNoDirectory = ({ record, facts }: GuardContext): boolean =>
  record?.owner === null || record?.type === "home" || facts.directoryExists === false;

/** Whether nothing uncommitted is there. */
const isCleanNow = (context: GuardContext): Answer =>
  hasNoDirectory(context) ? true : is(context.facts.uncommitted, ({ total }) => total === 0);

/** Whether removing branch and worktree would lose no commit. */
function keepsCommits(context: GuardContext): Answer {
  const { record, facts } = context;
  if (!wishOf(context).prune || facts.branchExists === false || facts.reachableElsewhere) return true;
  const landed = record?.landed?.headOid;
  if (landed !== undefined && facts.headOid === landed) return true;
  return facts.reachableElsewhere;
}

/** The worktree was there before its record: it is taken as it stands. */
const adoptsWorktree = (facts: Facts): boolean => facts.adopt === true && facts.listed === true;

const createsNothing = ({ event }: GuardContext): boolean =>
  event.type === "CREATE" && (event.clone === null || event.kind === "home");

const namedFilesInConflict = ({ record, event, facts }: GuardContext): Answer => {
  if (event.type !== "RESOLVE_CONFLICT" || event.files === undefined) return true;
  const known = new Set([
    ...(record?.conflict?.files.map((file) => file.path) ?? []),
    ...(facts.conflictsNow ?? []),
  ]);
  return event.files.every((file) => known.has(file));
};

const isResolved = ({ event, facts }: GuardContext): Answer => {
  if (event.type !== "RESOLVE_CONFLICT" || event.resolution !== "manual") return true;
  const answers = [empty(facts.unmerged), empty(facts.markers), empty(facts.conflictsNow)];
  return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
};

// What CI merges are commits that were pushed; the directory they came from is not its concern.
const isElsewhere = ({ by }: GuardContext): boolean => by.door === "action";

const answers: Readonly<Record<Requirement, (context: GuardContext) => Answer>> = {
  hasCommit: ({ facts }) => facts.hasCommit,
  noLiveRecord: ({ facts }) => is(facts.liveRecord, (live) => !live),
  notBlocked: (context) =>
    createsNothing(context) ? true : is(context.facts.branchBlockedBy, (branch) => branch === null),
  branchFree: (context) =>
    createsNothing(context) || context.facts.adopt
      ? true
      : is(context.facts.branchExists, (exists) => !exists),
  notCheckedOut: (context) =>
    createsNothing(context) || context.facts.branchExists === false || adoptsWorktree(context.facts)
      ? true
      : is(context.facts.branchCheckedOutAt, (place) => place === null),
  pathFree: (context) =>
    createsNothing(context) || adoptsWorktree(context.facts) ? true : context.facts.pathFree,
  worktreeThere: (context) =>
    context.record?.owner === null || isHome(context)
      ? true
      : context.facts.directoryExists === false || context.facts.listed === false
        ? false
        : context.facts.directoryExists && context.facts.listed,
  mergeable: (context) => !isHome(context),
  noRequest: (context) => isElsewhere(context) || context.record?.request === null,
  nothingInProgress: (context) =>
    isElsewhere(context) || is(context.facts.operationHere, (pending) => pending === null),
  nothingInProgressAtBase: ({ facts }) => is(facts.operationAtBase, (pending) => pending === null),
  nothingUnmerged: (context) => isElsewhere(context) || empty(context.facts.unmerged),
  clean: (context) => isElsewhere(context) || is(context.facts.uncommitted, ({ total }) => total === 0),
  ahead: ({ facts }) => is(facts.ahead, (commits) => commits > 0),
  baseInOnePlace: ({ facts }) => is(facts.baseCheckouts, (places) => places <= 1),
  baseNotDiverged: ({ facts }) => is(facts.baseDiverged, (diverged) => !diverged),
  hasChanges: ({ facts }) => is(facts.uncommitted, ({ total }) => total > 0),
  noMarkers: ({ facts }) => empty(facts.markers),
  owned: ({ record, facts }) => record?.owner === null || facts.owner,
  notInside: (context) =>
    context.record?.owner === null || isHome(context)
      ? true
      : is(context.facts.insideDirectory, (inside) => !inside),
  notInUse: (context) =>
    isHome(context) || context.record?.owner === null || twice(context)
      ? true
      : is(context.facts.liveLease, (lease) => lease === null),
  notLocked: (context) => {
    if (isHome(context) || twice(context)) return true;
    if (context.record?.lock !== null) return false;
    return context.record.owner === null ? true : is(context.facts.gitLock, (lock) => lock === null);
  },
  cleanOrForced: (context) => wishOf(context).force || isCleanNow(context),
  commitsKept: (context) => isHome(context) || wishOf(context).force || keepsCommits(context),
  restorable: (context) => {
    // In `conflict` the merge in progress is Coppice's own, which the removal aborts.
    const exempt = wishOf(context).discard || twice(context) || context.record?.status === "conflict";
    if (exempt || !wishOf(context).force || isCleanNow(context) === true) return true;
    return context.facts.operationHere === undefined || context.facts.unmerged === undefined
      ? undefined
      : context.facts.operationHere === null && context.facts.unmerged.length === 0;
  },
  due: ({ facts }) =>
    facts.stale || facts.orphaned || facts.completed
      ? true
      : (facts.stale ?? facts.orphaned ?? facts.completed),
  prunable: (context) =>
    isHome(context) ? false : is(context.facts.neverPruned, (reason) => reason === null),
  filesInConflict: (context) => namedFilesInConflict(context),
  resolved: (context) => isResolved(context),
  recoverable: ({ record, event, facts }) =>
    event.type === "RETRY" && record?.lastError
      ? record.lastError.recoverable ||
        (record.lastError.code === "WORKTREE_NOT_FOUND" && facts.directoryExists === true)
      : false,
};

/** Whether a requirement holds; undefined: a fact it needs is unknown, and then it does not hold. */
export const answer = (requirement: Requirement, context: GuardContext): Answer =>
  answers[requirement](context);

/** The first requirement of a guard that does not hold; undefined: the guard holds. */
export const broken = (guard: GuardName, context: GuardContext): Requirement | undefined =>
  guards[guard].find((requirement) => answer(requirement, context) !== true);

/** Whether a guard holds. An unknown fact fails it. */
export const guardHolds = (guard: GuardName, context: GuardContext): boolean =>
  broken(guard, context) === undefined;

/** Unmerged index entries. */
export const hasConflicts = (facts: Facts): boolean => (facts.unmerged?.length ?? 0) > 0;
