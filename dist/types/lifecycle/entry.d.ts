import * as z from "zod/mini";
export declare const doorSchema: z.ZodMiniEnum<{
    cli: "cli";
    hook: "hook";
    action: "action";
    doctor: "doctor";
}>;
export type Door = z.infer<typeof doorSchema>;
/** Who appended an entry, through which door, from which clone. */
export declare const actorSchema: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    door: z.ZodMiniEnum<{
        cli: "cli";
        hook: "hook";
        action: "action";
        doctor: "doctor";
    }>;
    clone: z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">;
}, z.core.$strip>;
export type Actor = z.infer<typeof actorSchema>;
/** One line of a journal. `t` comes first, so that the byte order of lines is their causal order. */
export declare const entrySchema: z.ZodMiniObject<{
    t: z.core.$ZodBranded<z.ZodMiniString<string>, "Stamp", "out">;
    v: z.ZodMiniLiteral<1>;
    at: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    by: z.ZodMiniObject<{
        name: z.ZodMiniString<string>;
        door: z.ZodMiniEnum<{
            cli: "cli";
            hook: "hook";
            action: "action";
            doctor: "doctor";
        }>;
        clone: z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">;
    }, z.core.$strip>;
    nonce: z.ZodMiniOptional<z.ZodMiniString<string>>;
    event: z.ZodMiniDiscriminatedUnion<[z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"CREATE">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        branch: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        base: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
        baseOid: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
        clone: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">>;
        kind: z.ZodMiniDefault<z.ZodMiniEnum<{
            worktree: "worktree";
            home: "home";
        }>>;
        task: z.ZodMiniOptional<z.ZodMiniString<string>>;
        title: z.ZodMiniOptional<z.ZodMiniString<string>>;
        role: z.ZodMiniOptional<z.ZodMiniString<string>>;
        session: z.ZodMiniOptional<z.ZodMiniString<string>>;
        run: z.ZodMiniOptional<z.ZodMiniString<string>>;
        adopted: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        createdAt: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">>;
        setup: z.ZodMiniDefault<z.ZodMiniObject<{
            copyEnv: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
            installDeps: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
            runInitScript: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
        }, z.core.$strip>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"INIT_COMPLETE">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        envCopied: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        depsInstalled: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        initScriptRun: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        sha: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
        mergeOid: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
        targetOid: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"MODIFY">;
        filesChanged: z.ZodMiniArray<z.ZodMiniString<string>>;
        total: z.ZodMiniInt;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"DISCARD">;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"COMMIT">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        message: z.ZodMiniString<string>;
        messageLength: z.ZodMiniOptional<z.ZodMiniInt>;
        author: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"MERGE">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        target: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        strategy: z.ZodMiniDefault<z.ZodMiniEnum<{
            merge: "merge";
            squash: "squash";
            rebase: "rebase";
        }>>;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        keep: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"RESOLVE_CONFLICT">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        resolution: z.ZodMiniEnum<{
            ours: "ours";
            theirs: "theirs";
            manual: "manual";
        }>;
        files: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
        total: z.ZodMiniOptional<z.ZodMiniInt>;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        keep: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"ABORT_MERGE">;
        reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"REMOVE">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        force: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
        pruneBranch: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
        discard: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
        pass: z.ZodMiniOptional<z.ZodMiniObject<{
            id: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
            left: z.ZodMiniInt;
        }, z.core.$strip>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"PRUNE">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        reason: z.ZodMiniEnum<{
            stale: "stale";
            manual: "manual";
            task_completed: "task_completed";
            branch_deleted: "branch_deleted";
            orphaned: "orphaned";
        }>;
        pass: z.ZodMiniOptional<z.ZodMiniObject<{
            id: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
            left: z.ZodMiniInt;
        }, z.core.$strip>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"ERROR">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
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
        details: z.ZodMiniDefault<z.ZodMiniObject<{
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
        }, z.core.$strip>>;
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
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"RETRY">;
        op: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
        operation: z.ZodMiniEnum<{
            commit: "commit";
            merge: "merge";
            create: "create";
            init: "init";
            resolve: "resolve";
            remove: "remove";
            observe: "observe";
        }>;
        run: z.ZodMiniDefault<z.ZodMiniBoolean<boolean>>;
        pass: z.ZodMiniOptional<z.ZodMiniObject<{
            id: z.core.$ZodBranded<z.ZodMiniString<string>, "OpId", "out">;
            left: z.ZodMiniInt;
        }, z.core.$strip>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"REQUEST">;
        target: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        strategy: z.ZodMiniDefault<z.ZodMiniEnum<{
            merge: "merge";
            squash: "squash";
            rebase: "rebase";
        }>>;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        keep: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"WITHDRAW">;
        reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"LANDED">;
        target: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        headOid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        mergeOid: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
        evidence: z.ZodMiniEnum<{
            tree: "tree";
            merge: "merge";
            ancestor: "ancestor";
            "patch-id": "patch-id";
            commits: "commits";
            "pull-request": "pull-request";
        }>;
    }, z.core.$strip>, z.ZodMiniObject<{
        number: z.ZodMiniInt;
        url: z.ZodMiniString<string>;
        title: z.ZodMiniString<string>;
        state: z.ZodMiniEnum<{
            open: "open";
            closed: "closed";
            merged: "merged";
        }>;
        createdAt: z.ZodMiniString<string>;
        type: z.ZodMiniLiteral<"PR">;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"INIT_SCRIPT">;
        status: z.ZodMiniEnum<{
            success: "success";
            running: "running";
            failed: "failed";
        }>;
        error: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"HEAD">;
        oid: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
        branch: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
        from: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"OWN">;
        clone: z.core.$ZodBranded<z.ZodMiniString<string>, "CloneId", "out">;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"TASK">;
        id: z.ZodMiniString<string>;
        title: z.ZodMiniOptional<z.ZodMiniString<string>>;
        status: z.ZodMiniString<string>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"STALE">;
        lastActivity: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"LOCK">;
        reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"UNLOCK">;
        reason: z.ZodMiniOptional<z.ZodMiniString<string>>;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"LEASE">;
        until: z.core.$ZodBranded<z.ZodMiniString<string>, "Timestamp", "out">;
    }, z.core.$strip>, z.ZodMiniObject<{
        type: z.ZodMiniLiteral<"RELEASE">;
    }, z.core.$strip>], "type">;
}, z.core.$strip>;
export type Entry = z.infer<typeof entrySchema>;
/** What the reducer needs of an entry. */
export type Happening = Pick<Entry, "at" | "by" | "event">;
