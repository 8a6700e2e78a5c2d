import * as z from "zod/mini";

/** `coppice init --json`. */
export const initOutput = z.object({
  steps: z.array(
    z.object({
      name: z.enum(["config", "exclude", "refspec", "hooks", "agent", "workflow", "home"]),
      /** `none`: there is nothing to do here, and `detail` says why. */
      outcome: z.enum(["made", "kept", "none"]),
      detail: z.string(),
    }),
  ),
  changed: z.boolean(),
  /** With --github: what is left for a person to do, a sentence each. */
  next: z.optional(z.array(z.string())),
});
