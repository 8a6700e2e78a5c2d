import type { ConflictingMerge, MergeResult } from "../git/merge-records.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Strategy } from "../lifecycle/events.js";
import type { BranchName, Oid } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import type { CommitMaker } from "./merge-commit.js";
import type { AheadGraph } from "./merge-graph.js";
/** Merges two commits without a checkout, by the attributes of the first: one process for each, or one for all. */
export type Merger = (ours: Oid, theirs: Oid) => Promise<MergeResult>;
/** What a merge is computed with. */
export interface MergeTools {
    readonly engine: Engine;
    readonly merge: Merger;
    readonly maker: CommitMaker;
    readonly graph: AheadGraph;
    /** Commits that came into base since it was read, by the merges before this one. */
    readonly landed: ReadonlySet<Oid>;
}
/** One branch that is to land. */
export interface MergeWish {
    readonly record: WorktreeRecord;
    readonly head: Oid;
    readonly target: BranchName;
    readonly strategy: Strategy;
    /** Tips that a resolved conflict left: merges of base among their commits are part of the resolution. */
    readonly resolutions: readonly Oid[];
}
export type Computed = {
    readonly kind: "made";
    /** The commit that base is to move to. */
    readonly oid: Oid;
    /** Commits that were left out because base has their changes already; only a rebase drops any. */
    readonly dropped: readonly Oid[];
    /** Commits that became one because each alone conflicts, after a resolved conflict; only in a rebase. */
    readonly joined: readonly Oid[];
}
/** With the task's side as "ours". */
 | {
    readonly kind: "conflict";
    readonly merge: ConflictingMerge;
}
/** Base has all its commits. */
 | {
    readonly kind: "contained";
}
/** Base has all its changes, under other commits. */
 | {
    readonly kind: "empty";
};
/** What message and trailers say of a record. */
export declare const messageParts: ({ engine }: Pick<MergeTools, "engine">, { record, target }: MergeWish) => {
    id: string & import("zod/mini").$brand<"RecordId">;
    branch: string & import("zod/mini").$brand<"BranchName">;
    target: string & import("zod/mini").$brand<"BranchName">;
    task: string | null;
    title: string | null;
    template: string | undefined;
};
/**
 * The same conflict with the task's side as "ours", which is how Coppice speaks of it everywhere; base is the first
 * parent of what lands, so the merge itself has it the other way round.
 */
export declare function fromTaskSide(repo: Repository, head: Oid, tip: Oid, seen: ConflictingMerge): Promise<ConflictingMerge>;
export declare const unrelated: ({ record, target }: MergeWish) => CoppiceError;
