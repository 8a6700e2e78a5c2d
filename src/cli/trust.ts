import type { Engine } from "../engine/context.js";
import { trust } from "../engine/trust.js";
import { CoppiceError } from "../lifecycle/errors.js";
import type { Cli } from "./context.js";
import { visible } from "./render/visible.js";

/**
 * Does `work`; when it is refused because the config's commands are not trusted, shows them and asks on a terminal,
 * and after a yes does it again.
 */
export async function trustOnRequest<T>(cli: Cli, engine: Engine, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "UNTRUSTED") throw error;
    if (!(await allowed(cli, error.details.commands ?? []))) throw error;
    await trust(engine);
    return await work();
  }
}

/** Shows the commands and asks. Where nobody can be asked, the answer is no. */
export async function allowed(cli: Cli, commands: readonly string[]): Promise<boolean> {
  cli.progress.stop();
  if (cli.io.canAsk && !cli.globals.json) {
    cli.io.stderr.write("The config of this repository runs commands that this clone has not allowed yet:\n");
    for (const command of commands) cli.io.stderr.write(`  $ ${visible(command)}\n`);
  }
  return (await cli.confirm("Allow them?")) === true;
}
