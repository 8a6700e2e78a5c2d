import * as z from "zod/mini";
import { hookNames } from "../../engine/hooks-package.js";

const way = z.nullable(z.enum(["config", "directory", "husky", "lefthook"]));

const hook = z.object({
  hook: z.enum(hookNames),
  /**
   * `outdated`: of another version; `edited`: somebody changed it; `shadowed`: it is there, and git runs something else;
   * `off`: the config does not want it.
   */
  state: z.enum(["installed", "outdated", "edited", "shadowed", "missing", "off"]),
  /** The script that was there before, which it runs too. */
  chained: z.nullable(z.string()),
  /** The version of Coppice that wrote it, where that is known. */
  version: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});

const status = z.object({
  /** How git comes to the hooks here; null: nothing can be installed. */
  way,
  hooks: z.array(hook),
  worktrees: z.array(
    z.object({
      path: z.string(),
      branch: z.nullable(z.string()),
      /** Where git takes hooks from there. */
      directory: z.string(),
      way,
      problem: z.nullable(z.string()),
      /** The hooks that stand otherwise there. */
      differs: z.array(hook),
    }),
  ),
  /** What the hooks start; null before the first install. */
  program: z.nullable(z.object({ node: z.string(), program: z.string(), there: z.boolean() })),
  problems: z.array(z.string()),
});

/** `coppice hooks install|uninstall|status --json`. */
export const hooksOutput = z.object({
  action: z.enum(["install", "uninstall", "status"]),
  changed: z.boolean(),
  /** What a person has to write by hand; null when there is nothing. */
  advice: z.nullable(z.string()),
  /** How the hooks stand now. */
  status,
});
