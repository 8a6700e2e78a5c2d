import type { GitConfig } from "./config.js";
import type { GitRunner } from "./run.js";
/** Where the parts of a repository lie; absolute, symbolic links resolved. */
export interface Place {
    readonly gitDir: string;
    readonly commonDir: string;
    readonly worktree: string;
}
/** What git tells of its configuration, and of its version. */
export type BegunListing = ReturnType<GitRunner["runWithVersion"]>;
/**
 * Asks git for its effective configuration, and where each value comes from. That can begin before anything else is loaded;
 * the result has to be handed to `openRepository`, or its failure caught.
 */
export declare const beginListing: (cwd: string, git: GitRunner) => BegunListing;
/** What `beginListing` was told. */
export interface Listing {
    /** As `git config -z --list` prints it. */
    readonly values: string;
    /** The files that values of the repository's own configuration come from; relative to the top of the worktree. */
    readonly local: ReadonlySet<string>;
}
export declare function readListing(output: string): Listing;
/**
 * The repository that a directory lies in, as its files tell it, for `isConfirmed` to be asked about.
 * @returns undefined where that is not plain: git has to be asked
 */
export declare function nearPlace(cwd: string): Place | undefined;
/** Whether git found that very repository, and nothing in its configuration says that its parts lie elsewhere. */
export declare function isConfirmed({ commonDir, worktree }: Place, local: Listing["local"], config: GitConfig): boolean;
