import { beginOpening } from "./early.js";
import { interruptions, processIo } from "./io.js";

/** Runs what this process was called with. Nothing is thrown; the exit code is set. */
export async function commandLine(): Promise<void> {
  // Before anything is begun: from here on a signal is heard.
  const signal = interruptions();
  const argv = process.argv.slice(2);
  const begun = beginOpening(argv);
  const { runCli } = await import("./run.js");
  // Not process.exit(): what was written to a pipe must get out first.
  const code = await runCli(argv, processIo(signal), begun);
  // Output that was lost may have set it.
  process.exitCode = code || process.exitCode;
}
