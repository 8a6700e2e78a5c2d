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
export declare const createRequirements: readonly ["hasCommit", "noLiveRecord", "notBlocked", "branchFree", "notCheckedOut", "pathFree"];
export type CreateRequirement = (typeof createRequirements)[number];
/** What removing and pruning need. */
export declare const removalRequirements: readonly ["owned", "notInside", "notInUse", "notLocked", "cleanOrForced", "commitsKept", "restorable", "due", "prunable"];
export type RemovalRequirement = (typeof removalRequirements)[number];
/** What the others need. */
export type WorkRequirement = "worktreeThere" | "mergeable" | "noRequest" | "nothingInProgress" | "nothingInProgressAtBase" | "nothingUnmerged" | "clean" | "ahead" | "baseInOnePlace" | "baseNotDiverged" | "hasChanges" | "noMarkers" | "filesInConflict" | "resolved" | "recoverable";
/** The requirements of which guards are made, each with a refusal of its own (refusals.ts). */
export type Requirement = CreateRequirement | RemovalRequirement | WorkRequirement;
/** Every guard is the sum of its requirements; the first that does not hold is what a person is told. */
export declare const guards: {
    readonly canCreate: readonly ["hasCommit", "noLiveRecord", "notBlocked", "branchFree", "notCheckedOut", "pathFree"];
    readonly canInitialize: readonly ["worktreeThere"];
    readonly canMerge: readonly ["mergeable", "noRequest", "nothingInProgress", "nothingUnmerged", "clean", "nothingInProgressAtBase", "baseInOnePlace", "baseNotDiverged", "ahead"];
    readonly canStopSetup: readonly ["owned", "notInside", "notInUse", "notLocked"];
    readonly canRemove: readonly ["owned", "notInside", "notInUse", "notLocked", "cleanOrForced", "commitsKept", "restorable"];
    readonly canPrune: readonly ["owned", "notInside", "notInUse", "notLocked", "cleanOrForced", "due", "prunable"];
    readonly isClean: readonly ["clean"];
    readonly isDirty: readonly ["hasChanges"];
    readonly canCommit: readonly ["nothingUnmerged", "noMarkers", "hasChanges"];
    readonly canResolveConflict: readonly ["filesInConflict", "resolved"];
    readonly canRetry: readonly ["recoverable"];
};
export type GuardName = keyof typeof guards;
/** What each guard says, for the documentation. */
export declare const guardTexts: Readonly<Record<GuardName, string>>;
/** Yes, no, or unknown. */
type Answer = boolean | undefined;
/** Whether a requirement holds; undefined: a fact it needs is unknown, and then it does not hold. */
export declare const answer: (requirement: Requirement, context: GuardContext) => Answer;
/** The first requirement of a guard that does not hold; undefined: the guard holds. */
export declare const broken: (guard: GuardName, context: GuardContext) => Requirement | undefined;
/** Whether a guard holds. An unknown fact fails it. */
export declare const guardHolds: (guard: GuardName, context: GuardContext) => boolean;
/** Unmerged index entries. */
export declare const hasConflicts: (facts: Facts) => boolean;
export {};
