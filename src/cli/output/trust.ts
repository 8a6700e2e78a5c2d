import * as z from "zod/mini";
import { commandKeys } from "../../config/commands.js";

const command = z.object({
  key: z.enum(commandKeys),
  command: z.string(),
  /** Files of the repository that the command names; their content is trusted with it. */
  files: z.array(z.string()),
  trusted: z.boolean(),
});

/** `coppice trust --json`. */
export const trustOutput = z.object({
  /** What was not trusted before. */
  added: z.array(command),
  /** Every command of the config file. */
  commands: z.array(command),
});
