import { beginOpening } from "./early.js";
import { processIo } from "./io.js";

/** Runs what this process was called with. Nothing is thrown; the exit code is set. */
export async function commandLine(): Promise<void> {
  const argv = process.argv.slice(2);
  const begun = beginOpening(argv);
  // Before the rest is loaded: from here on a signal is heard.
  const io = processIo();
  const { runCli } = await import("./run.js");
  // Not process.exit(): what was written to a pipe must get out first.
  const code = await runCli(argv, io, begun);
  // Output that was lost may have set it.
  process.exitCode = code || process.exitCode;
}
