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
    /** Finds the worktrees. Without it nothing is known but what is journaled. Default true. */
    readonly places?: boolean;
    /** The removed records, too. Default false. */
    readonly removed?: boolean;
}
/** Is told what a list finds out, as soon as it does. */
export interface ListWatcher {
    /** All rows, with what is known without a look at files and commits. */
    begun(rows: readonly ListRow[]): void;
    /** One of them, whose files were looked at. */
    seen(row: ListRow): void;
    /** Their branches against their bases. */
    counted(counts: Counts): void;
}
/**
 * The live records, oldest first. Beside one `git status` for each worktree (in parallel, bounded) the number of git
 * processes does not depend on how many there are. One broken worktree is a row with problems, never an error.
 * @param watcher is told what is known before all is
 */
export declare function list(engine: Engine, options?: ListOptions, watcher?: ListWatcher): Promise<ListRow[]>;
/**
 * The rows of some records.
 * @param seen what was seen of their worktrees, when somebody has looked already
 */
export declare function rowsOf(engine: Engine, records: readonly WorktreeRecord[], options?: ListOptions, seen?: Promise<ReadonlyMap<RecordId, Sight>>, counted?: (counts: Counts) => void): Promise<ListRow[]>;
/** Commits that a branch has and base has not, and the reverse, by record id. */
export type Counts = ReadonlyMap<string, {
    readonly ahead: number;
    readonly behind: number;
}>;
