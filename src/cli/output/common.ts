import * as z from "zod/mini";
import { errorCodeSchema, errorDetailsSchema } from "../../lifecycle/error-schemas.js";
import { oidSchema } from "../../lifecycle/ids.js";
import { recordSchema } from "../../lifecycle/record.js";

/** The object under `error`: of the catalogue, of a command line not understood, or of a fault in Coppice. */
export const failureSchema = z.object({
  code: z.union([errorCodeSchema, z.enum(["USAGE", "INTERNAL"])]),
  message: z.string(),
  details: errorDetailsSchema,
  recoverable: z.boolean(),
  suggestedAction: z.string(),
});

/** What every command prints when it fails as a whole. */
export const errorOutput = z.object({ error: failureSchema });

/** A record as commands print it: with the directory that it has in this clone. */
export const worktreeOutput = z.object({
  ...recordSchema.shape,
  /** Absolute; null when this clone has no directory of it. */
  path: z.nullable(z.string()),
});

/** The record after a command that made a commit. */
export const commitOutput = z.object({ ...worktreeOutput.shape, sha: oidSchema });

/** One worktree, or with `--roles`, `--tasks` or `--set` all of a set. */
export const createOutput = z.union([worktreeOutput, z.object({ worktrees: z.array(worktreeOutput) })]);
