import * as z from "zod/mini";
/** The ten states of a managed worktree, in the order in which documentation shows them. */
export declare const statuses: readonly ["creating", "initializing", "active", "dirty", "committing", "merging", "conflict", "removing", "removed", "error"];
export declare const statusSchema: z.ZodMiniEnum<{
    error: "error";
    conflict: "conflict";
    creating: "creating";
    initializing: "initializing";
    active: "active";
    dirty: "dirty";
    committing: "committing";
    merging: "merging";
    removing: "removing";
    removed: "removed";
}>;
export type Status = z.infer<typeof statusSchema>;
/** The classes of git commands that a state allows inside a managed worktree. */
export type CommandClass = "read" | "local" | "commit" | "resolve";
/** What is true of every worktree in a state; code, guard and documentation read it from here. */
export interface StateProperties {
    readonly meaning: string;
    /** The state exists only while an operation runs. */
    readonly isTransient: boolean;
    readonly isTerminal: boolean;
    readonly allowsAgentAccess: boolean;
    readonly allowsRemoval: "yes" | "force" | "no";
    /** Something half-made may lie on disk. */
    readonly requiresCleanup: boolean;
    readonly requiresResolution: boolean;
    readonly requiresIntervention: boolean;
    readonly hasUncommittedChanges: boolean;
    readonly commandClasses: readonly CommandClass[];
}
/**
 * The properties of a state. `error` depends on which operation failed: after a commit or a merge the agent may
 * go on working to mend it.
 */
export declare function stateProperties(status: Status, failedOperation?: string): StateProperties;
