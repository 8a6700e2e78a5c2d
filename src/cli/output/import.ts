import * as z from "zod/mini";
import { branchNameSchema, recordIdSchema } from "../../lifecycle/ids.js";
import { toldForms } from "../../lifecycle/told.js";
import { failureSchema } from "./common.js";

/** `coppice import --json`: with `--dry-run` what would become of each. */
export const importOutput = z.object({
  form: z.enum(toldForms),
  dryRun: z.boolean(),
  worktrees: z.array(
    z.object({
      /** Relative to the directory. */
      file: z.string(),
      /** Which of a file that holds a list, from 0. */
      index: z.nullable(z.int()),
      /** `known`: it has a record of this clone already. */
      outcome: z.enum(["adopted", "known", "skipped", "failed"]),
      /** Null: the file names none. */
      branch: z.nullable(branchNameSchema),
      id: z.nullable(recordIdSchema),
      /** Why it is skipped, or failed. */
      because: z.nullable(z.string()),
      /** Fields that got into the record now. */
      carried: z.array(z.string()),
      notCarried: z.array(z.object({ field: z.string(), reason: z.string() })),
      error: z.optional(failureSchema),
    }),
  ),
  counts: z.object({ adopted: z.int(), known: z.int(), skipped: z.int(), failed: z.int() }),
  /** Whether anything was journaled, or would be. */
  changed: z.boolean(),
  /** The first failure. */
  error: z.optional(failureSchema),
});
