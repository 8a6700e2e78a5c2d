import { type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
export interface FindOptions {
    /** Removed records too, where no live one has the name: the newest of them. For reading its journal. */
    readonly removed?: boolean;
}
/**
 * The record that a person means: by branch, directory (absolute or relative to the cwd), unique prefix of the id;
 * without a name, that of the worktree the command runs in.
 * @throws NO_WORKTREE, with the nearest names; also, without a name, in a copy of a worktree
 */
export declare function findRecord(engine: Engine, name: string | undefined, options?: FindOptions): Promise<WorktreeRecord>;
/** The records that are not yet history. */
export declare function live(records: Iterable<WorktreeRecord>): WorktreeRecord[];
/**
 * The live record of a branch. Where two clones have adopted the branch there are several; the oldest is the record,
 * and every clone picks the same.
 */
export declare function recordOfBranch(records: Iterable<WorktreeRecord>, branch: string): WorktreeRecord | undefined;
/** The id of the managed worktree that the command runs in. */
export declare function hereId(engine: Engine): RecordId | undefined;
/** Whether `path` is `directory` or lies in it. Both are absolute. */
export declare function isInside(path: string, directory: string): boolean;
