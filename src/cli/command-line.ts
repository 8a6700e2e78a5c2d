import { processIo } from "./io.js";
import { runCli } from "./run.js";

/** Runs what this process was called with. Nothing is thrown; the exit code is set. */
export async function commandLine(): Promise<void> {
  // Not process.exit(): what was written to a pipe must get out first.
  const code = await runCli(process.argv.slice(2), processIo());
  // Output that was lost may have set it.
  process.exitCode = code || process.exitCode;
}
