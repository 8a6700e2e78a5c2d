import { match, P } from "ts-pattern";
import type { Happening } from "./entry.js";
import type { ConflictFile, ErrorCode } from "./errors.js";
import type { Resolution, Strategy } from "./events.js";
import type { BranchName, Oid, RecordId, Timestamp } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
import { shellWord } from "./shell-word.js";
import type { Status } from "./states.js";

/** Which worktree a published event is about. */
interface About {
  readonly id: RecordId;
  readonly branch: BranchName;
  readonly at: Timestamp;
}

/** What `coppice events --follow` tells; derived from transitions, never stored. */
export type PublishedEvent =
  | (About &
      (
        | { readonly type: "worktree:creating" }
        | { readonly type: "worktree:created" }
        | { readonly type: "worktree:removing" }
        | { readonly type: "worktree:removed" }
        | { readonly type: "worktree:committed"; readonly sha: Oid | null }
        | { readonly type: "worktree:merging"; readonly target: BranchName; readonly strategy: Strategy }
        | { readonly type: "worktree:merged"; readonly target: BranchName; readonly mergeOid: Oid | null }
        | { readonly type: "worktree:merge_aborted" }
        | {
            readonly type: "worktree:conflict";
            readonly files: readonly ConflictFile[];
            readonly total: number;
          }
        | { readonly type: "worktree:resolved"; readonly resolution: Resolution }
        | { readonly type: "worktree:error"; readonly code: ErrorCode; readonly recoverable: boolean }
        | { readonly type: "worktree:stale"; readonly lastActivity: Timestamp }
        | {
            readonly type: "worktree:recovery_needed";
            readonly error: ErrorCode;
            /** Commands that lead on, the most helpful first. */
            readonly steps: readonly string[];
          }
        | { readonly type: "state:update"; readonly status: Status }
      ))
  /** Told once by a whole prune, not by a transition. */
  | { readonly type: "worktrees:pruned"; readonly at: Timestamp; readonly count: number };

/** What is said of the worktree, without saying again which one. */
type Told = PublishedEvent extends infer E ? (E extends About ? Omit<E, keyof About> : never) : never;

const recoverySteps = ({ branch, lastError }: WorktreeRecord): readonly string[] => [
  `coppice show ${shellWord(branch)}`,
  ...(lastError?.recoverable ? [`coppice retry ${shellWord(branch)}`] : []),
  `coppice remove ${shellWord(branch)}`,
];

const mergedNow = (after: WorktreeRecord): readonly Told[] =>
  after.landed === null
    ? []
    : [{ type: "worktree:merged", target: after.landed.target, mergeOid: after.landed.mergeOid }];

function entered(before: WorktreeRecord | null, after: WorktreeRecord): readonly Told[] {
  return match(after.status)
    .returnType<readonly Told[]>()
    .with("creating", () => [{ type: "worktree:creating" }])
    .with("removing", () => [{ type: "worktree:removing" }])
    .with("removed", () => [{ type: "worktree:removed" }])
    .with("merging", () =>
      after.merge === null
        ? []
        : [{ type: "worktree:merging", target: after.merge.target, strategy: after.merge.strategy }],
    )
    .with("conflict", () =>
      after.conflict === null || before?.status === "error"
        ? []
        : [{ type: "worktree:conflict", files: after.conflict.files, total: after.conflict.total }],
    )
    .with("error", () =>
      after.lastError === null
        ? []
        : [
            {
              type: "worktree:error",
              code: after.lastError.code,
              recoverable: after.lastError.recoverable,
            },
            { type: "worktree:recovery_needed", error: after.lastError.code, steps: recoverySteps(after) },
          ],
    )
    .with("initializing", "active", "dirty", "committing", () => [])
    .exhaustive();
}

/** What one entry that took effect lets others know. */
export function published(
  before: WorktreeRecord | null,
  after: WorktreeRecord,
  { at, event }: Happening,
): readonly PublishedEvent[] {
  const status = before?.status ?? "none";
  const done = match([status, event])
    .returnType<readonly Told[]>()
    .with(["initializing", { type: "INIT_COMPLETE" }], () => [{ type: "worktree:created" }])
    .with(["committing", { type: "INIT_COMPLETE" }], ([, { sha }]) => [
      { type: "worktree:committed", sha: sha ?? after.headOid },
    ])
    .with(["committing", { type: "MERGE" }], ([, { headOid }]) => [
      { type: "worktree:committed", sha: headOid },
    ])
    .with(["merging", { type: "INIT_COMPLETE" }], () => mergedNow(after))
    .with([P._, { type: "LANDED" }], ([, { headOid }]) =>
      before?.landed?.headOid === headOid ? [] : mergedNow(after),
    )
    .with([P._, { type: "ABORT_MERGE" }], () => [{ type: "worktree:merge_aborted" }])
    .with([P._, { type: "RESOLVE_CONFLICT" }], ([, { resolution }]) => [
      { type: "worktree:resolved", resolution },
    ])
    .with([P._, { type: "STALE" }], ([, { lastActivity }]) => [{ type: "worktree:stale", lastActivity }])
    .otherwise(() => []);
  const moved = status !== after.status;
  const again = moved || (after.status === "error" && event.type === "ERROR");
  const told: readonly Told[] = [
    ...done,
    ...(again ? entered(before, after) : []),
    ...(moved ? [{ type: "state:update", status: after.status } as const] : []),
  ];
  return told.map((one) => ({ ...one, id: after.id, branch: after.branch, at }));
}
