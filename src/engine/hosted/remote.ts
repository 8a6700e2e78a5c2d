import type { CoppiceError } from "../../lifecycle/errors.js";
import type { BranchName, Oid } from "../../lifecycle/ids.js";

/** A ref that a push moves, makes or deletes over there. */
export interface RefChange {
  /** Its full name. */
  readonly ref: string;
  /** Undefined: it is deleted. */
  readonly to: Oid | undefined;
  /** What it must hold over there now; undefined: it must not exist. */
  readonly expected: Oid | undefined;
}

/** How a push of several refs ended. */
export type PushEnd =
  | { readonly kind: "done" }
  /** Refs that are over there not what was expected (those of `watched` too). Nothing was changed by an atomic push. */
  | { readonly kind: "moved"; readonly refs: ReadonlyMap<string, Oid | undefined> }
  /** The remote, or a rule of it, does not take it. */
  | { readonly kind: "refused"; readonly why: Refused };

/** Why a push was refused, and the sentence that tells a person what to change. */
export interface Refused {
  /** `permission`: the token may not write; `workflow`: it may not change workflow files; `rule`: protection, rulesets, hooks. */
  readonly cause: "permission" | "workflow" | "rule" | "other";
  /** The refs that were named; empty: all. */
  readonly refs: readonly string[];
  readonly sentence: string;
  /** The end of what the remote said, scrubbed. */
  readonly output: string;
}

/** How the deletion of one branch ended. */
export type DeleteEnd =
  | { readonly kind: "deleted" }
  /** Somebody was faster. */
  | { readonly kind: "gone" }
  | { readonly kind: "moved"; readonly oid: Oid }
  | { readonly kind: "refused"; readonly why: Refused };

/** The git side of the remote: every network process of a run goes through here, with the token in a header only. */
export interface HostedRemote {
  /** Its name in the checkout: `origin`. */
  readonly name: string;
  /** How many pushes were made. */
  readonly pushes: number;
  /**
   * Every branch, the notes ref and what was archived over there, with one process. Archives by their full names.
   * @throws FETCH_FAILED, PERMISSION_DENIED, RATE_LIMITED, TIMEOUT, INTERRUPTED
   */
  look(): Promise<{
    readonly heads: ReadonlyMap<BranchName, Oid>;
    readonly notes: Oid | undefined;
    readonly archives: ReadonlyMap<string, Oid>;
  }>;
  /**
   * Brings commits here, and the notes ref in full, with one process. A shallow clone is deepened until the merge bases
   * of the branches with base are here; only histories that share nothing then look unrelated. No ref is made.
   * @returns the branches' commits that did not come, or not with all of their history, and why; the others are here
   * @throws FETCH_FAILED, PERMISSION_DENIED, RATE_LIMITED, TIMEOUT, INTERRUPTED
   */
  fetch(wanted: {
    readonly base: { readonly branch: BranchName; readonly oid: Oid };
    readonly branches: ReadonlyMap<BranchName, Oid>;
    readonly notes: Oid | undefined;
  }): Promise<ReadonlyMap<Oid, CoppiceError>>;
  /**
   * One atomic push with expected values. Where the answer is lost, the refs tell whether it came through.
   * @param watched branches that must not have moved either, though they are not changed: the push is not made then
   * @throws PUSH_REJECTED when the remote cannot be reached, INTERRUPTED
   */
  push(changes: readonly RefChange[], watched?: ReadonlyMap<string, Oid>): Promise<PushEnd>;
  /**
   * Deletes refs, each by the commit it must have, with as few pushes as the remote allows (a batch that is refused
   * whole is halved), `others` going along atomically with the first batch that comes through.
   * @returns how each ended, by full name; `others` by its end. Where `others` is not done nothing was deleted, and a ref
   *   that is not among the ends was not tried
   * @throws PUSH_REJECTED when the remote is lost on the way, INTERRUPTED
   */
  remove(
    refs: ReadonlyMap<string, Oid>,
    others?: readonly RefChange[],
  ): Promise<{ readonly ends: ReadonlyMap<string, DeleteEnd>; readonly others: PushEnd }>;
}
