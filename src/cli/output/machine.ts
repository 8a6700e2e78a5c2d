import * as z from "zod/mini";
import { operationSchema, transitionTypes } from "../../lifecycle/events.js";
import { statusSchema } from "../../lifecycle/states.js";

const event = z.enum(transitionTypes);

/** `coppice machine --json`. */
export const machineOutput = z.object({
  version: z.literal(1),
  states: z.array(
    z.object({
      name: statusSchema,
      meaning: z.string(),
      isTransient: z.boolean(),
      isTerminal: z.boolean(),
      allowsAgentAccess: z.boolean(),
      allowsRemoval: z.enum(["yes", "force", "no"]),
      requiresCleanup: z.boolean(),
      requiresResolution: z.boolean(),
      requiresIntervention: z.boolean(),
      hasUncommittedChanges: z.boolean(),
      commandClasses: z.array(z.enum(["read", "local", "commit", "resolve"])),
    }),
  ),
  events: z.array(event),
  guards: z.array(z.object({ name: z.string(), holds: z.string(), requires: z.array(z.string()) })),
  transitions: z.array(
    z.object({
      row: z.string(),
      from: z.union([statusSchema, z.literal("none")]),
      event,
      conditions: z.array(z.string()),
      guard: z.nullable(z.string()),
      effects: z.array(z.object({ type: z.string(), note: z.nullable(z.string()) })),
      effectsFirst: z.boolean(),
      to: z.union([statusSchema, z.record(operationSchema, statusSchema)]),
    }),
  ),
});
