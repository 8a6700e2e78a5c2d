import { type BranchName, type Timestamp } from "./ids.js";
import type { WorktreeRecord } from "./record.js";
/** The two forms in which other tools keep what they know of worktrees; the views are written in them, too. */
export declare const toldForms: readonly ["workspace", "metadata"];
export type ToldForm = (typeof toldForms)[number];
/** A field of a file that does not get into the record, and why. */
export interface NotCarried {
    readonly field: string;
    readonly reason: string;
}
/** What a file of another tool tells of one worktree. Null: it says nothing of that. */
export interface Told {
    readonly type: "worktree" | "home";
    readonly branch: BranchName | null;
    readonly base: string | null;
    /** The worktree's directory and its repository's, as they are written: nothing to be followed. */
    readonly path: string | null;
    readonly repository: string | null;
    readonly createdAt: Timestamp | null;
    readonly pr: WorktreeRecord["pr"];
    readonly initScript: {
        readonly status: "success" | "failed";
        readonly error: string | null;
    } | null;
    readonly notCarried: readonly NotCarried[];
}
/** A file is not taken for what it should be: a sentence without a full stop. */
export interface NotTold {
    readonly reason: string;
}
/** How a form calls a field that both have. */
export declare const fieldName: (form: ToldForm, field: "createdAt" | "base" | "pr" | "scriptStatus") => string;
/**
 * Reads what a file of another tool says of one worktree. What makes it unclear which worktree is meant refuses it; a
 * field that cannot be read otherwise is left out, and named.
 * @param value what the file holds, parsed
 * @param now milliseconds since 1970: nothing was made after it
 */
export declare function readTold(form: ToldForm, value: unknown, now: number): Told | NotTold;
