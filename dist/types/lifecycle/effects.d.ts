import type { Resolution, Strategy } from "./events.js";
import type { BranchName, Oid } from "./ids.js";
/**
 * What an operation has to do, as plain values. They name branches and oids, never a path: where a worktree lies
 * is a local fact that the engine looks up.
 */
export type Effect = {
    readonly type: "createBranch";
    readonly branch: BranchName;
    readonly startOid: Oid | null;
} | {
    readonly type: "createWorktree";
    readonly branch: BranchName;
} | {
    readonly type: "copyEnvFiles";
} | {
    readonly type: "installDependencies";
} | {
    readonly type: "runInitScript";
} | {
    readonly type: "stopSetup";
} | {
    readonly type: "commitChanges";
    readonly message: string;
    readonly author: string | null;
} | {
    readonly type: "mergeBranch";
    readonly target: BranchName;
    readonly strategy: Strategy;
    readonly headOid: Oid;
    readonly keep: boolean;
} | {
    readonly type: "captureConflicts";
} | {
    readonly type: "resolveConflict";
    readonly resolution: Resolution;
    readonly files: readonly string[] | null;
} | {
    readonly type: "abortMerge";
} | {
    readonly type: "archive";
    readonly scope: "forced" | "pruned" | "squashed";
} | {
    readonly type: "removeWorktree";
    readonly force: boolean;
} | {
    readonly type: "pruneBranch";
    readonly branch: BranchName;
} | {
    readonly type: "cleanupDirectory";
    readonly halfMade: boolean;
};
export type EffectType = Effect["type"];
