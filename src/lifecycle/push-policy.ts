import { match, P } from "ts-pattern";
import type { BranchName } from "./ids.js";
import type { Status } from "./states.js";

/** Config `guard.push`. */
export type PushPolicy = "strict" | "state";

/** What becomes of a ref over there. */
export type PushChange =
  | "new"
  | "forward"
  /** Commits that it has over there are dropped. */
  | "forced"
  /** It has a commit over there that this clone does not know. */
  | "unknown"
  | "deleted";

/** A task branch's record and its worktree, as a push finds them. */
export interface PushedTask {
  /** As observed: `active` only when the worktree is clean. */
  readonly status: Status;
  /** The worktree could be looked at, or there is none that could hold anything. */
  readonly seen: boolean;
  /** Another clone has the worktree. */
  readonly elsewhere: boolean;
  /** In `conflict`: nothing is unmerged or uncommitted, and the branch merges cleanly with base. */
  readonly resolved: boolean;
  readonly uncommitted: number;
  /** Which operation failed, in `error`. */
  readonly failed: string | null;
}

/** One ref of a push. */
export type PushedRef =
  | {
      readonly kind: "task";
      readonly branch: BranchName;
      /** Null: its name is that of a task branch, and no live record is known of it. */
      readonly record: PushedTask | null;
      /** What is pushed is the branch's own work, not another branch's under its name. */
      readonly own: boolean;
      /** Pushed from the branch's own worktree, or from none that is managed. */
      readonly fromItsPlace: boolean;
      /** What it holds over there has come into base, or is in it. */
      readonly landed: boolean;
      readonly change: PushChange;
    }
  | {
      readonly kind: "branch";
      readonly branch: string;
      /** The task branch whose work is pushed to it. */
      readonly carries: BranchName | null;
      readonly fromManaged: boolean;
    }
  | { readonly kind: "tag"; readonly fromManaged: boolean }
  /** The notes ref and the archive. */
  | { readonly kind: "coppice"; readonly change: PushChange }
  | { readonly kind: "other" };

/** The rows of the policy. */
export const pushRows = [
  "taskReady",
  "taskNotReady",
  "taskUnrecorded",
  "taskForced",
  "taskUnknown",
  "taskDeleted",
  "taskGone",
  "otherBranch",
  "otherName",
  "tagFromManaged",
  "journal",
  "journalRewritten",
  "anything",
] as const;
export type PushRow = (typeof pushRows)[number];

interface PolicyRow {
  /** What is pushed, for the documentation. */
  readonly text: string;
  readonly strict: "passes" | "blocked";
  readonly state: "passes" | "blocked";
}

const both = (text: string, verdict: PolicyRow["strict"]): PolicyRow => ({
  text,
  strict: verdict,
  state: verdict,
});

/**
 * Which pushes pass, where Coppice itself does not make them. Judged by the ref over there, from whichever worktree the
 * push comes.
 */
export const pushPolicy: Readonly<Record<PushRow, PolicyRow>> = {
  taskReady: {
    text: "a managed task branch to its own name, active and clean, or its conflict resolved",
    strict: "blocked",
    state: "passes",
  },
  taskNotReady: both("the same in any other state", "blocked"),
  taskUnrecorded: both("a task branch of which no record is known, moved forward", "passes"),
  taskForced: both("a task branch, dropping commits that it has over there", "blocked"),
  taskUnknown: both("a task branch that has commits over there which are not known here", "blocked"),
  taskDeleted: both("deletion of a task branch that has neither landed nor is in base", "blocked"),
  taskGone: both("deletion of a task branch that has landed or is in base", "passes"),
  otherBranch: both("from a managed worktree: another branch, base included", "blocked"),
  otherName: both("a task branch's work to another branch, base included", "blocked"),
  tagFromManaged: { text: "a tag from a managed worktree", strict: "blocked", state: "passes" },
  journal: both("the notes ref and the archive, new or moved forward", "passes"),
  journalRewritten: both("the notes ref and the archive, set back or deleted", "blocked"),
  anything: both("anything else", "passes"),
};

/** The row that a ref of a push falls under. */
export function pushRow(pushed: PushedRef): PushRow {
  const forward = P.union("new", "forward");
  return (
    match(pushed)
      .returnType<PushRow>()
      .with({ kind: "coppice", change: forward }, () => "journal")
      .with({ kind: "coppice" }, () => "journalRewritten")
      .with({ kind: "tag", fromManaged: true }, () => "tagFromManaged")
      .with({ kind: "tag" }, { kind: "other" }, () => "anything")
      .with({ kind: "branch", carries: P.nonNullable }, () => "otherName")
      .with({ kind: "branch", fromManaged: true }, () => "otherBranch")
      .with({ kind: "branch" }, () => "anything")
      .with({ kind: "task", fromItsPlace: false }, () => "otherBranch")
      .with({ kind: "task", change: "deleted", landed: true }, () => "taskGone")
      .with({ kind: "task", change: "deleted" }, () => "taskDeleted")
      // What is over there was never seen here, so nothing tells whether it would be lost.
      .with({ kind: "task", change: "unknown" }, () => "taskUnknown")
      .with({ kind: "task", change: "forced" }, () => "taskForced")
      .with({ kind: "task", own: false }, () => "otherName")
      .with({ kind: "task", record: null }, () => "taskUnrecorded")
      .with({ kind: "task", record: { status: "active", seen: true } }, () => "taskReady")
      .with({ kind: "task", record: { status: "conflict", resolved: true } }, () => "taskReady")
      .with({ kind: "task" }, () => "taskNotReady")
      .exhaustive()
  );
}

/** Whether a ref of a push is blocked. */
export const isPushBlocked = (pushed: PushedRef, policy: PushPolicy): boolean =>
  pushPolicy[pushRow(pushed)][policy] === "blocked";
