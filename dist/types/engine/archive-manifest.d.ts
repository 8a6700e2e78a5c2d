import * as z from "zod/mini";
import type { Repository } from "../git/repository.js";
import { type Oid } from "../lifecycle/ids.js";
/**
 * What an archive of more than commits is: a commit of Coppice's own whose first parent is the branch's tip, if it had
 * one. Its other parents are what else was checked out or in progress there. Its tree holds:
 *
 * - `archive.json`: this manifest;
 * - `index`: the worktree's index, byte for byte, but without what only holds in one place;
 * - `staged`: the files as the index has them, so that git keeps their contents; `stages`: those of unmerged files;
 * - `changed`, `untracked`, `ignored`: files as they lay there, without git's conversions;
 * - `modules`: submodules with something of their own;
 * - `operation`: what git had noted of an operation in progress. It is not put back, as it can name commands.
 *
 * Where there was nothing but commits and settings, the manifest stands alone. An archive of commits alone is the
 * branch's tip itself.
 */
export declare const manifestFile = "archive.json";
export declare const manifestSchema: z.ZodMiniObject<{
    v: z.ZodMiniLiteral<1>;
    id: z.core.$ZodBranded<z.ZodMiniString<string>, "RecordId", "out">;
    branch: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
    base: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    tip: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    detached: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    head: z.ZodMiniOptional<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    deleted: z.ZodMiniArray<z.ZodMiniString<string>>;
    modes: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
    counts: z.ZodMiniObject<{
        staged: z.ZodMiniNumber<number>;
        unstaged: z.ZodMiniNumber<number>;
        untracked: z.ZodMiniNumber<number>;
        ignored: z.ZodMiniNumber<number>;
    }, z.core.$strip>;
    unsaved: z.ZodMiniArray<z.ZodMiniString<string>>;
    settings: z.ZodMiniOptional<z.ZodMiniObject<{
        branch: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniString<string>, z.ZodMiniString<string>], null>>;
        worktree: z.ZodMiniArray<z.ZodMiniTuple<readonly [z.ZodMiniString<string>, z.ZodMiniString<string>], null>>;
        sparse: z.ZodMiniNullable<z.ZodMiniString<string>>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type Manifest = z.infer<typeof manifestSchema>;
/**
 * The manifest of an archive; undefined: it is one of commits alone.
 * @throws CoppiceError GIT_FAILED when it should have one, and that cannot be read
 */
export declare function readManifest(repo: Repository, archive: Oid): Promise<Manifest | undefined>;
/** Who writes the commits of archives. */
export declare const archivist: {
    readonly name: "Coppice";
    readonly email: "coppice@localhost";
};
/** How their messages begin. */
export declare const subject: (branch: string) => string;
