import * as z from "zod/mini";
import { type Shell, shells } from "./completion/scripts.js";
import { UsageError } from "./failure.js";

/**
 * A command's own options, checked: commander tells their values without their types.
 * Its `choices` and the schema must agree; that is why a mismatch is a fault of ours and not of the caller.
 */
export function readFlags<T extends z.ZodMiniType>(
  schema: T,
  options: Readonly<Record<string, unknown>>,
): z.output<T> {
  return schema.parse(options);
}

/** A flag that is absent unless it is given. */
export const flag = z._default(z.boolean(), false);
/** A flag that `--no-...` turns off. */
export const onFlag = z._default(z.boolean(), true);
export const textFlag = z.optional(z.string());

/** The one argument of the commands that print something for a shell. */
export function shellArgument(args: readonly string[]): Shell {
  const shell = shells.find((name) => name === args[0]);
  if (shell === undefined)
    throw new UsageError(`no script for the shell '${args[0] ?? ""}'`, `Name one of ${shells.join(", ")}.`);
  return shell;
}
