import type { Status } from "../git/status.js";
import type { Facts } from "../lifecycle/facts.js";
import { type RecordId } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import { type Located } from "./place.js";
export interface WorktreeFacts {
    readonly facts: Facts;
    /** Undefined when the worktree is not there or its status could not be read. Never taken for clean. */
    readonly status: Status | undefined;
    readonly located: Located | undefined;
}
/**
 * What is true of a record's own worktree now: one `git status`, the rest is read from files. What could not be
 * found out is left out, and every guard that needs it fails.
 * @param known the worktree's status, when it was read just before
 */
export declare function worktreeFacts(engine: Engine, record: WorktreeRecord, known?: Status): Promise<WorktreeFacts>;
/** The facts that one `git status` tells. */
export declare const statusFacts: (now: Status) => Pick<Facts, "uncommitted" | "unmerged">;
/** A worktree's status; undefined, with a warning, when it cannot be read. */
export declare function readStatus(engine: Engine, path: string, gitDir: string): Promise<Status | undefined>;
/** Where a record's worktree was found, and its status, unless that could not or was not to be read. */
export interface Sight {
    readonly located: Located | undefined;
    readonly status: Status | undefined;
}
/** Where many records' worktrees are. */
export type Places = ReadonlyMap<RecordId, Located | undefined>;
/** Finds the worktrees of many records. */
export declare const placesOf: (engine: Engine, ids: readonly RecordId[]) => Places;
/** Looks at the worktrees of many records at once. Without `dirtiness`, only at where they are. */
export declare const sightsOf: (engine: Engine, ids: readonly RecordId[], options?: {
    readonly dirtiness?: boolean;
}) => Promise<ReadonlyMap<RecordId, Sight>>;
/**
 * The same, of worktrees that were found.
 * @param seen is told each as soon as git has looked at it
 */
export declare function sightsAt(engine: Engine, places: Places, options?: {
    readonly dirtiness?: boolean;
}, seen?: (id: RecordId, sight: Sight) => void): Promise<ReadonlyMap<RecordId, Sight>>;
/** Whether the command, or the process that runs it, stands in a directory. */
export declare function runsInside(engine: Engine, directory: string): boolean;
