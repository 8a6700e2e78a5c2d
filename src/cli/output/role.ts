import * as z from "zod/mini";
import { branchNameSchema, recordIdSchema } from "../../lifecycle/ids.js";

const files = z.array(z.string());

/** `coppice role update --json`; files are relative to the worktree. */
export const roleOutput = z.object({
  id: recordIdSchema,
  branch: branchNameSchema,
  role: z.string(),
  /** Absolute; null when this clone has no directory of it. */
  path: z.nullable(z.string()),
  /** New ones, and those that were replaced. */
  copied: files,
  /** Edited in the worktree since they were copied, and left as they are. */
  kept: files,
  /** The role has them no more, and nobody had edited them. */
  removed: files,
  /** The ref under which edited files were saved before they were replaced: `<ref>:ignored/<file>`. */
  archive: z.nullable(z.string()),
});
