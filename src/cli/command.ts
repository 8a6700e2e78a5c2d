import type { Cli } from "./context.js";
import type { CommandGrammar } from "./grammar.js";

/** What a command's module exports. The exit code is 0 when nothing is returned. */
export interface CommandModule {
  run(
    cli: Cli,
    args: readonly string[],
    options: Readonly<Record<string, unknown>>,
  ): Promise<number | undefined>;
}

/** A command: how it is written, and the module that does it. */
export interface CommandSpec extends CommandGrammar {
  /** It needs the repository, and most often finds one: git looks for it while the module is loaded. */
  readonly inRepository?: true;
  readonly load: () => Promise<CommandModule>;
}
