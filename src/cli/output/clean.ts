import * as z from "zod/mini";
import { branchNameSchema, recordIdSchema } from "../../lifecycle/ids.js";
import { failureSchema } from "./common.js";

/** `coppice clean --json`: with `--dry-run` what would become of it. */
export const cleanOutput = z.object({
  dryRun: z.boolean(),
  worktrees: z.array(
    z.object({
      branch: branchNameSchema,
      /** Null: a branch of the set that no worktree is of any more. */
      id: z.nullable(recordIdSchema),
      outcome: z.enum(["removed", "failed", "skipped"]),
      /** Why it stays, or why such a branch goes. */
      because: z.nullable(z.string()),
      /** The ref that keeps what nothing else held. */
      archive: z.nullable(z.string()),
      error: z.optional(failureSchema),
    }),
  ),
  /** Directories that were empty then, absolute. */
  directories: z.array(z.string()),
  /** How many worktrees, branches without one and directories went, and how many of the first two stay. */
  counts: z.object({ worktrees: z.int(), branches: z.int(), directories: z.int(), kept: z.int() }),
  /** The first failure. */
  error: z.optional(failureSchema),
});
