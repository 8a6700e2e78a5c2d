import type { Oid } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { type Brought, type Created } from "./create-make.js";
import { type CreateRequest } from "./create-plan.js";
export type { Created } from "./create-make.js";
export type { CreateRequest } from "./create-plan.js";
/**
 * Makes a worktree with its branch and sets it up. A branch that exists only on the remote is checked out, and
 * tracks it. Where the branch has a record that no clone holds (the Action made it), that one is taken up: see
 * `takeUpRecord`.
 * @throws ROLE_NOT_FOUND, INVALID_BRANCH_NAME, WORKTREE_EXISTS, BRANCH_EXISTS, BRANCH_CHECKED_OUT, PATH_EXISTS, NOT_A_REPO,
 *   BRANCH_CREATION_FAILED, UNTRUSTED: nothing was made. WORKTREE_CREATION_FAILED and the codes of the setup: the
 *   record is in `error`.
 */
export declare function create(engine: Engine, request: CreateRequest): Promise<Created>;
/**
 * As `create`, for a branch that starts at a commit that was brought; one that exists is taken as it is, with `adopt`.
 * @throws as `create`
 */
export declare function createAt(engine: Engine, request: CreateRequest, brought: Brought): Promise<Created>;
/**
 * As `create`, of a branch that exists, with what an archive holds put into the worktree before its creation ends.
 * @param archive undefined: there is nothing beside the branch's commits
 * @throws as `create`
 */
export declare function createRestored(engine: Engine, request: CreateRequest, archive: Oid | undefined): Promise<Created>;
