#!/usr/bin/env node
import { processIo } from "./io.js";
import { runCli } from "./run.js";

// Not process.exit(): what was written to a pipe must get out first.
const code = await runCli(process.argv.slice(2), processIo());
// Output that was lost may have set it.
process.exitCode = code || process.exitCode;
