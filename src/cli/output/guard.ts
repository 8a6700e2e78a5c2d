import * as z from "zod/mini";
import { statusSchema } from "../../lifecycle/states.js";
import { failureSchema } from "./common.js";

const commandClass = z.nullable(z.enum(["read", "local", "commit", "resolve", "blocked", "unknown"]));

const judged = {
  /** The class of the command; `blocked` and `unknown` are allowed in no state. Null: it is no git command. */
  class: commandClass,
  /** As the guard read it. */
  command: z.string(),
  /** The record it was judged by, and its state as observed. */
  branch: z.string(),
  state: statusSchema,
  reason: z.string(),
  /** What to use instead. */
  instead: z.string(),
};

/** `coppice guard --json`. What stands beside `commands` is of the command that decided; null: none concerned a worktree. */
export const guardOutput = z.object({
  allowed: z.boolean(),
  class: commandClass,
  command: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  state: z.nullable(statusSchema),
  reason: z.nullable(z.string()),
  instead: z.nullable(z.string()),
  commands: z.array(z.object({ allowed: z.boolean(), ...judged })),
  error: z.optional(failureSchema),
});
