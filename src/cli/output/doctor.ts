import * as z from "zod/mini";
import { failureSchema } from "./common.js";

const subject = z.nullable(
  z.object({
    id: z.nullable(z.string()),
    branch: z.nullable(z.string()),
    /** Absolute. */
    path: z.nullable(z.string()),
  }),
);

/** `coppice doctor --json`, with or without `--fix`. */
export const doctorOutput = z.object({
  /** Nothing stands but notes: the exit code is 0. */
  healthy: z.boolean(),
  fix: z.boolean(),
  /** What stands, after the repairs. */
  findings: z.array(
    z.object({
      /** In kebab-case; docs/doctor.md lists them. */
      code: z.string(),
      severity: z.enum(["broken", "warning", "note"]),
      subject,
      message: z.string(),
      suggestedAction: z.string(),
      /** What it was told from; the members depend on the code. */
      evidence: z.record(
        z.string(),
        z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
      ),
      /** `coppice doctor --fix` can do something about it. */
      fixable: z.boolean(),
      /** Why the repair failed. */
      error: z.optional(failureSchema),
    }),
  ),
  /** What was done, in that order. */
  repaired: z.array(z.object({ code: z.string(), subject, done: z.string() })),
});
