import * as z from "zod/mini";
import { commandKeys } from "../../config/commands.js";

const command = z.object({
  /** As in the config; of a role `roles.<name>.setup.install` or `.initScript`. */
  key: z.union([
    z.enum(commandKeys),
    z.string().check(z.regex(/^roles\..+\.setup\.(?:install|initScript)$/)),
  ]),
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
