import * as z from "zod/mini";
import { strategySchema } from "../../lifecycle/events.js";
import { branchNameSchema, oidSchema, recordIdSchema } from "../../lifecycle/ids.js";
import { statusSchema } from "../../lifecycle/states.js";
import { failureSchema } from "./common.js";

/** How the merge of one worktree ended. */
export const mergeResultOutput = z.object({
  /** As it was named, when no record was found. */
  branch: z.string(),
  target: z.nullable(branchNameSchema),
  outcome: z.enum(["merged", "conflict", "already-merged", "failed", "refused"]),
  id: z.nullable(recordIdSchema),
  /** The record's state now. */
  status: z.nullable(statusSchema),
  strategy: z.optional(strategySchema),
  /** The commit that base was moved to; null when somebody else had landed the work. */
  mergeOid: z.optional(z.nullable(oidSchema)),
  /** Commits left out because base had their changes (rebase). */
  dropped: z.optional(z.array(oidSchema)),
  /** The worktree is gone, and the branch unless a warning says that it stays. */
  removed: z.optional(z.boolean()),
  /** Why they were kept. */
  kept: z.optional(z.nullable(z.string())),
  /** Of a conflict: `details.conflictFiles` with kind, count, preview and autoResolvable of each file. */
  error: z.optional(failureSchema),
});

/** `coppice merge --json`: one result for each worktree that was named, in their order. */
export const mergeOutput = z.object({
  results: z.array(mergeResultOutput),
  /** The first failure. */
  error: z.optional(failureSchema),
});

/** `coppice resolve --json`: how the merge ended that the resolution led to, or what is still open. */
export const resolveOutput = z.object({
  ...mergeResultOutput.shape,
  outcome: z.enum(["merged", "conflict", "already-merged", "failed", "refused", "pending"]),
  /** Pending: the worktree in which the conflict is laid out. */
  path: z.optional(z.string()),
  /** Pending: the files that are still open. */
  left: z.optional(z.array(z.string())),
});
