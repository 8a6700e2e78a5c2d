import type { WorktreeRecord } from "../lifecycle/record.js";
import { type Archive } from "./archives.js";
import type { Engine } from "./context.js";
export interface RestoreOptions {
    /** When it was archived, as the archive's name says it (`20260102T030405Z`), or the beginning of that. */
    readonly at?: string;
}
export interface Restored {
    readonly record: WorktreeRecord;
    /** The worktree's directory, absolute. */
    readonly path: string;
    /** Where it came from; null: the branch's commits were all there, and nothing else was archived. */
    readonly archive: Archive | null;
}
/**
 * Brings back a removed worktree with its branch, its index and its uncommitted changes, as a new record; its setup is
 * not run. A restoring that was interrupted is finished.
 * @param name a branch, a removed record's id or its beginning, or an archive's name
 * @throws NO_WORKTREE (nothing is archived of it), WORKTREE_EXISTS, BRANCH_EXISTS (it stands elsewhere by now),
 *   BRANCH_CHECKED_OUT, PATH_EXISTS, and what `create` throws after it has begun
 */
export declare function restore(engine: Engine, name: string, options?: RestoreOptions): Promise<Restored>;
