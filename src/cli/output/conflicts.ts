import * as z from "zod/mini";
import { conflictFileSchema } from "../../lifecycle/error-schemas.js";
import { branchNameSchema, oidSchema } from "../../lifecycle/ids.js";

/** `coppice conflicts --json`. */
export const conflictsOutput = z.object({
  /** The bases of these worktrees, and the commits that were merged into; null: there is no such branch. */
  base: z.array(z.object({ branch: branchNameSchema, oid: z.nullable(oidSchema) })),
  pairs: z.array(
    z.object({
      branch: branchNameSchema,
      /** Base, or with --matrix another worktree's branch. */
      with: branchNameSchema,
      kind: z.enum(["base", "worktree"]),
      /** `contained`: there is nothing to merge. `unrelated`: the two share no commit. `unknown`: see `reason`. */
      outcome: z.enum(["clean", "conflict", "contained", "unrelated", "unknown"]),
      /** At most 100 of the files in conflict. */
      files: z.array(z.object({ path: z.string(), kind: conflictFileSchema.shape.kind })),
      total: z.int(),
      /** Why the outcome is unknown. */
      reason: z.nullable(z.string()),
    }),
  ),
  /**
   * With --order: what can be merged, best first. `outcome`: when everything before it is merged; `contained`: one of
   * those has brought it along.
   */
  order: z.array(
    z.object({
      branch: branchNameSchema,
      base: branchNameSchema,
      outcome: z.enum(["clean", "conflict", "contained"]),
    }),
  ),
});
