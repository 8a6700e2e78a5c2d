import type { RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import type { RoleFile } from "./roles.js";
import type { RecordSession } from "./session.js";
/** What became of the role files of a worktree. */
export interface RoleCopy {
    /** New ones, and those that were replaced. */
    readonly copied: readonly string[];
    /** Edited in the worktree since they were copied: left as they are. */
    readonly kept: readonly string[];
    /** The role has them no more, and nobody had edited them: taken away. */
    readonly removed: readonly string[];
}
/** Notes what is to be copied, before the record is seen by anybody. */
export declare function planRoleFiles(engine: Engine, id: RecordId, files: readonly RoleFile[]): void;
/**
 * Copies the role files that a creation has planned, once: each whole, never over what git tracks or somebody wrote, and
 * never through a symbolic link. Idempotent.
 * @throws ENV_COPY_FAILED with the file, INTERRUPTED, the system group
 */
export declare function copyRoleFiles(session: RecordSession): Promise<void>;
/**
 * Brings the role files of a worktree up to date.
 * @param files those that the role has now
 * @param save saves what would be lost with the worktree; then edited ones are replaced as well, and what somebody else put
 *   in their place. Called at most once, when there are any
 */
export declare function renewRoleFiles(session: RecordSession, files: readonly RoleFile[], save?: () => Promise<unknown>): Promise<RoleCopy>;
/**
 * Files that were ignored when they were archived are not to turn up as untracked when they are back: those that nothing
 * keeps out of commits any more are kept out as role files are, as long as the worktree lives.
 */
export declare function keepHidden({ engine, id, record }: RecordSession, paths: readonly string[]): Promise<void>;
