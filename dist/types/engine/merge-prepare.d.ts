import { type Strategy } from "../lifecycle/events.js";
import type { Facts } from "../lifecycle/facts.js";
import { type Oid, type OpId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type WorktreeFacts } from "./facts.js";
import type { AheadGraph } from "./merge-graph.js";
import type { MergeItem } from "./merge-item.js";
import { type MergeOutcome } from "./merge-outcome.js";
import type { MergeTarget } from "./merge-target.js";
import { type RecordSession } from "./session.js";
export interface WishOptions {
    readonly strategy: Strategy;
    readonly keep: boolean;
    /** Commit what is uncommitted first. */
    readonly autoCommit: boolean;
    /** With this message. Default: the task's title. */
    readonly message?: string | undefined;
}
/** A record's worktree as it was seen under the lock, with what was journaled of it. */
export interface Seen {
    readonly session: RecordSession;
    readonly facts: WorktreeFacts;
    /** The commit that was begun; the merge goes on under its operation. */
    readonly commit: {
        readonly op: OpId;
        readonly sha: Oid | undefined;
    } | undefined;
}
/** Looks at worktrees, journals what is new, and commits what is uncommitted where that is wanted. */
export declare function lookAtAll(engine: Engine, sessions: readonly RecordSession[], target: MergeTarget, options: WishOptions): Promise<(Seen | {
    readonly outcome: MergeOutcome;
})[]>;
/** Decides, without an entry yet, whether a branch may be merged. */
export declare function prepare(seen: Seen, target: MergeTarget, graph: AheadGraph, options: WishOptions): Promise<MergeItem | {
    readonly outcome: MergeOutcome;
}>;
/** The facts that canMerge asks for. */
export declare function mergeFacts(facts: Facts, record: WorktreeRecord, target: MergeTarget, graph: AheadGraph): Facts;
/** Why worktree and branch stay after the merge; null: they go. */
export declare function keepReason(record: WorktreeRecord, facts: Facts, wanted: boolean): string | null;
/** Tips that resolved conflicts of this record left, as its journal tells. */
export declare const resolutionsOf: ({ journal }: RecordSession) => Oid[];
