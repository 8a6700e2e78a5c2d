#!/usr/bin/env node
import { processIo } from "./io.js";
import { runCli } from "./run.js";

// Not process.exit(): what was written to a pipe must get out first.
process.exitCode = await runCli(process.argv.slice(2), processIo());
