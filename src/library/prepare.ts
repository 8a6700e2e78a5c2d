import { writeAgentSettings } from "../engine/agent-settings.js";
import type { Engine } from "../engine/context.js";
import { requireHome, trackHome } from "../engine/home.js";
import { type InitResult, type InitStep, init } from "../engine/init.js";
import { writeWorkflow } from "../engine/workflow.js";
import type { InitOptions } from "./coppice.js";

/** Prepares a repository with all that was asked for. */
export async function prepare(engine: Engine, options: Omit<InitOptions, "signal">): Promise<InitResult> {
  // What cannot be tracked is refused before anything is written.
  if (options.home === true) await requireHome(engine);
  const { steps, ...rest } = await init(engine);
  const more: InitStep[] = [];
  let next = rest.next;
  if (options.agent !== undefined) more.push({ name: "agent", ...writeAgentSettings(engine, options.agent) });
  if (options.github === true) {
    const { next: left, ...written } = await writeWorkflow(engine);
    more.push({ name: "workflow", ...written });
    next = left;
  }
  if (options.home === true) {
    const { record, made } = await trackHome(engine);
    more.push({ name: "home", outcome: made ? "made" : "kept", detail: record.branch });
  }
  return {
    steps: [...steps, ...more],
    changed: rest.changed || more.some(({ outcome }) => outcome === "made"),
    ...(next === undefined ? {} : { next }),
  };
}
