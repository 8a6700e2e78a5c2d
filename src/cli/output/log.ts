import * as z from "zod/mini";
import { entrySchema } from "../../lifecycle/entry.js";
import { branchNameSchema, recordIdSchema } from "../../lifecycle/ids.js";
import { statusSchema } from "../../lifecycle/states.js";

const stateOrNone = z.union([statusSchema, z.literal("none")]);

/** One entry of a journal with what it did to its record. */
export const logEntryOutput = z.object({
  /** The record's id. */
  id: recordIdSchema,
  /** The record's branch today; null when its CREATE entry is unreadable. */
  branch: z.nullable(branchNameSchema),
  ...entrySchema.shape,
  from: stateOrNone,
  to: stateOrNone,
  /** It was not valid in the state reached, so it changed nothing. */
  superseded: z.boolean(),
  /** It still waits in the spool. */
  pending: z.boolean(),
});
export type LogEntry = z.infer<typeof logEntryOutput>;

/** `coppice log --json`: in causal order. */
export const logOutput = z.object({
  entries: z.array(logEntryOutput),
  /** Lines of the notes that are no entry this version can read. */
  unreadable: z.array(z.object({ id: recordIdSchema, line: z.string() })),
});
export type LogOutput = z.infer<typeof logOutput>;
