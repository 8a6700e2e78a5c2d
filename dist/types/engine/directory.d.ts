import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
/** What the `directory` pattern of the config can name. */
export interface DirectoryNames {
    readonly branch: string;
    readonly role?: string | undefined;
    readonly session?: string | undefined;
    readonly run?: string | undefined;
    readonly task?: string | undefined;
}
/**
 * The directory for a new worktree: the root and the pattern of the config, each part of it a name that every file
 * system takes. Where a worktree has that name already (names that sanitize alike, or differ in case alone), the
 * branch gets one of its own.
 * @param records all records; the directories of the live ones are taken
 * @throws UNTRUSTED where the repository's own files lead elsewhere, CONFIG_INVALID where they would lie among git's
 */
export declare function newDirectory(engine: Engine, names: DirectoryNames, records: Iterable<WorktreeRecord>): Promise<string>;
/** Nothing is there, or an empty directory. */
export declare function isFree(path: string): boolean;
