import { startGitLightly } from "../../support/light.js";
import { patchAll } from "./patch-all.js";
import { takePlan } from "./plan.js";
import { walkWhole } from "./steps.js";

/*
 * Loaded into a process before Coppice, by `node --import`: numbers its steps, and does to one of them what the plan in
 * the environment says.
 */
const plan = takePlan(process.env);
if (plan.light !== undefined) startGitLightly(plan.light);
walkWhole(plan);
patchAll();
