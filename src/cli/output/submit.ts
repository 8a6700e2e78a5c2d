import * as z from "zod/mini";
import { worktreeOutput } from "./common.js";

/** `coppice submit --json`: the record with its request, or without it after `--withdraw`. */
export const submitOutput = z.object({
  ...worktreeOutput.shape,
  /** `unchanged`: the very same request was pending already. */
  outcome: z.enum(["submitted", "unchanged", "withdrawn"]),
  /** Where it was pushed to; null when there is no remote to tell of a withdrawal. */
  remote: z.nullable(z.string()),
});
