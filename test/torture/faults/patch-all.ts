import { syncBuiltinESMExports } from "node:module";
import { patchFiles } from "./files.js";
import { patchNetwork } from "./network.js";
import { patchProcesses } from "./processes.js";
import { switchOff } from "./switched-off.js";

/** From here on every step of this process is numbered, whoever imports the functions by whatever name. */
export function patchAll(): void {
  switchOff();
  patchFiles();
  patchProcesses();
  patchNetwork();
  syncBuiltinESMExports();
}
