import * as z from "zod/mini";
import { resolveCommit } from "../git/refs.js";
import type { Repository } from "../git/repository.js";
import { CoppiceError } from "../lifecycle/errors.js";
import { branchNameSchema, type Oid, oidSchema, recordIdSchema } from "../lifecycle/ids.js";
import { settingsSchema } from "./archive-settings.js";

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
  /** The branch that it stood on there. */
  head: z.optional(branchNameSchema),
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
  /** What git's configuration says of the branch and of the worktree alone. */
  settings: z.optional(settingsSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A manifest has a line for each deleted file; whatever is longer than this is none of ours. */
const longest = 64 * 1024 * 1024;

/**
 * The manifest of an archive; undefined: it is one of commits alone.
 * @throws CoppiceError GIT_FAILED when it should have one, and that cannot be read
 */
export async function readManifest(repo: Repository, archive: Oid): Promise<Manifest | undefined> {
  const manifest = await parsedManifest(repo, archive);
  if (manifest !== undefined) return manifest;
  const { author, message } = await repo.objects().commit(archive);
  if (author.email !== archivist.email || !message.startsWith(subject(""))) return undefined;
  throw new CoppiceError("GIT_FAILED", "The archive cannot be read: its description is damaged or newer.", {
    suggestedAction: "Use the version of Coppice that wrote it, or look into it with git ls-tree.",
  });
}

/** Who writes the commits of archives. */
export const archivist = { name: "Coppice", email: "coppice@localhost" } as const;
/** How their messages begin. */
export const subject = (branch: string): string => `What is archived of ${branch}`;

async function parsedManifest(repo: Repository, archive: Oid): Promise<Manifest | undefined> {
  const name = `${archive}:${manifestFile}`;
  const info = await repo.objects().info(name);
  if (info?.type !== "blob" || info.size > longest) return undefined;
  const object = await repo.objects().read(info.oid);
  if (object === undefined) return undefined;
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
