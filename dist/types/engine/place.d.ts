import { type LinkState } from "../git/worktree-links.js";
import type { RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
/** Where a record's worktree lies in this clone, and whether it still is that worktree. */
export interface Located {
    readonly path: string;
    /** Its registration, `<common>/worktrees/<id>`; undefined when git knows of none. */
    readonly gitDir: string | undefined;
    /** "unregistered": something is there, and git lists it as no worktree of this record. */
    readonly state: LinkState | "unregistered";
}
/**
 * Finds a record's worktree. The registration that carries the record's mark decides (git keeps it right through
 * `git worktree move`); the noted path only where there is none. A path never comes from a note.
 * @returns undefined when this clone never had one, or when it is gone with everything that was known of it
 */
export declare const locate: (engine: Engine, id: RecordId) => Located | undefined;
/** Finds the worktrees of many records; the registrations are read once for all. */
export declare function locateAll(engine: Engine, ids: readonly RecordId[]): ReadonlyMap<RecordId, Located | undefined>;
/**
 * The directory of a record's worktree, certain to be it.
 * @throws WORKTREE_NOT_FOUND when it is gone, moved by hand, replaced, or in another clone
 */
export declare function worktreePath(engine: Engine, record: WorktreeRecord): string;
/** Like `worktreePath`, with the worktree's own git directory. */
export declare function present(engine: Engine, record: WorktreeRecord): {
    readonly path: string;
    readonly gitDir: string;
};
/** Whether another clone holds the record's directory: only that one can do anything with it. */
export declare const isElsewhere: ({ clone }: Engine, { owner }: WorktreeRecord) => boolean;
/** What is wrong with a worktree that is not there as it should be, as the end of a sentence. */
export declare function absence(engine: Engine, record: WorktreeRecord, located: Located | undefined): string;
