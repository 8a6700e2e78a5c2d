import * as z from "zod/mini";

/** `coppice demo --json`. */
export const demoOutput = z.object({
  /** Where the repository stays; null when it was temporary and is gone. */
  repository: z.nullable(z.string()),
  /** The commands that ran, in order. */
  commands: z.array(z.object({ command: z.string(), exitCode: z.int() })),
});
