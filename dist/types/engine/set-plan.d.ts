import type { SetupSteps } from "../lifecycle/events.js";
import type { Engine } from "./context.js";
import { type CreateRequest, type Plan } from "./create-plan.js";
import { type RoleFile } from "./roles.js";
/** One worktree of a set. */
export interface SetMember {
    /** A role of the config, or a directory `roles/NAME`. */
    readonly role?: string;
    readonly task?: string;
    readonly title?: string;
    /** The pattern of its branch. */
    readonly branch?: string;
    readonly base?: string;
}
/** A set of worktrees that are made together, all or none. */
export interface SetRequest {
    readonly members: readonly SetMember[];
    /** What they share; needed where a worktree has a role. */
    readonly session?: string;
    /** The same for worktrees that have tasks; one of the two there must be. */
    readonly run?: string;
    /** Where a member says nothing of its own. */
    readonly branch?: string;
    readonly base?: string;
    /** Which steps of the setup to run. Default: all. */
    readonly setup?: Partial<SetupSteps>;
    /** False: the files of the roles are left out. */
    readonly roleFiles?: boolean;
    /** Locks the new worktrees. */
    readonly lock?: boolean;
}
/** A member with everything that was found out of it. */
export interface PlannedMember {
    readonly request: CreateRequest;
    readonly plan: Plan;
    readonly roleFiles: readonly RoleFile[];
}
/** What is missing to make a set of these members; undefined: nothing. */
export declare function missingOf({ members, session, run }: SetRequest): "members" | "session" | "run" | undefined;
/**
 * Finds out everything that can be found out before anything is made: whether the roles exist, whether branches and
 * directories are free, whether the commands may run.
 * @throws ROLE_NOT_FOUND, CONFIG_INVALID, INVALID_BRANCH_NAME, and what `create` refuses; `details.key` names the place
 *   in the request, as `members[2].role` does
 */
export declare function planSet(engine: Engine, request: SetRequest): Promise<readonly PlannedMember[]>;
