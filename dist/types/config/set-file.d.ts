import * as z from "zod/mini";
/** How large a file that describes a set may be, in bytes. */
export declare const largestSetFile = 1048576;
/** How many worktrees one set may have. */
export declare const mostMembers = 200;
export declare const setFileSchema: z.ZodMiniObject<{
    $schema: z.ZodMiniOptional<z.ZodMiniString<string>>;
    session: z.ZodMiniOptional<z.ZodMiniString<string>>;
    run: z.ZodMiniOptional<z.ZodMiniString<string>>;
    base: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    branch: z.ZodMiniOptional<z.ZodMiniString<string>>;
    roles: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    tasks: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString<string>>>;
    worktrees: z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniObject<{
        role: z.ZodMiniOptional<z.ZodMiniString<string>>;
        task: z.ZodMiniOptional<z.ZodMiniString<string>>;
        title: z.ZodMiniOptional<z.ZodMiniString<string>>;
        branch: z.ZodMiniOptional<z.ZodMiniString<string>>;
        base: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    }, z.core.$strict>>>;
}, z.core.$strict>;
/** What a file says of a set. */
export type SetFile = z.infer<typeof setFileSchema>;
/**
 * Reads the text of a file that describes a set. Comments and trailing commas are allowed where its name ends in `c`.
 * @param fileName as messages name it
 * @throws CONFIG_INVALID with file, line and column and the nearest known key
 */
export declare const parseSetFile: (fileName: string, text: string) => SetFile;
