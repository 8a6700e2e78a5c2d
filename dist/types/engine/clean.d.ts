import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, type RecordId } from "../lifecycle/ids.js";
import type { Engine } from "./context.js";
import { type ForceLevel } from "./removal-facts.js";
export interface CleanOptions {
    /** The worktrees of this session. */
    readonly session?: string;
    /** Those of this run; with a session, those that belong to both. */
    readonly run?: string;
    /** Those of every session and run. */
    readonly all?: boolean;
    readonly force?: ForceLevel;
    /** Only tells what would be done. */
    readonly dryRun?: boolean;
}
/** What became of one worktree, or of a branch without one. */
export interface CleanRow {
    readonly branch: BranchName;
    /** Null: a branch that no live record speaks of. */
    readonly id: RecordId | null;
    readonly outcome: "removed" | "failed" | "skipped";
    /** Why it stays, or why a branch goes; null: there is nothing to say. */
    readonly because: string | null;
    /** The ref that keeps what nothing else held. */
    readonly archive: string | null;
    readonly error: CoppiceError | null;
}
export interface Cleaned {
    readonly dryRun: boolean;
    readonly rows: readonly CleanRow[];
    /** Directories that held nothing any more, absolute. */
    readonly directories: readonly string[];
}
/**
 * Removes what belongs to sets: their worktrees with their branches, branches that are left of them, and directories that
 * are empty then. Each worktree goes by the rules of `remove`; what fails stays and stops no other. What another clone
 * holds is left to it.
 * @throws NO_WORKTREE when no worktree has, or ever had, that session or run, and nothing is left of it
 */
export declare function clean(engine: Engine, options: CleanOptions): Promise<Cleaned>;
