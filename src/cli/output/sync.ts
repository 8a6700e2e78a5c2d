import * as z from "zod/mini";

/** `coppice sync --json` */
export const syncOutput = z.object({
  remote: z.string(),
  /** Whether the remote's journals had something that was not here. */
  received: z.boolean(),
  /** Whether the remote has something now that it had not. */
  sent: z.boolean(),
  /** The branches whose worktrees were removed here, because their work has landed. */
  cleanedUp: z.array(z.string()),
});
