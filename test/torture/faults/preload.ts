import { syncBuiltinESMExports } from "node:module";
import { patchFiles } from "./files.js";
import { takePlan } from "./plan.js";
import { patchProcesses } from "./processes.js";
import { walkWhole } from "./steps.js";
import { switchOff } from "./switched-off.js";

/*
 * Loaded into a process before Coppice, by `node --import`: numbers its steps, and does to one of them what the plan in
 * the environment says.
 */
walkWhole(takePlan(process.env));
switchOff();
patchFiles();
patchProcesses();
// Whoever imports a function by its name gets the patched one, too.
syncBuiltinESMExports();
