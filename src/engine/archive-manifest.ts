import * as z from "zod/mini";
import { resolveCommit } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { branchNameSchema, type Oid, oidSchema, recordIdSchema } from "../lifecycle/ids.js";

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
export const manifestFile = "archive.json";

const paths = z.array(z.string());

export const manifestSchema = z.object({
  v: z.literal(1),
  /** The record whose worktree it was. */
  id: recordIdSchema,
  branch: branchNameSchema,
  base: z.nullable(branchNameSchema),
  /** The branch's tip; null: it had no commit any more. */
  tip: z.nullable(oidSchema),
  /** What HEAD stood at where that was not the branch. */
  detached: z.nullable(oidSchema),
  /** Files of the index that were not there. */
  deleted: paths,
  /** Permissions other than 644 and 755. */
  modes: z.record(z.string(), z.number()),
  /** How many files were staged, not staged, untracked, and ignored ones that had been edited. */
  counts: z.object({
    staged: z.number(),
    unstaged: z.number(),
    untracked: z.number(),
    ignored: z.number(),
  }),
  /** What could not be saved, as a person was told. */
  unsaved: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifest of an archive; undefined: it is one of commits alone. */
export async function readManifest(repo: Repository, archive: Oid): Promise<Manifest | undefined> {
  const object = await repo.objects().read(`${archive}:${manifestFile}`);
  if (object?.type !== "blob") return undefined;
  const parsed = manifestSchema.safeParse(parseJson(object.data.toString("utf8")));
  if (!parsed.success) return undefined;
  // A project may have a file of that name: ours names its own parent.
  const parent = await resolveCommit(repo, `${archive}^1`);
  return (parsed.data.tip ?? undefined) === parent || parsed.data.tip === null ? parsed.data : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
