import * as z from "zod/mini";
import { errorCodes } from "./error-codes.js";

export const errorCodeSchema = z.enum(errorCodes);

const shortText = z.string().check(z.maxLength(4096));
const paths = z.array(shortText).check(z.maxLength(200));

/** One file of a conflict, as it is reported and as the journal keeps it. */
export const conflictFileSchema = z.object({
  path: shortText,
  /** What git calls it: content, add/add, modify/delete, rename/rename, rename/delete, file/directory, binary, submodule, mode, other. */
  kind: z.enum([
    "content",
    "add/add",
    "modify/delete",
    "rename/rename",
    "rename/delete",
    "rename/add",
    "file/directory",
    "directory-rename",
    "binary",
    "submodule",
    "mode",
    "other",
  ]),
  /** How many conflicting regions it has; 1 where regions make no sense. */
  count: z.int().check(z.minimum(1)),
  /** Both sides of the first region, each cut to 250 characters; empty where there is no text. */
  preview: z.object({ ours: z.string().check(z.maxLength(500)), theirs: z.string().check(z.maxLength(500)) }),
  /** One side is empty, or both are equal. */
  autoResolvable: z.boolean(),
});
export type ConflictFile = z.infer<typeof conflictFileSchema>;

/**
 * What an error carries for machines; every field is optional. The object is closed, so nothing unforeseen (a path, a
 * secret) can ride along into a note.
 */
export const errorDetailsSchema = z.strictObject({
  branch: z.optional(shortText),
  /** The branch or worktree that stands in the way. */
  blockedBy: z.optional(shortText),
  base: z.optional(shortText),
  state: z.optional(shortText),
  event: z.optional(shortText),
  validEvents: z.optional(z.array(shortText).check(z.maxLength(50))),
  conflictFiles: z.optional(z.array(conflictFileSchema).check(z.maxLength(200))),
  conflictTotal: z.optional(z.int().check(z.minimum(0))),
  uncommittedFiles: z.optional(paths),
  uncommittedTotal: z.optional(z.int().check(z.minimum(0))),
  files: z.optional(paths),
  lease: z.optional(z.object({ until: shortText, holder: z.optional(shortText) })),
  lock: z.optional(z.object({ reason: z.optional(shortText) })),
  operation: z.optional(shortText),
  step: z.optional(shortText),
  exitCode: z.optional(z.int()),
  signal: z.optional(shortText),
  /** The end of a command's output, scrubbed. Local only: never journaled. */
  output: z.optional(z.string().check(z.maxLength(16384))),
  timeoutMs: z.optional(z.int()),
  requiredMB: z.optional(z.number()),
  availableMB: z.optional(z.number()),
  found: z.optional(shortText),
  required: z.optional(shortText),
  key: z.optional(shortText),
  nearest: z.optional(shortText),
  file: z.optional(shortText),
  line: z.optional(z.int()),
  column: z.optional(z.int()),
  headOid: z.optional(shortText),
  targetOid: z.optional(shortText),
  expectedOid: z.optional(shortText),
  actualOid: z.optional(shortText),
  reason: z.optional(shortText),
  commands: z.optional(z.array(shortText).check(z.maxLength(50))),
});
export type ErrorDetails = z.infer<typeof errorDetailsSchema>;

/** The same as it is read: a later version's entry may have more fields, and they are left out. */
export const knownErrorDetailsSchema = z.object(errorDetailsSchema.shape);
