import * as z from "zod/mini";
import { branchNameSchema } from "../../lifecycle/ids.js";

/** `contained`: there is nothing to merge. `unrelated`: the two share no commit. */
const outcome = z.enum(["clean", "conflict", "contained", "unrelated"]);

/** `coppice conflicts --json`. */
export const conflictsOutput = z.object({
  pairs: z.array(
    z.object({
      branch: branchNameSchema,
      /** Base, or with --matrix another worktree's branch. */
      with: branchNameSchema,
      kind: z.enum(["base", "worktree"]),
      outcome,
      /** At most 100 of the files in conflict. */
      files: z.array(z.string()),
      total: z.int(),
    }),
  ),
  /** With --order; `outcome`: when everything before it is merged. */
  order: z.array(z.object({ branch: branchNameSchema, base: branchNameSchema, outcome })),
});
