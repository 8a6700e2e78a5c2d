import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type RoleCopy } from "./role-files.js";
export interface RoleUpdate extends RoleCopy {
    readonly record: WorktreeRecord;
    /** The ref under which edited files were saved before they were replaced; null: there were none. */
    readonly archive: string | null;
}
/**
 * Copies the files of a worktree's role again, as they are in the main worktree now. What was edited in the worktree stays
 * and is named; with force it is archived, then replaced. A file that the role has no more goes where nobody edited it.
 * @throws INVALID_STATE for a worktree without a role or with an operation that runs, ROLE_NOT_FOUND, ENV_COPY_FAILED,
 *   UNTRUSTED
 */
export declare function updateRole(engine: Engine, name: string | undefined, options?: {
    readonly force?: boolean;
}): Promise<RoleUpdate>;
