import type { Status } from "../git/status.js";
import type { LifecycleEventInput } from "../lifecycle/events.js";
import type { OpId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import { type ForceLevel } from "./removal-facts.js";
import { type RecordSession } from "./session.js";
export interface RemoveOptions {
    /** How often the person said `--force`. Default 0. */
    readonly force?: ForceLevel;
    readonly keepBranch?: boolean;
    /** Gives up, knowingly, what force would lose. */
    readonly discard?: boolean;
}
/**
 * As `remove`, under a lock that is held.
 * @param known the worktree's status, when it was read under that lock
 */
export declare function removeUnder(session: RecordSession, options: RemoveOptions, known?: Status): Promise<WorktreeRecord>;
export declare const removeEvent: (options: RemoveOptions) => LifecycleEventInput & {
    readonly op: OpId;
};
