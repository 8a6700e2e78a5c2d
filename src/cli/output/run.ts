import * as z from "zod/mini";
import { failureSchema, worktreeOutput } from "./common.js";
import { mergeResultOutput } from "./merge.js";

/** `coppice run --json`: the record after the command, how that ended, and what came of its work with `--merge`. */
export const runOutput = z.object({
  ...worktreeOutput.shape,
  /** Null: a signal ended it. */
  exitCode: z.nullable(z.int()),
  signal: z.nullable(z.string()),
  /** Null: it was not asked for, or the command failed. */
  mergeResult: z.nullable(mergeResultOutput),
  error: z.optional(failureSchema),
});
