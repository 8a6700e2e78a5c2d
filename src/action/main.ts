import { run, runFailed } from "./run.js";

/** What a runner starts. Node ends when everything is written: the exit code is set, nothing is cut off. */
run(process.env).catch((error: unknown) => runFailed(error, process.env));
