import * as z from "zod/mini";
import { recordSchema } from "../../lifecycle/record.js";

/** `coppice show --format workspace`. */
export const workspaceOutput = z.object({
  version: z.literal(1),
  type: z.enum(["worktree", "home"]),
  status: z.nullable(z.enum(["creating", "active", "closing", "failed", "broken", "stuck"])),
  repo_name: z.nullable(z.string()),
  branch_name: z.string(),
  parent_branch: z.nullable(z.string()),
  parent_repo: z.nullable(z.string()),
  worktree_path: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});

/** `coppice show --format metadata`. */
export const metadataOutput = z.pick(recordSchema, {
  branch: true,
  createdAt: true,
  pr: true,
  initScriptRan: true,
  initScriptStatus: true,
  initScriptError: true,
});
