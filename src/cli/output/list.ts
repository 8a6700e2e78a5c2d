import * as z from "zod/mini";
import { evidenceSchema } from "../../lifecycle/events.js";
import { recordSchema } from "../../lifecycle/record.js";

const count = z.int().check(z.minimum(0));

/** What a look at a worktree tells beside its record. A null was not asked for, or is not known in this clone. */
export const observedShape = {
  ...recordSchema.shape,
  /** Absolute; null when this clone has no directory of it. */
  path: z.nullable(z.string()),
  /** The directory is there, and it is the record's. */
  present: z.boolean(),
  /** Commits of the branch that base has not, and the reverse. */
  ahead: z.nullable(count),
  behind: z.nullable(count),
  /** Changed and untracked files now; at most 100 names. */
  changes: z.nullable(z.object({ files: z.array(z.string()), total: count })),
  /** The lease that lives now. */
  liveLease: z.nullable(z.object({ until: z.string(), holder: z.string() })),
  /** The lock, git's own too. */
  liveLock: z.nullable(z.object({ reason: z.nullable(z.string()) })),
  /** The operation that the state speaks of is dead: the next command on the worktree goes on from there. */
  interrupted: z.boolean(),
  /** What does not fit together, each a sentence. */
  problems: z.array(z.string()),
};

/** One row of `coppice list --json`: the record, with the state as it is seen now. */
export const listRowOutput = z.object({
  ...observedShape,
  /** In how many files a merge into base would conflict now. */
  conflictFiles: z.nullable(count),
});
const observedOutput = z.object(observedShape);
export type ObservedOutput = z.infer<typeof observedOutput>;

/** `coppice list --json`. */
export const listOutput = z.object({ worktrees: z.array(listRowOutput) });

/** `coppice show --json`: the record, with the state as it is seen now. */
export const showOutput = z.object({
  ...observedShape,
  /** The logs of the setup in this clone: step to absolute path. */
  logs: z.record(z.string(), z.string()),
  /** Base has the branch's work under other commits: which one, and how that is known. */
  merged: z.nullable(
    z.object({
      target: z.string(),
      headOid: z.string(),
      mergeOid: z.nullable(z.string()),
      evidence: evidenceSchema,
    }),
  ),
  /** What can be done about a failed or interrupted operation. */
  wayOn: z.nullable(z.string()),
});
export type ShowOutput = z.infer<typeof showOutput>;
