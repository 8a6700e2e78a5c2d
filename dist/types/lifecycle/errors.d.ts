import * as z from "zod/mini";
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
export declare const errorCodeSchema: z.ZodMiniEnum<{
    NOT_A_REPO: "NOT_A_REPO";
    GIT_TOO_OLD: "GIT_TOO_OLD";
    GIT_FAILED: "GIT_FAILED";
    BRANCH_EXISTS: "BRANCH_EXISTS";
    BRANCH_CHECKED_OUT: "BRANCH_CHECKED_OUT";
    PATH_EXISTS: "PATH_EXISTS";
    WORKTREE_EXISTS: "WORKTREE_EXISTS";
    BRANCH_CREATION_FAILED: "BRANCH_CREATION_FAILED";
    WORKTREE_CREATION_FAILED: "WORKTREE_CREATION_FAILED";
    ROLE_NOT_FOUND: "ROLE_NOT_FOUND";
    INVALID_BRANCH_NAME: "INVALID_BRANCH_NAME";
    ENV_COPY_FAILED: "ENV_COPY_FAILED";
    DEPS_INSTALL_FAILED: "DEPS_INSTALL_FAILED";
    INIT_SCRIPT_FAILED: "INIT_SCRIPT_FAILED";
    UNTRUSTED: "UNTRUSTED";
    COMMIT_FAILED: "COMMIT_FAILED";
    MERGE_FAILED: "MERGE_FAILED";
    MERGE_CONFLICT: "MERGE_CONFLICT";
    CHECKOUT_FAILED: "CHECKOUT_FAILED";
    ABORT_FAILED: "ABORT_FAILED";
    CONFLICT_RESOLUTION_FAILED: "CONFLICT_RESOLUTION_FAILED";
    BASE_DIVERGED: "BASE_DIVERGED";
    INTERRUPTED: "INTERRUPTED";
    WORKTREE_REMOVAL_FAILED: "WORKTREE_REMOVAL_FAILED";
    WORKTREE_DIRTY: "WORKTREE_DIRTY";
    WORKTREE_IN_USE: "WORKTREE_IN_USE";
    WORKTREE_LOCKED: "WORKTREE_LOCKED";
    CLEANUP_FAILED: "CLEANUP_FAILED";
    PERMISSION_DENIED: "PERMISSION_DENIED";
    READONLY_FS: "READONLY_FS";
    NO_SPACE_LEFT: "NO_SPACE_LEFT";
    QUOTA_EXCEEDED: "QUOTA_EXCEEDED";
    FETCH_FAILED: "FETCH_FAILED";
    PUSH_REJECTED: "PUSH_REJECTED";
    TIMEOUT: "TIMEOUT";
    RATE_LIMITED: "RATE_LIMITED";
    NO_WORKTREE: "NO_WORKTREE";
    WORKTREE_NOT_FOUND: "WORKTREE_NOT_FOUND";
    INVALID_STATE: "INVALID_STATE";
    JOURNAL_CORRUPT: "JOURNAL_CORRUPT";
    CONFIG_INVALID: "CONFIG_INVALID";
    HOOK_BLOCKED: "HOOK_BLOCKED";
}>;
/** One file of a conflict, as it is reported and as the journal keeps it. */
export declare const conflictFileSchema: z.ZodMiniObject<{
    path: z.ZodMiniString<string>;
    kind: z.ZodMiniEnum<{
        content: "content";
        "add/add": "add/add";
        "modify/delete": "modify/delete";
        "rename/rename": "rename/rename";
        "rename/delete": "rename/delete";
        "rename/add": "rename/add";
        "file/directory": "file/directory";
        "directory-rename": "directory-rename";
        binary: "binary";
        submodule: "submodule";
        mode: "mode";
        other: "other";
    }>;
    count: z.ZodMiniInt;
    preview: z.ZodMiniObject<{
        ours: z.ZodMiniString<string>;
        theirs: z.ZodMiniString<string>;
    }, z.core.$strip>;
    autoResolvable: z.ZodMiniBoolean<boolean>;
}, z.core.$strip>;
export type ConflictFile = z.infer<typeof conflictFileSchema>;
/**
 * What an error carries for machines; every field is optional. The object is closed, so nothing unforeseen (a path, a
 * secret) can ride along into a note.
 */
export declare const errorDetailsSchema: z.ZodMiniObject<{
    branch: z.ZodMiniOptional<z.ZodMiniString<string>>;
    blockedBy: z.ZodMiniOptional<z.ZodMiniString<string>>;
    base: z.ZodMiniOptional<z.ZodMiniString<string>>;
    state: z.ZodMiniOptional<z.ZodMiniString<string>>;
    event: z.ZodMiniOptional<z.ZodMiniString<string>>;
    validEvents: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    conflictFiles: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
        path: z.ZodMiniString<string>;
        kind: z.ZodMiniEnum<{
            content: "content";
            "add/add": "add/add";
            "modify/delete": "modify/delete";
            "rename/rename": "rename/rename";
            "rename/delete": "rename/delete";
            "rename/add": "rename/add";
            "file/directory": "file/directory";
            "directory-rename": "directory-rename";
            binary: "binary";
            submodule: "submodule";
            mode: "mode";
            other: "other";
        }>;
        count: z.ZodMiniInt;
        preview: z.ZodMiniObject<{
            ours: z.ZodMiniString<string>;
            theirs: z.ZodMiniString<string>;
        }, z.core.$strip>;
        autoResolvable: z.ZodMiniBoolean<boolean>;
    }, z.core.$strip>>>;
    conflictTotal: z.ZodMiniOptional<z.ZodMiniInt>;
    uncommittedFiles: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    uncommittedTotal: z.ZodMiniOptional<z.ZodMiniInt>;
    files: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    lease: z.ZodMiniOptional<z.ZodMiniObject<{
        until: z.ZodMiniString<string>;
        holder: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    lock: z.ZodMiniOptional<z.ZodMiniObject<{
        reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    operation: z.ZodMiniOptional<z.ZodMiniString<string>>;
    step: z.ZodMiniOptional<z.ZodMiniString<string>>;
    exitCode: z.ZodMiniOptional<z.ZodMiniInt>;
    signal: z.ZodMiniOptional<z.ZodMiniString<string>>;
    output: z.ZodMiniOptional<z.ZodMiniString<string>>;
    timeoutMs: z.ZodMiniOptional<z.ZodMiniInt>;
    requiredMB: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    availableMB: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    found: z.ZodMiniOptional<z.ZodMiniString<string>>;
    required: z.ZodMiniOptional<z.ZodMiniString<string>>;
    key: z.ZodMiniOptional<z.ZodMiniString<string>>;
    nearest: z.ZodMiniOptional<z.ZodMiniString<string>>;
    file: z.ZodMiniOptional<z.ZodMiniString<string>>;
    line: z.ZodMiniOptional<z.ZodMiniInt>;
    column: z.ZodMiniOptional<z.ZodMiniInt>;
    headOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    targetOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    expectedOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    actualOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    commands: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
}, z.core.$strict>;
export type ErrorDetails = z.infer<typeof errorDetailsSchema>;
/** The same as it is read: a later version's entry may have more fields, and they are left out. */
export declare const knownErrorDetailsSchema: z.ZodMiniObject<{
    branch: z.ZodMiniOptional<z.ZodMiniString<string>>;
    blockedBy: z.ZodMiniOptional<z.ZodMiniString<string>>;
    base: z.ZodMiniOptional<z.ZodMiniString<string>>;
    state: z.ZodMiniOptional<z.ZodMiniString<string>>;
    event: z.ZodMiniOptional<z.ZodMiniString<string>>;
    validEvents: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    conflictFiles: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
        path: z.ZodMiniString<string>;
        kind: z.ZodMiniEnum<{
            content: "content";
            "add/add": "add/add";
            "modify/delete": "modify/delete";
            "rename/rename": "rename/rename";
            "rename/delete": "rename/delete";
            "rename/add": "rename/add";
            "file/directory": "file/directory";
            "directory-rename": "directory-rename";
            binary: "binary";
            submodule: "submodule";
            mode: "mode";
            other: "other";
        }>;
        count: z.ZodMiniInt;
        preview: z.ZodMiniObject<{
            ours: z.ZodMiniString<string>;
            theirs: z.ZodMiniString<string>;
        }, z.core.$strip>;
        autoResolvable: z.ZodMiniBoolean<boolean>;
    }, z.core.$strip>>>;
    conflictTotal: z.ZodMiniOptional<z.ZodMiniInt>;
    uncommittedFiles: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    uncommittedTotal: z.ZodMiniOptional<z.ZodMiniInt>;
    files: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    lease: z.ZodMiniOptional<z.ZodMiniObject<{
        until: z.ZodMiniString<string>;
        holder: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    lock: z.ZodMiniOptional<z.ZodMiniObject<{
        reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    operation: z.ZodMiniOptional<z.ZodMiniString<string>>;
    step: z.ZodMiniOptional<z.ZodMiniString<string>>;
    exitCode: z.ZodMiniOptional<z.ZodMiniInt>;
    signal: z.ZodMiniOptional<z.ZodMiniString<string>>;
    output: z.ZodMiniOptional<z.ZodMiniString<string>>;
    timeoutMs: z.ZodMiniOptional<z.ZodMiniInt>;
    requiredMB: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    availableMB: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
    found: z.ZodMiniOptional<z.ZodMiniString<string>>;
    required: z.ZodMiniOptional<z.ZodMiniString<string>>;
    key: z.ZodMiniOptional<z.ZodMiniString<string>>;
    nearest: z.ZodMiniOptional<z.ZodMiniString<string>>;
    file: z.ZodMiniOptional<z.ZodMiniString<string>>;
    line: z.ZodMiniOptional<z.ZodMiniInt>;
    column: z.ZodMiniOptional<z.ZodMiniInt>;
    headOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    targetOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    expectedOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    actualOid: z.ZodMiniOptional<z.ZodMiniString<string>>;
    reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    commands: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
}, z.core.$strip>;
export interface ErrorOptions {
    readonly details?: ErrorDetails;
    readonly recoverable?: boolean;
    readonly suggestedAction?: string;
    readonly cause?: unknown;
}
/** The one error type. Every door renders it the same way. */
export declare class CoppiceError extends Error {
    #private;
    readonly name = "CoppiceError";
    readonly code: ErrorCode;
    readonly details: ErrorDetails;
    readonly recoverable: boolean;
    readonly suggestedAction: string;
    constructor(code: ErrorCode, message: string, options?: ErrorOptions);
    /** The same error, saying which worktree it is about: its hint can be typed anywhere then. */
    concerning(branch: string): CoppiceError;
    /** The exit code of a command that ends in this error. */
    get exitCode(): number;
    /** The object that `--json` prints. */
    toJSON(): {
        code: ErrorCode;
        message: string;
        details: ErrorDetails;
        recoverable: boolean;
        suggestedAction: string;
    };
}
export {};
