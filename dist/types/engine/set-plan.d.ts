import { type SetFile } from "../config/set-file.js";
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
/** The pattern of a member's branch: its own, the set's, its role's, or the usual one. */
export declare const patternOf: (engine: Engine, { role, branch }: SetMember, ofSet: string | undefined) => string;
/**
 * What a name in the config's `sets`, or else a file, says of a set. A file is read as JSON, with comments where its name
 * ends in `c`.
 * @param place the name, or the file's path, absolute
 * @throws CONFIG_INVALID with file, line and column
 */
export declare function readSet({ config }: Engine, name: string, file: string): SetFile;
/** The members that a description of a set names: a worktree for each role, for each task, and those described one by one. */
export declare const membersOf: ({ roles, tasks, worktrees }: Partial<SetFile>) => SetMember[];
/** What is missing to make a set of these members; undefined: nothing. */
export declare function missingOf({ members, session, run }: SetRequest): "members" | "session" | "run" | undefined;
/**
 * Finds out everything that can be found out before anything is made: whether the roles exist, whether branches and
 * directories are free, whether the commands may run.
 * @throws ROLE_NOT_FOUND, CONFIG_INVALID, INVALID_BRANCH_NAME, and what `create` refuses
 */
export declare function planSet(engine: Engine, request: SetRequest): Promise<readonly PlannedMember[]>;
