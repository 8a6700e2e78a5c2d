import { type RecordId, type Timestamp } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
export interface HomeTracked {
    readonly record: WorktreeRecord;
    /** False: it was tracked before. */
    readonly made: boolean;
}
/** The live record of this clone's home workspace. Other clones have their own. */
export declare const homeOf: (engine: Engine, records: Iterable<WorktreeRecord>) => WorktreeRecord | undefined;
/**
 * Refuses a repository that has no main worktree, or no commit: nothing is changed before that is known.
 * @throws NOT_A_REPO
 */
export declare function requireHome({ repo }: Engine): Promise<void>;
/**
 * Gives the main worktree a record, once in each clone. A record whose making was interrupted is finished.
 * @param told when it was begun, where another tool that kept it tells
 * @throws NOT_A_REPO, INVALID_STATE while another process works on its record
 */
export declare function trackHome(engine: Engine, told?: Timestamp): Promise<HomeTracked>;
/**
 * Ends the record of the home workspace. Nothing of the main worktree or of any branch is touched.
 * @throws INVALID_STATE: it is another clone's, or another process works on it
 */
export declare const endHome: (engine: Engine, id: RecordId) => Promise<WorktreeRecord>;
