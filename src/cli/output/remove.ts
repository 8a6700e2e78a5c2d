import * as z from "zod/mini";
import { recordIdSchema } from "../../lifecycle/ids.js";
import { statusSchema } from "../../lifecycle/states.js";
import { failureSchema } from "./common.js";

/** `coppice remove --json`: one result for each worktree that was named. */
export const removeOutput = z.object({
  results: z.array(
    z.object({
      /** As it was named, when no record was found; null when none was named. */
      branch: z.nullable(z.string()),
      outcome: z.enum(["removed", "failed"]),
      id: z.optional(recordIdSchema),
      status: z.optional(statusSchema),
      branchKept: z.optional(z.boolean()),
      /** Where what would have been lost was saved; null: nothing would have been. */
      archive: z.optional(z.nullable(z.string())),
      error: z.optional(failureSchema),
    }),
  ),
  /** The first failure. */
  error: z.optional(failureSchema),
});
