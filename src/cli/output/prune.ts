import * as z from "zod/mini";
import type { SkipReason } from "../../engine/prune-verdict.js";
import { evidenceSchema, pruneReasonSchema } from "../../lifecycle/events.js";
import { branchNameSchema, recordIdSchema, timestampSchema } from "../../lifecycle/ids.js";
import { failureSchema } from "./common.js";

/** Why a worktree stays. */
const skipReasons = [
  "new",
  "worked-on",
  "delay",
  "grace",
  "marked",
  "unknown",
  "running",
  "leased",
  "locked",
  "uncommitted",
  "in-progress",
  "pull-request",
  "owned",
  "elsewhere",
  "base",
  "default",
  "protected",
  "exempt",
  "inside",
  "operation",
  "switched",
  "missing",
  "conflict",
  "submitted",
  "refused",
  "no-task",
  "interrupted",
] as const satisfies readonly SkipReason[];

/** `coppice prune --json`: one item for each worktree, oldest first; with `--dry-run` what would become of it. */
export const pruneOutput = z.object({
  dryRun: z.boolean(),
  worktrees: z.array(
    z.object({
      id: recordIdSchema,
      branch: branchNameSchema,
      verdict: z.enum(["removed", "failed", "skipped"]),
      /** Why it went, or was to go; of a skipped one why it stays. */
      reason: z.union([pruneReasonSchema, z.enum(skipReasons)]),
      /** The same for people. */
      because: z.string(),
      /** How it is known that base has its work. */
      evidence: z.nullable(evidenceSchema),
      /** The newest sign of work; null: not known. */
      lastActivity: z.nullable(timestampSchema),
      daysSinceActivity: z.nullable(z.int()),
      taskStatus: z.nullable(z.string()),
      /** What its directory takes of the disk; null: it was not measured. */
      diskBytes: z.nullable(z.number()),
      /** The ref that keeps what nothing else held. */
      archive: z.nullable(z.string()),
      error: z.optional(failureSchema),
    }),
  ),
  /** The first failure. */
  error: z.optional(failureSchema),
});
