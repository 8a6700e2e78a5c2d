import * as z from "zod/mini";
/** What an editor shows beside a key. */
export declare const about: <T extends z.core.$ZodType>(description: string, schema: T) => T;
export declare const roleName: z.ZodMiniString<string>;
export declare const setPattern: z.ZodMiniString<string>;
export declare const configSchema: z.ZodMiniObject<{
    $schema: z.ZodMiniOptional<z.ZodMiniString<string>>;
    base: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    taskBranches: z.ZodMiniPrefault<z.ZodMiniPipe<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniArray<z.ZodMiniString<string>>]>, z.ZodMiniTransform<string[], string | string[]>>>;
    worktreeRoot: z.ZodMiniPrefault<z.ZodMiniString<string>>;
    directory: z.ZodMiniPrefault<z.ZodMiniString<string>>;
    setup: z.ZodMiniPrefault<z.ZodMiniObject<{
        envFiles: z.ZodMiniPrefault<z.ZodMiniArray<z.ZodMiniString<string>>>;
        install: z.ZodMiniPrefault<z.ZodMiniString<string>>;
        initScript: z.ZodMiniOptional<z.ZodMiniString<string>>;
        timeouts: z.ZodMiniPrefault<z.ZodMiniObject<{
            install: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
            initScript: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
        }, z.core.$strict>>;
    }, z.core.$strict>>;
    roles: z.ZodMiniPrefault<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniObject<{
        files: z.ZodMiniOptional<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>>;
        branch: z.ZodMiniOptional<z.ZodMiniString<string>>;
        setup: z.ZodMiniOptional<z.ZodMiniObject<{
            envFiles: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
            install: z.ZodMiniOptional<z.ZodMiniString<string>>;
            initScript: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strict>>;
    }, z.core.$strict>>>;
    sets: z.ZodMiniPrefault<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniObject<{
        roles: z.ZodMiniArray<z.ZodMiniString<string>>;
        branch: z.ZodMiniOptional<z.ZodMiniString<string>>;
        base: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    }, z.core.$strict>>>;
    merge: z.ZodMiniPrefault<z.ZodMiniObject<{
        strategy: z.ZodMiniPrefault<z.ZodMiniEnum<{
            merge: "merge";
            squash: "squash";
            rebase: "rebase";
        }>>;
        message: z.ZodMiniOptional<z.ZodMiniString<string>>;
        verify: z.ZodMiniOptional<z.ZodMiniString<string>>;
        keep: z.ZodMiniPrefault<z.ZodMiniBoolean<boolean>>;
        fetch: z.ZodMiniPrefault<z.ZodMiniBoolean<boolean>>;
        autoCommit: z.ZodMiniPrefault<z.ZodMiniBoolean<boolean>>;
        sign: z.ZodMiniPrefault<z.ZodMiniEnum<{
            never: "never";
            auto: "auto";
            always: "always";
        }>>;
    }, z.core.$strict>>;
    conflict: z.ZodMiniPrefault<z.ZodMiniObject<{
        resolver: z.ZodMiniOptional<z.ZodMiniString<string>>;
        timeout: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
    }, z.core.$strict>>;
    prune: z.ZodMiniPrefault<z.ZodMiniObject<{
        maxAgeDays: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
        graceDays: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
        completedDelayHours: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
        maxDiskGB: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
        archiveDays: z.ZodMiniPrefault<z.ZodMiniNumber<number>>;
        auto: z.ZodMiniPrefault<z.ZodMiniBoolean<boolean>>;
        exempt: z.ZodMiniPrefault<z.ZodMiniArray<z.ZodMiniString<string>>>;
    }, z.core.$strict>>;
    cleanup: z.ZodMiniPrefault<z.ZodMiniObject<{
        onPull: z.ZodMiniPrefault<z.ZodMiniBoolean<boolean>>;
    }, z.core.$strict>>;
    hooks: z.ZodMiniPrefault<z.ZodMiniObject<{
        install: z.ZodMiniPrefault<z.ZodMiniEnum<{
            none: "none";
            all: "all";
            core: "core";
        }>>;
        order: z.ZodMiniPrefault<z.ZodMiniEnum<{
            first: "first";
            after: "after";
        }>>;
        flush: z.ZodMiniPrefault<z.ZodMiniEnum<{
            detached: "detached";
            sync: "sync";
        }>>;
        failClosed: z.ZodMiniPrefault<z.ZodMiniBoolean<boolean>>;
    }, z.core.$strict>>;
    guard: z.ZodMiniPrefault<z.ZodMiniObject<{
        push: z.ZodMiniPrefault<z.ZodMiniEnum<{
            state: "state";
            strict: "strict";
        }>>;
    }, z.core.$strict>>;
    notesRef: z.ZodMiniPrefault<z.ZodMiniString<string>>;
    remote: z.ZodMiniOptional<z.ZodMiniString<string>>;
}, z.core.$strict>;
/** The whole configuration, defaults filled in. */
export type Config = z.infer<typeof configSchema>;
/** What a file, git's config or flags may say: every key may be left out. */
export type ConfigInput = z.input<typeof configSchema>;
