import * as z from "zod/mini";
import { oidSchema } from "../../lifecycle/ids.js";
import { worktreeOutput } from "./common.js";

const count = z.int().check(z.minimum(0));

/** One archive. */
const archive = z.object({
  branch: z.string(),
  /** Its full name, a ref of this clone. */
  ref: z.string(),
  /** When it was made, and when it goes. */
  at: z.string(),
  expires: z.string(),
  /** The branch's last commit; null: it had none any more. */
  tip: z.nullable(oidSchema),
  /** How many files were saved beside commits; null: there were commits alone. */
  changes: z.nullable(z.object({ staged: count, unstaged: count, untracked: count, ignored: count })),
  /** What could not be saved. */
  unsaved: z.array(z.string()),
  /** Why it cannot be read; null: it can. */
  problem: z.nullable(z.string()),
});
export type ArchiveOutput = z.infer<typeof archive>;

/** `coppice archive --json`, the newest first. */
export const archiveOutput = z.object({ archives: z.array(archive) });

/** `coppice restore --json`: the new record, and what it came from; null: only the branch had to be made again. */
export const restoreOutput = z.object({ ...worktreeOutput.shape, archive: z.nullable(archive) });
