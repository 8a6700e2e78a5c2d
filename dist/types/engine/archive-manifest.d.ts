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
 * - `changed`, `untracked`, `ignored`: files as they lay there, without git's conversions.
 *
 * An archive of commits alone is the branch's tip itself.
 */
export declare const manifestFile = "archive.json";
export declare const manifestSchema: z.ZodMiniObject<{
    v: z.ZodMiniLiteral<1>;
    id: z.core.$ZodBranded<z.ZodMiniString<string>, "RecordId", "out">;
    branch: z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">;
    base: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "BranchName", "out">>;
    tip: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    detached: z.ZodMiniNullable<z.core.$ZodBranded<z.ZodMiniString<string>, "Oid", "out">>;
    deleted: z.ZodMiniArray<z.ZodMiniString<string>>;
    modes: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
    counts: z.ZodMiniObject<{
        staged: z.ZodMiniNumber<number>;
        unstaged: z.ZodMiniNumber<number>;
        untracked: z.ZodMiniNumber<number>;
        ignored: z.ZodMiniNumber<number>;
    }, z.core.$strip>;
    unsaved: z.ZodMiniArray<z.ZodMiniString<string>>;
}, z.core.$strip>;
export type Manifest = z.infer<typeof manifestSchema>;
/** The manifest of an archive; undefined: it is one of commits alone. */
export declare function readManifest(repo: Repository, archive: Oid): Promise<Manifest | undefined>;
