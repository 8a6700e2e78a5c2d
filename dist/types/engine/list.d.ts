import { type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type Sight } from "./facts.js";
import { type Observation } from "./observe.js";
/** What a list shows of one worktree. Null: unknown here, or not asked for. */
export interface ListRow {
    readonly record: WorktreeRecord;
    /** Its directory in this clone. */
    readonly path: string | null;
    /** What a look at it tells; `observed.status` is the state to show. */
    readonly observed: Observation;
    /** Commits of the branch that base has not, and the reverse. */
    readonly ahead: number | null;
    readonly behind: number | null;
    /** The lease that lives. */
    readonly lease: {
        readonly until: string;
        readonly holder: string;
    } | null;
    readonly lock: {
        readonly reason: string | null;
    } | null;
}
export interface ListOptions {
    /** Looks at the files: one `git status` for each worktree. Default true. */
    readonly dirtiness?: boolean;
    /** Counts commits against base. Default true. */
    readonly aheadBehind?: boolean;
}
/**
 * The live records, oldest first. Beside one `git status` for each worktree (in parallel, bounded) the number of git
 * processes does not depend on how many there are. One broken worktree is a row with problems, never an error.
 */
export declare function list(engine: Engine, options?: ListOptions): Promise<ListRow[]>;
/**
 * The rows of some records.
 * @param seen what was seen of their worktrees, when somebody has looked already
 */
export declare function rowsOf(engine: Engine, records: readonly WorktreeRecord[], options?: ListOptions, seen?: Promise<ReadonlyMap<RecordId, Sight>>): Promise<ListRow[]>;
