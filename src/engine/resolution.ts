import * as z from "zod/mini";
import { branchNameSchema, oidSchema } from "../lifecycle/ids.js";
import type { WorktreeRecord } from "../lifecycle/record.js";
import type { Engine } from "./context.js";
import type { LocalFile } from "./local.js";

/**
 * The merge of base that Coppice began in a task's worktree, to resolve a conflict there. Abort undoes it only while
 * it is still the one that is going on.
 */
export const resolutionFile = {
  name: "resolution",
  schema: z.object({
    v: z.literal(1),
    /** What is being merged: base as it was then. */
    tip: oidSchema,
    /** The task branch before. */
    head: oidSchema,
    /** The branch that is merged. */
    target: branchNameSchema,
    /** The worktree as Coppice last left it, as a tree; null while the merge is being laid out. */
    tree: z.nullable(oidSchema),
    /** Files of this side are being written, or were when the process ended. */
    taking: z.optional(z.object({ side: z.enum(["ours", "theirs"]), files: z.array(z.string()) })),
    /** Files whose side was chosen, one by one. */
    sides: z.record(z.string(), z.enum(["ours", "theirs"])),
  }),
} satisfies LocalFile<unknown>;
export type Resolution = z.infer<typeof resolutionFile.schema>;

/** ABORT_MERGE is journaled before it is carried out: a process that died between the two left its merge behind. */
export function isHalfAborted({ local }: Engine, { id, status }: WorktreeRecord): boolean {
  const settled = status === "active" || status === "dirty";
  return settled && local.read(id, resolutionFile) !== undefined;
}

/** Whether a process ended while it wrote one side of files in conflict; also one that still does it. */
export function isHalfTaken({ local }: Engine, { id, status }: WorktreeRecord): boolean {
  return status === "conflict" && local.read(id, resolutionFile)?.taking !== undefined;
}
