import type { CommitState } from "../../forge/hosted.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";
import type { PushedTask } from "../../lifecycle/push-policy.js";
import { refusalText } from "../../lifecycle/push-refusal.js";
import type { WorktreeRecord } from "../../lifecycle/record.js";
import { shellWord } from "../../lifecycle/shell-word.js";

/** What is known of a pull request's head when it is judged. */
export interface Judged {
  readonly branch: BranchName;
  readonly base: string;
  readonly head: Oid;
  /** The branch's live record; undefined: it has none. */
  readonly record: WorktreeRecord | undefined;
  readonly mergeable: "clean" | "conflicting" | "unknown";
  readonly requireSubmit: boolean;
}

export interface Verdict {
  readonly state: CommitState;
  /** One line, at most 140 characters: GitHub takes no more. */
  readonly description: string;
  /** Base cannot take it as it is. */
  readonly conflicts: boolean;
  /** All that pre-push would say of it; null: nothing is wrong. */
  readonly refusal: { readonly state: string; readonly why: string; readonly use: string } | null;
}

/**
 * Judges a pull request as pre-push judges a push, by what the journals and the forge know. The working directory is
 * elsewhere, so `dirty` says nothing; a conflict counts as resolved when the branch merges cleanly, whoever resolved it.
 */
export function verdictOf(judged: Judged): Verdict {
  const { base, record, mergeable, requireSubmit } = judged;
  if (record?.status === "error") return failed(judged, "error");
  if (mergeable === "conflicting" || (record?.status === "conflict" && mergeable === "unknown"))
    return failed(judged, "conflict");
  if (requireSubmit && !isSubmitted(judged)) return notSubmitted(judged);
  if (mergeable === "unknown")
    return {
      state: "pending",
      description: `GitHub has not said yet whether ${short(base)} can take it`,
      conflicts: false,
      refusal: null,
    };
  return {
    state: "success",
    description:
      record?.status === "conflict"
        ? `the conflict is resolved: ${short(base)} can take it`
        : `${short(base)} can take it`,
    conflicts: false,
    refusal: null,
  };
}

function failed(judged: Judged, status: "error" | "conflict"): Verdict {
  const record: PushedTask = {
    status,
    seen: true,
    // What a clone knows is not asked for: the journal tells.
    elsewhere: false,
    resolved: false,
    uncommitted: 0,
    failed: judged.record?.lastError?.operation ?? null,
  };
  const { branch, base } = judged;
  const refusal = refusalText(
    { kind: "task", branch, record, own: true, fromItsPlace: true, landed: false, change: "forward" },
    { remote: "origin", policy: "state", worktree: branch, base },
  );
  return { state: "failure", description: describe(refusal), conflicts: status === "conflict", refusal };
}

const isSubmitted = ({ record, head }: Judged): boolean =>
  record?.request?.headOid === head || record?.landed?.headOid === head;

function notSubmitted({ record, branch }: Judged): Verdict {
  const refusal = {
    state: record === undefined ? "no record of it" : record.status,
    why: "its head was never submitted",
    use: `coppice submit ${shellWord(branch)}`,
  };
  return { state: "failure", description: describe(refusal), conflicts: false, refusal };
}

const longest = 140;

/** A command that does not fit is left out: half of one would be another command. */
function describe({ why, use }: { readonly why: string; readonly use: string }): string {
  const whole = `${why}; do: ${use}`;
  return whole.length <= longest ? whole : why;
}

const short = (name: string): string => {
  const points = [...name];
  return points.length <= 60 ? name : `${points.slice(0, 59).join("")}…`;
};
