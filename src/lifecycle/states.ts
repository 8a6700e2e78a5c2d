import { match } from "ts-pattern";
import * as z from "zod/mini";

/** The ten states of a managed worktree, in the order in which documentation shows them. */
export const statuses = [
  "creating",
  "initializing",
  "active",
  "dirty",
  "committing",
  "merging",
  "conflict",
  "removing",
  "removed",
  "error",
] as const;

export const statusSchema = z.enum(statuses);
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

const plain: StateProperties = {
  meaning: "",
  isTransient: false,
  isTerminal: false,
  allowsAgentAccess: false,
  allowsRemoval: "no",
  requiresCleanup: false,
  requiresResolution: false,
  requiresIntervention: false,
  hasUncommittedChanges: false,
  commandClasses: [],
};

/**
 * The properties of a state. `error` depends on which operation failed: after a commit or a merge the agent may
 * go on working to mend it.
 */
export function stateProperties(status: Status, failedOperation?: string): StateProperties {
  if (failedOperation !== undefined) return propertiesOf(status, failedOperation);
  const known = properties.get(status) ?? propertiesOf(status, undefined);
  properties.set(status, known);
  return known;
}

/** Thousands of records are asked for theirs: each state's are made once. */
const properties = new Map<Status, StateProperties>();

function propertiesOf(status: Status, failedOperation: string | undefined): StateProperties {
  return match(status)
    .returnType<StateProperties>()
    .with("creating", () => ({ ...plain, meaning: "git worktree add is running", isTransient: true }))
    .with("initializing", () => ({
      ...plain,
      meaning: "setup is running",
      isTransient: true,
      allowsRemoval: "yes",
      requiresCleanup: true,
      commandClasses: ["read"],
    }))
    .with("active", () => ({
      ...plain,
      meaning: "ready, clean",
      allowsAgentAccess: true,
      allowsRemoval: "yes",
      commandClasses: ["read", "local"],
    }))
    .with("dirty", () => ({
      ...plain,
      meaning: "has uncommitted changes",
      allowsAgentAccess: true,
      allowsRemoval: "force",
      hasUncommittedChanges: true,
      commandClasses: ["read", "local"],
    }))
    .with("committing", () => ({
      ...plain,
      meaning: "a commit is being made",
      isTransient: true,
      commandClasses: ["read", "commit"],
    }))
    .with("merging", () => ({
      ...plain,
      meaning: "the merge into base is being made",
      isTransient: true,
      commandClasses: ["read"],
    }))
    .with("conflict", () => ({
      ...plain,
      meaning: "the merge needs a decision",
      allowsAgentAccess: true,
      allowsRemoval: "force",
      requiresResolution: true,
      commandClasses: ["read", "resolve"],
    }))
    .with("removing", () => ({ ...plain, meaning: "clean-up is running", isTransient: true }))
    .with("removed", () => ({ ...plain, meaning: "terminal", isTerminal: true }))
    .with("error", () => {
      const workable = failedOperation === "commit" || failedOperation === "merge";
      return {
        ...plain,
        meaning: "an operation failed and needs a decision",
        allowsAgentAccess: workable,
        allowsRemoval: "yes",
        requiresCleanup: true,
        requiresIntervention: true,
        commandClasses: workable ? ["read", "local"] : ["read"],
      };
    })
    .exhaustive();
}
