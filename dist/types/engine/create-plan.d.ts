import { type RefInfo } from "../git/refs.js";
import type { SetupSteps } from "../lifecycle/events.js";
import type { BranchName, Oid, Timestamp } from "../lifecycle/ids.js";
import { type Base } from "./base.js";
import type { Engine } from "./context.js";
import { type RoleFile } from "./roles.js";
export interface CreateRequest {
    /** A branch: a new one, one that exists (`adopt`), one of the remote (`x`, `origin/x`). */
    readonly branch: string;
    /** A branch, or a remote-tracking one (`origin/x`: fork there, base is `x`). */
    readonly base?: string;
    readonly task?: string;
    readonly title?: string;
    /** Takes a branch that exists, or a worktree that plain git made of it. */
    readonly adopt?: boolean;
    /** Which steps of the setup to run. Default all; none for a worktree that exists already. */
    readonly setup?: Partial<SetupSteps>;
    /** Locks the new worktree. */
    readonly lock?: boolean;
    /** The role that it plays: one of the config, or a directory `roles/NAME`. Its files are copied, its setup runs. */
    readonly role?: string;
    /** False: the role's files are left out. */
    readonly roleFiles?: boolean;
    readonly session?: string;
    readonly run?: string;
    /** When a worktree that is adopted was begun, where another tool tells. */
    readonly createdAt?: Timestamp;
}
/**
 * The files that the role of a planned worktree brings; none for a worktree that exists, or that comes from elsewhere.
 * @throws ROLE_NOT_FOUND, PATH_EXISTS when git tracks one of them there, ENV_COPY_FAILED, UNTRUSTED
 */
export declare function roleFilesOf(engine: Engine, request: CreateRequest, plan: Plan): Promise<readonly RoleFile[]>;
/** What is to be made, found out before anything is. */
export interface Plan {
    readonly branch: BranchName;
    readonly base: Base;
    /** Where the worktree's HEAD will stand. */
    readonly start: Oid;
    /** The commit at which the branch left base. */
    readonly fork: Oid;
    /** The remote-tracking branch that the new one follows, `origin/x`. */
    readonly upstream: string | null;
    /** Branches with this name, or below it. */
    readonly refs: readonly RefInfo[];
    /** A worktree that plain git made of the branch. */
    readonly existing: {
        readonly path: string;
        readonly gitDir: string;
    } | undefined;
    readonly setup: SetupSteps;
    /** See `Brought`. */
    readonly foreign?: boolean;
}
export declare function planOf(engine: Engine, request: CreateRequest, brought?: Oid): Promise<Plan>;
/**
 * The commit at which a branch left base. Whoever branches off `origin/main` has left it later than a local `main` that
 * is behind tells.
 */
export declare function forkOf({ repo, config }: Engine, base: Base, start: Oid): Promise<Oid>;
