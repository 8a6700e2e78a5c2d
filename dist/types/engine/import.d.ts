import { CoppiceError } from "../lifecycle/errors.js";
import { type BranchName, type RecordId } from "../lifecycle/ids.js";
import { type NotCarried, type ToldForm } from "../lifecycle/told.js";
import type { Engine } from "./context.js";
export interface ImportOptions {
    /** Only tells what would be done. */
    readonly dryRun?: boolean;
}
/** What became of what one file tells of one worktree. */
export interface ImportRow {
    /** Relative to the directory, with slashes. */
    readonly file: string;
    /** Of a file that holds a list: which of it, from 0. */
    readonly index: number | null;
    /** `known`: the worktree has a record of this clone already. */
    readonly outcome: "adopted" | "known" | "skipped" | "failed";
    readonly branch: BranchName | null;
    /** Null: it has none, or none yet. */
    readonly id: RecordId | null;
    /** Why it is skipped, or failed; null: there is nothing to say. */
    readonly because: string | null;
    /** The fields that got into the record now, as the file's form calls them. */
    readonly carried: readonly string[];
    readonly notCarried: readonly NotCarried[];
    readonly error: CoppiceError | null;
}
export interface Imported {
    readonly form: ToldForm;
    readonly dryRun: boolean;
    readonly rows: readonly ImportRow[];
    /** Whether anything was journaled, or would be. */
    readonly changed: boolean;
}
/**
 * Takes over worktrees from another tool: each JSON file below the directory tells of one. Where it is a worktree of this
 * repository that no record tells of, it is adopted as it stands; what the file tells beside is carried into the record
 * as far as that has a place for it and says nothing of it yet. No file and no worktree is changed.
 * @throws WORKTREE_NOT_FOUND when there is no such directory, and the system group; a failure of one stops no other
 */
export declare function importTold(engine: Engine, form: ToldForm, directory: string, options?: ImportOptions): Promise<Imported>;
