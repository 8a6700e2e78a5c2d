import * as z from "zod/mini";
declare const placeSchema: z.ZodMiniUnion<readonly [z.ZodMiniObject<{
    commit: z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">;
}, z.core.$strict>, z.ZodMiniObject<{
    directory: z.ZodMiniString<string>;
}, z.core.$strict>]>;
/** Where a command would run, and so which files it would find: a commit's tree or a directory. */
export type TrustPlace = z.infer<typeof placeSchema>;
/** Nothing readable means that nothing is trusted. */
export declare function readTrusted(commonDir: string): ReadonlySet<string>;
export declare function writeTrusted(commonDir: string, hashes: Iterable<string>): void;
export declare function readPending(commonDir: string): readonly TrustPlace[];
export declare function writePending(commonDir: string, places: readonly TrustPlace[]): void;
export {};
