import * as z from "zod/mini";
import { actorSchema } from "../../lifecycle/entry.js";
import { conflictFileSchema, errorCodeSchema } from "../../lifecycle/error-schemas.js";
import { resolutionSchema, strategySchema } from "../../lifecycle/events.js";
import { branchNameSchema, oidSchema, recordIdSchema, timestampSchema } from "../../lifecycle/ids.js";
import { statusSchema } from "../../lifecycle/states.js";

const common = {
  /** The stamp of the journal entry, a dot, and which of its events this is: what `--since` takes. */
  entry: z.string().check(z.regex(/^[0-9a-f]{16}-[0-9a-f]{16}\.[1-9][0-9]*$/)),
  at: timestampSchema,
  /** Who brought it about, through which door, from which clone. */
  by: actorSchema,
};
const about = {
  ...common,
  /** The record's id. */
  id: recordIdSchema,
  branch: branchNameSchema,
};

const eventNamed = <const Name extends string, const Shape extends z.core.$ZodShape>(
  type: Name,
  shape: Shape,
) => z.object({ type: z.literal(type), ...about, ...shape });

/** One line of `coppice events`. */
export const eventOutput = z.discriminatedUnion("type", [
  eventNamed("worktree:creating", {}),
  eventNamed("worktree:created", {}),
  eventNamed("worktree:removing", {}),
  eventNamed("worktree:removed", {}),
  eventNamed("worktree:committed", { sha: z.nullable(oidSchema) }),
  eventNamed("worktree:merging", { target: branchNameSchema, strategy: strategySchema }),
  eventNamed("worktree:merged", { target: branchNameSchema, mergeOid: z.nullable(oidSchema) }),
  eventNamed("worktree:merge_aborted", {}),
  eventNamed("worktree:conflict", { files: z.array(conflictFileSchema), total: z.int() }),
  eventNamed("worktree:resolved", { resolution: resolutionSchema }),
  eventNamed("worktree:error", { code: errorCodeSchema, recoverable: z.boolean() }),
  eventNamed("worktree:stale", { lastActivity: timestampSchema }),
  eventNamed("worktree:recovery_needed", {
    error: errorCodeSchema,
    /** Commands that lead on, the most helpful first. */
    steps: z.array(z.string()),
  }),
  eventNamed("state:update", { status: statusSchema }),
  /** Once for each run of `coppice prune` that removed something. */
  z.object({ type: z.literal("worktrees:pruned"), ...common, count: z.int() }),
]);
