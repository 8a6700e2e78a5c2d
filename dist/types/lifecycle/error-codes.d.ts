/** Groups of the catalogue, in the order in which the documentation lists them. */
export type ErrorGroup = "repository" | "creation" | "setup" | "git operations" | "removal" | "system" | "network" | "general";
interface CatalogueRow {
    readonly group: ErrorGroup;
    /** Whether the same command can succeed later without a person changing the repository's set-up. */
    readonly recoverable: boolean;
    /** The exit code of a command that ends in it. */
    readonly exit: 1 | 2 | 3 | 4 | 130;
    /** What to do next when the place that raised it knows nothing better. `<worktree>` becomes its branch, where known. */
    readonly suggestedAction: string;
}
/** Every error that Coppice can end in. */
export declare const errorCatalogue: {
    readonly NOT_A_REPO: CatalogueRow;
    readonly GIT_TOO_OLD: CatalogueRow;
    readonly GIT_FAILED: CatalogueRow;
    readonly BRANCH_EXISTS: CatalogueRow;
    readonly BRANCH_CHECKED_OUT: CatalogueRow;
    readonly PATH_EXISTS: CatalogueRow;
    readonly WORKTREE_EXISTS: CatalogueRow;
    readonly BRANCH_CREATION_FAILED: CatalogueRow;
    readonly WORKTREE_CREATION_FAILED: CatalogueRow;
    readonly ROLE_NOT_FOUND: CatalogueRow;
    readonly INVALID_BRANCH_NAME: CatalogueRow;
    readonly ENV_COPY_FAILED: CatalogueRow;
    readonly DEPS_INSTALL_FAILED: CatalogueRow;
    readonly INIT_SCRIPT_FAILED: CatalogueRow;
    readonly UNTRUSTED: CatalogueRow;
    readonly COMMIT_FAILED: CatalogueRow;
    readonly MERGE_FAILED: CatalogueRow;
    readonly MERGE_CONFLICT: CatalogueRow;
    readonly CHECKOUT_FAILED: CatalogueRow;
    readonly ABORT_FAILED: CatalogueRow;
    readonly CONFLICT_RESOLUTION_FAILED: CatalogueRow;
    readonly BASE_DIVERGED: CatalogueRow;
    readonly INTERRUPTED: CatalogueRow;
    readonly WORKTREE_REMOVAL_FAILED: CatalogueRow;
    readonly WORKTREE_DIRTY: CatalogueRow;
    readonly WORKTREE_IN_USE: CatalogueRow;
    readonly WORKTREE_LOCKED: CatalogueRow;
    readonly CLEANUP_FAILED: CatalogueRow;
    readonly PERMISSION_DENIED: CatalogueRow;
    readonly READONLY_FS: CatalogueRow;
    readonly NO_SPACE_LEFT: CatalogueRow;
    readonly QUOTA_EXCEEDED: CatalogueRow;
    readonly FETCH_FAILED: CatalogueRow;
    readonly PUSH_REJECTED: CatalogueRow;
    readonly TIMEOUT: CatalogueRow;
    readonly RATE_LIMITED: CatalogueRow;
    readonly NO_WORKTREE: CatalogueRow;
    readonly WORKTREE_NOT_FOUND: CatalogueRow;
    readonly INVALID_STATE: CatalogueRow;
    readonly JOURNAL_CORRUPT: CatalogueRow;
    readonly CONFIG_INVALID: CatalogueRow;
    readonly HOOK_BLOCKED: CatalogueRow;
};
export type ErrorCode = keyof typeof errorCatalogue;
/** All codes, in the catalogue's order. */
export declare const errorCodes: readonly ErrorCode[];
export {};
