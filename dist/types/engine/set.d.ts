import type { Engine } from "./context.js";
import { type Created } from "./create-make.js";
import { type SetRequest } from "./set-plan.js";
export type { SetMember, SetRequest } from "./set-plan.js";
export interface CreatedSet {
    /** In the order of the members. */
    readonly worktrees: readonly Created[];
}
/**
 * Makes the worktrees of a set, all or none: they become `active` together, and when one of them fails everything that
 * was made of the others goes, with branches and directories; their records end as removed. Killed at any moment, the
 * set is taken back, or finished where all of it was ready, by the next `createSet`, `create` or `clean`, or by doctor.
 * Worktrees are made one after the other, as git loses some in parallel; their setups run in parallel.
 * @throws ROLE_NOT_FOUND, CONFIG_INVALID, INVALID_BRANCH_NAME, UNTRUSTED and what `create` refuses: nothing was made.
 *   What else `create` throws: nothing is left of the set.
 */
export declare function createSet(engine: Engine, request: SetRequest): Promise<CreatedSet>;
