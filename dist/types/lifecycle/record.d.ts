import * as z from "zod/mini";
/** What is known of one worktree: the fold of its journal. Version 1; fields are only ever added. */
export declare const recordSchema: z.ZodMiniObject<{
    v: z.ZodMiniLiteral<1>;
    id: z.core.$ZodBranded<z.ZodMiniString<string>, "RecordId", "out">;
    status: z.ZodMiniEnum<{
        error: "error";
        conflict: "conflict";
        creating: "creating";
        initializing: "initializing";
        active: "active";
        dirty: "dirty";
        committing: "committing";
        merging: "merging";
        removing: "removing";
        removed: "removed";
    }>;
    branch: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
    base: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    baseOid: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    type: z.ZodMiniEnum<{
        worktree: "worktree";
        home: "home";
    }>;
    owner: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">>;
    adopted: z.ZodMiniBoolean<boolean>;
    task: z.ZodMiniNullable<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        title: z.ZodMiniNullable<z.ZodMiniString<string>>;
        status: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    title: z.ZodMiniNullable<z.ZodMiniString<string>>;
    role: z.ZodMiniNullable<z.ZodMiniString<string>>;
    session: z.ZodMiniNullable<z.ZodMiniString<string>>;
    run: z.ZodMiniNullable<z.ZodMiniString<string>>;
    setup: z.ZodMiniObject<{
        copyEnv: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
        installDeps: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
        runInitScript: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
    }, z.core.$strip>;
    op: z.ZodMiniNullable<z.ZodMiniObject<{
        id: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        name: z.ZodMiniEnum<{
            commit: "commit";
            merge: "merge";
            create: "create";
            init: "init";
            resolve: "resolve";
            remove: "remove";
            observe: "observe";
        }>;
        since: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
        clone: z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">;
    }, z.core.$strip>>;
    ops: z.ZodMiniArray<z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">>;
    merge: z.ZodMiniNullable<z.ZodMiniObject<{
        target: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        strategy: z.ZodMiniEnum<{
            merge: "merge";
            squash: "squash";
            rebase: "rebase";
        }>;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        keep: z.ZodMiniBoolean<boolean>;
    }, z.core.$strip>>;
    removal: z.ZodMiniNullable<z.ZodMiniObject<{
        force: z.ZodMiniBoolean<boolean>;
        pruneBranch: z.ZodMiniBoolean<boolean>;
        discard: z.ZodMiniBoolean<boolean>;
        reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    commit: z.ZodMiniNullable<z.ZodMiniObject<{
        message: z.ZodMiniString<string>;
        author: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
    createdAt: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    updatedAt: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    lastActivity: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    headOid: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    envCopied: z.ZodMiniBoolean<boolean>;
    depsInstalled: z.ZodMiniBoolean<boolean>;
    initScriptRan: z.ZodMiniBoolean<boolean>;
    initScriptStatus: z.ZodMiniNullable<z.ZodMiniEnum<{
        success: "success";
        running: "running";
        failed: "failed";
    }>>;
    initScriptError: z.ZodMiniNullable<z.ZodMiniString<string>>;
    request: z.ZodMiniNullable<z.ZodMiniObject<{
        target: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        strategy: z.ZodMiniEnum<{
            merge: "merge";
            squash: "squash";
            rebase: "rebase";
        }>;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        keep: z.ZodMiniBoolean<boolean>;
        at: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    }, z.core.$strip>>;
    landed: z.ZodMiniNullable<z.ZodMiniObject<{
        target: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        mergeOid: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
        evidence: z.ZodMiniEnum<{
            tree: "tree";
            merge: "merge";
            ancestor: "ancestor";
            "patch-id": "patch-id";
            commits: "commits";
            "pull-request": "pull-request";
        }>;
        at: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    }, z.core.$strip>>;
    pr: z.ZodMiniNullable<z.ZodMiniObject<{
        number: z.ZodMiniInt;
        url: z.ZodMiniString<string>;
        title: z.ZodMiniString<string>;
        state: z.ZodMiniEnum<{
            open: "open";
            closed: "closed";
            merged: "merged";
        }>;
        createdAt: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    conflict: z.ZodMiniNullable<z.ZodMiniObject<{
        files: z.ZodMiniArray<z.ZodMiniObject<{
            path: z.ZodMiniString<string>;
            kind: z.ZodMiniEnum<{
                binary: "binary";
                content: "content";
                "add/add": "add/add";
                "modify/delete": "modify/delete";
                "rename/rename": "rename/rename";
                "rename/delete": "rename/delete";
                "rename/add": "rename/add";
                "file/directory": "file/directory";
                "directory-rename": "directory-rename";
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
        }, z.core.$strip>>;
        total: z.ZodMiniInt;
        autoResolvable: z.ZodMiniInt;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        targetOid: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    }, z.core.$strip>>;
    uncommittedFiles: z.ZodMiniNullable<z.ZodMiniObject<{
        files: z.ZodMiniArray<z.ZodMiniString<string>>;
        total: z.ZodMiniInt;
    }, z.core.$strip>>;
    lastError: z.ZodMiniNullable<z.ZodMiniObject<{
        code: z.ZodMiniEnum<{
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
        message: z.ZodMiniString<string>;
        details: z.ZodMiniObject<{
            branch: z.ZodMiniOptional<z.ZodMiniString<string>>;
            blockedBy: z.ZodMiniOptional<z.ZodMiniString<string>>;
            base: z.ZodMiniOptional<z.ZodMiniString<string>>;
            state: z.ZodMiniOptional<z.ZodMiniString<string>>;
            event: z.ZodMiniOptional<z.ZodMiniString<string>>;
            validEvents: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            conflictFiles: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
                path: z.ZodMiniString<string>;
                kind: z.ZodMiniEnum<{
                    binary: "binary";
                    content: "content";
                    "add/add": "add/add";
                    "modify/delete": "modify/delete";
                    "rename/rename": "rename/rename";
                    "rename/delete": "rename/delete";
                    "rename/add": "rename/add";
                    "file/directory": "file/directory";
                    "directory-rename": "directory-rename";
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
        operation: z.ZodMiniEnum<{
            commit: "commit";
            merge: "merge";
            create: "create";
            init: "init";
            resolve: "resolve";
            remove: "remove";
            observe: "observe";
        }>;
        recoverable: z.ZodMiniBoolean<boolean>;
        from: z.ZodMiniEnum<{
            error: "error";
            conflict: "conflict";
            creating: "creating";
            initializing: "initializing";
            active: "active";
            dirty: "dirty";
            committing: "committing";
            merging: "merging";
            removing: "removing";
            removed: "removed";
        }>;
        at: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    }, z.core.$strip>>;
    stale: z.ZodMiniNullable<z.ZodMiniObject<{
        lastActivity: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
        at: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    }, z.core.$strip>>;
    lock: z.ZodMiniNullable<z.ZodMiniObject<{
        reason: z.ZodMiniNullable<z.ZodMiniString<string>>;
        at: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    }, z.core.$strip>>;
    lease: z.ZodMiniNullable<z.ZodMiniObject<{
        until: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
        clone: z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">;
        holder: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    mergedAt: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">>;
    removedAt: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">>;
}, z.core.$strip>;
export type WorktreeRecord = z.infer<typeof recordSchema>;
